// The inputs and outputs of the rules for an operator's result, and functions that all rules use.
#pragma once

#include "spec/limits/unspecified.h"
#include "spec/program/arguments.h"
#include "spec/rules/iterator.h"
#include "spec/rules/promotion.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

// The tensor arguments of a call in schema order. Elements of lists are included, and `out` is not.
struct CallTensors {
  IteratorInputs inputs;
  const Geometry* target = nullptr;  // the tensor that is written: inputs[0] of an in-place operator, or `out`
  bool out = false;                  // true if the target is `out`
  // The second and later `out` tensors of an operator with several results.
  std::array<const Geometry*, kMaxResults - 1> further{};
};

struct OutputMeta {
  Reasons reasons;
  // The limit of the harness that the result exceeds. A call with wrong arguments is rejected, whether or not it
  // exceeds a limit.
  Unspecified beyond_limits = Unspecified::None;
  // Says why the specification does not decide the call; None if it does. An undecided call is dropped, even if it has
  // errors.
  Unspecified unspecified = Unspecified::None;
  // The result's geometry. For a functional operator it is the geometry of the new result. For an out variant it is the
  // new geometry of `out` if its sizes differ. An in-place operator does not use it.
  Geometry result;
  // The geometries of the results after the first, as many as the schema says.
  std::array<Geometry, kMaxResults - 1> others;
  // Extra capacity of the storage of each result after the first, in elements: libtorch allocated a larger result and
  // then shrank it.
  std::array<std::int8_t, kMaxResults - 1> extra_capacity{};
  std::int32_t extra_capacity_of_first = 0;  // the extra capacity of the storage of the first result, in elements
  // If true, the result has the strides and offset of the first input, in a storage of the same size.
  bool keeps_storage = false;
  bool resizes = false;            // true: `out` is resized to the result's sizes
  bool restrides = false;          // true: `out` gets the result's strides, too; false: row-major strides
  std::uint8_t others_resize = 0;  // which outputs after the first are resized; bit 0 is the second output
  // If true, an argument requests an integer dtype, so autograd knows before the call that nothing will be recorded.
  bool asks_for_integers = false;
  bool raises_if_singular = false;  // whether the operator raises once it has found that a matrix is singular

  bool is_beyond_limits() const { return beyond_limits != Unspecified::None; }
  bool is_unspecified() const { return unspecified != Unspecified::None; }
  // Records why the call is unspecified. Keeps the first reason, and ignores later reasons.
  void leave_unspecified(Unspecified reason, bool holds = true) {
    if (holds && !is_unspecified()) unspecified = reason;
  }
};

// Makes the result row-major with the sizes `sizes`: the new tensor, or `out` with its new sizes.
void give_contiguous(OutputMeta& meta, const CallTensors& tensors, const Sizes& sizes);

// Whether an output may share memory with an input. An output that is resized may grow into any part of its storage.
bool output_may_overlap(const Geometry& out, bool resizes, const Geometry& input);

// Rejects the call if `out` has another dtype than the result, as libtorch's structured operators do.
void demand_out_dtype(OutputMeta& meta, const CallTensors& tensors);

// Takes the metadata of a new result, and returns the metadata for the out variant that moves this result to `out`.
OutputMeta infer_out_variant(OutputMeta meta, const CallTensors& tensors);

// A number among the operands of an operator. The number takes part in type promotion.
struct Number {
  bool present = false;
  ScalarValue::Kind kind = ScalarValue::Kind::Int;
};

// Returns the dtype to which the operands are promoted. If programs have no such dtype, marks `meta`, if given, as
// beyond the harness's limits.
DType common_dtype(const IteratorInputs& inputs, Number number, OutputMeta* meta = nullptr);

// Checks that a number can become an element. An unsigned dtype accepts negative integers, which wrap around, but no
// negative floating-point number.
void check_number(OutputMeta& meta, DType dtype, ScalarValue number);

// Returns true if every number of the dtype `from` lies within the range of the dtype `to`.
bool always_fits(DType from, DType to);

}  // namespace modecheck::spec
