// The functions with which rows say what a derivative saves.
#pragma once

#include "spec/rules/saving_table.h"

namespace modecheck::spec {

// Says which tensors a derivative saves. If they depend on the arguments of a call, the function `of_call` returns them
// for the call. Otherwise `facts` holds them.
struct Saves {
  constexpr Saves() = default;
  constexpr Saves(DerivativeFacts its_facts) : facts(its_facts) {}  // NOLINT(google-explicit-constructor)
  constexpr Saves(DerivativeFacts its_facts, const DerivativeFacts& (*its_calls)(const Record&))
      : facts(its_facts), of_call(its_calls) {}

  DerivativeFacts facts;
  const DerivativeFacts& (*of_call)(const Record& record) = nullptr;
};

inline constexpr DerivativeFacts saves_nothing{};
// not_differentiable is for operators without a derivative. The in-place form of such an operator still has a
// derivative, which saves nothing: the written values do not depend on the old values. The other constants say what
// derivatives of many operators save.
inline constexpr DerivativeFacts not_differentiable{false, 0, false, {}, -1};
inline constexpr DerivativeFacts saves_result{true, 0, true, {}, -1};
inline constexpr DerivativeFacts saves_self_and_result{true, 1, true, {SavedInput{0}}, -1};

constexpr DerivativeFacts saves(SavedInput a) { return {true, 1, false, {a}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b) { return {true, 2, false, {a, b}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b, SavedInput c) { return {true, 3, false, {a, b, c}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b, SavedInput c, SavedInput d) {
  return {true, 4, false, {a, b, c, d}, -1};
}

// each_for_the_other is for operators of two operands, such as a product. Each operand is saved if the other operand
// needs a gradient.
inline constexpr DerivativeFacts each_for_the_other = saves({1, 0}, {0, 1});

constexpr DerivativeFacts and_result(DerivativeFacts facts) {
  facts.saves_result = true;
  return facts;
}

// Adds to `facts` that the derivative also saves the second result, which holds the indices of the chosen elements.
// Gradients flow to the chosen elements only.
constexpr DerivativeFacts and_places(DerivativeFacts facts) {
  facts.saved_others = 1;
  return facts;
}
inline constexpr DerivativeFacts saves_places = and_places(saves_nothing);

// Adds to `facts` that the derivative also saves results after the first. Bit 0 of `which` stands for the second
// result.
constexpr DerivativeFacts and_further_results(DerivativeFacts facts, std::uint8_t which) {
  facts.saved_others = which;
  return facts;
}

// Adds to `facts` that the derivative also saves the second and third result: means and reciprocals of standard
// deviations. `differentiable` says whether gradients flow through these two results.
constexpr DerivativeFacts and_statistics(DerivativeFacts facts, bool differentiable) {
  facts.saved_others = 3;
  facts.differentiable_others = differentiable ? 3 : 0;
  return facts;
}

// Adds to `facts` that the second result is differentiable, too.
constexpr DerivativeFacts with_second(DerivativeFacts facts) {
  facts.differentiable_others = 1;
  return facts;
}

// Adds to `facts` that the second input is an index or a mask, and gets no gradient, whatever its dtype. In libtorch
// 1.13.1 the kernel rejects an invalid dtype only after the Autograd kernel has run.
constexpr DerivativeFacts by_index(DerivativeFacts facts) {
  facts.constant_input = 1;
  return facts;
}

// Adds to `facts` that the operator has no derivative with respect to the input number `input`, which must not require
// grad.
constexpr DerivativeFacts with_underived(DerivativeFacts facts, std::int8_t input) {
  facts.underived_input = input;
  return facts;
}

// Adds to `facts` that it is unspecified which error comes first, if several errors hold.
constexpr DerivativeFacts in_any_order(DerivativeFacts facts) {
  facts.in_any_order = true;
  return facts;
}

constexpr DerivativeFacts without_formula(DerivativeFacts facts) {
  facts.implemented = false;
  return facts;
}

// Return what the in-place form and the out variant of an operator save; `facts` is about its functional form. If the
// operator is not differentiable, its in-place form saves nothing. An out variant is never recorded, and saves nothing.
constexpr DerivativeFacts in_place_form(DerivativeFacts facts) { return facts.differentiable ? facts : saves_nothing; }
constexpr DerivativeFacts out_form(DerivativeFacts facts) {
  DerivativeFacts out;
  out.differentiable = facts.differentiable;
  out.constant_input = facts.constant_input;
  return out;
}

}  // namespace modecheck::spec
