// What the rules of an operator's result are given, what they answer, and what all of them share.
#pragma once

#include "spec/limits/unspecified.h"
#include "spec/program/arguments.h"
#include "spec/rules/iterator.h"
#include "spec/rules/promotion.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

// The tensor arguments of a call in the order of the schema, list elements each, `out` excluded.
struct CallTensors {
  IteratorInputs inputs;
  const Geometry* target = nullptr;  // what is written: inputs[0] of in-place operators, or `out`
  bool out = false;                  // the target is `out`
  // Outputs after the first, of an operator that has several.
  std::array<const Geometry*, kMaxResults - 1> further{};
};

struct ResultPlan {
  Reasons reasons;
  // The limit by which the harness cannot hold the result; a call that has to be rejected is rejected all the same.
  Unspecified beyond_limits = Unspecified::None;
  // Why the specification says nothing about the call; it is dropped, whatever else is wrong with it.
  Unspecified unspecified = Unspecified::None;
  // Functional: the fresh result. out=: what `out` becomes if its sizes are other ones. In-place: not used.
  Geometry result;
  // Of an operator that returns several tensors, those after the first, as many as its schema says.
  std::array<Geometry, kMaxResults - 1> others;
  // How many elements there is room for behind each of those: libtorch made them larger and then smaller.
  std::array<std::int8_t, kMaxResults - 1> spare{};
  std::int32_t spare_of_first = 0;  // and behind the result itself
  // The result lies as the first input does, offset included, in a storage as large and with the same elements.
  bool keeps_storage = false;
  bool resizes = false;            // `out` gets the result's sizes
  bool restrides = false;          // and its strides (else row-major ones)
  std::uint8_t others_resize = 0;  // which outputs after the first do: bit 0 for the second
  // Nothing flows back from these results, bit 0 for the first: they are made of no element.
  std::uint8_t flat = 0;
  // An argument asks for integers. Else autograd does not know before the call that nothing will be recorded.
  bool asks_for_integers = false;

  bool is_beyond_limits() const { return beyond_limits != Unspecified::None; }
  bool is_unspecified() const { return unspecified != Unspecified::None; }
  // The first reason stays.
  void leave_unspecified(Unspecified reason, bool holds = true) {
    if (holds && !is_unspecified()) unspecified = reason;
  }
};

// A fresh row-major result, or `out` made to have these sizes.
void give_contiguous(ResultPlan& plan, const CallTensors& tensors, const Sizes& sizes);

// What a structured operator demands of `out`: exactly the dtype of the result.
void demand_out_dtype(ResultPlan& plan, const CallTensors& tensors);

// `plan`, of a fresh result, becomes that of the operator which moves it to `out`.
ResultPlan plan_into_out(ResultPlan plan, const CallTensors& tensors);

// A number among the operands, which takes part in type promotion.
struct Number {
  bool present = false;
  ScalarValue::Kind kind = ScalarValue::Kind::Int;
};

// What the operands are promoted to. `plan`, if given, is marked as beyond the limits where programs have no such
// dtype.
DType common_dtype(const IteratorInputs& inputs, Number number, ResultPlan* plan = nullptr);

// A number that becomes an element must be one: unsigned ones take integers round the circle, but no floating number
// below zero.
void check_number(ResultPlan& plan, DType dtype, ScalarValue number);

// Whether every number of one dtype lies within the range of another.
bool always_fits(DType from, DType to);

}  // namespace modecheck::spec
