// The inputs and outputs of the rules for an operator's result, and the helpers that all rules share.
#pragma once

#include "spec/limits/unspecified.h"
#include "spec/program/arguments.h"
#include "spec/rules/iterator.h"
#include "spec/rules/promotion.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

// The tensor arguments of a call in schema order, with the elements of lists and without `out`.
struct CallTensors {
  IteratorInputs inputs;
  const Geometry* target = nullptr;  // the tensor that is written: inputs[0] of an in-place operator, or `out`
  bool out = false;                  // the target is `out`
  // The `out` tensors after the first, for an operator with several results.
  std::array<const Geometry*, kMaxResults - 1> further{};
};

struct OutputMeta {
  Reasons reasons;
  // The limit of the harness that the result exceeds. A call that must be rejected is rejected regardless.
  Unspecified beyond_limits = Unspecified::None;
  // Why the specification says nothing about the call. Such a call is dropped, even if it has other errors.
  Unspecified unspecified = Unspecified::None;
  // Functional: the fresh result. Out variant: the new geometry of `out` if its sizes differ. In-place: not used.
  Geometry result;
  // The results after the first, as many as the schema says.
  std::array<Geometry, kMaxResults - 1> others;
  // Extra capacity, in elements, of each result after the first: libtorch allocated it larger and then shrank it.
  std::array<std::int8_t, kMaxResults - 1> extra_capacity{};
  std::int32_t extra_capacity_of_first = 0;  // the same for the first result
  // The result has the strides and offset of the first input, in a storage of the same size with the same elements.
  bool keeps_storage = false;
  bool resizes = false;            // `out` is resized to the result's sizes
  bool restrides = false;          // `out` also gets its strides (else row-major ones)
  std::uint8_t others_resize = 0;  // which outputs after the first are resized; bit 0 is the second
  // The results with a zero gradient because no element contributes to them; bit 0 is the first.
  std::uint8_t zero_gradient = 0;
  // An argument requests an integer dtype, so autograd knows before the call that nothing will be recorded.
  bool asks_for_integers = false;

  bool is_beyond_limits() const { return beyond_limits != Unspecified::None; }
  bool is_unspecified() const { return unspecified != Unspecified::None; }
  // Only the first reason is kept.
  void leave_unspecified(Unspecified reason, bool holds = true) {
    if (holds && !is_unspecified()) unspecified = reason;
  }
};

// Sets a row-major result, fresh or as the new sizes of `out`.
void give_contiguous(OutputMeta& meta, const CallTensors& tensors, const Sizes& sizes);

// A structured operator requires that `out` has exactly the dtype of the result.
void demand_out_dtype(OutputMeta& meta, const CallTensors& tensors);

// Turns the meta of a fresh result into the meta of the out variant that moves this result to `out`.
OutputMeta infer_out_variant(OutputMeta meta, const CallTensors& tensors);

// A number among the operands, which takes part in type promotion.
struct Number {
  bool present = false;
  ScalarValue::Kind kind = ScalarValue::Kind::Int;
};

// The dtype to which the operands are promoted. If `meta` is given and programs have no such dtype, marks the meta as
// beyond the limits.
DType common_dtype(const IteratorInputs& inputs, Number number, OutputMeta* meta = nullptr);

// Checks that a number can become an element. An unsigned dtype accepts negative integers, which wrap around, but no
// negative floating-point number.
void check_number(OutputMeta& meta, DType dtype, ScalarValue number);

// Whether every number of one dtype lies within the range of another.
bool always_fits(DType from, DType to);

}  // namespace modecheck::spec
