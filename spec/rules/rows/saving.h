// The words for what a derivative saves, in the order of the rows that say it.
#pragma once

#include "spec/rules/saving_table.h"

namespace modecheck::spec {

// What a derivative saves. Where that depends on the arguments of a call, `of_call` says it; `facts` holds otherwise.
struct Saves {
  constexpr Saves() = default;
  constexpr Saves(DerivativeFacts its_facts) : facts(its_facts) {}  // NOLINT(google-explicit-constructor)
  constexpr Saves(DerivativeFacts its_facts, const DerivativeFacts& (*its_calls)(const Record&))
      : facts(its_facts), of_call(its_calls) {}

  DerivativeFacts facts;
  const DerivativeFacts& (*of_call)(const Record& record) = nullptr;
};

inline constexpr DerivativeFacts saves_nothing{};
// An in-place form has a derivative all the same, which saves nothing: what it writes does not depend on what was
// there.
inline constexpr DerivativeFacts not_differentiable{false, 0, false, {}, -1};
inline constexpr DerivativeFacts saves_result{true, 0, true, {}, -1};
inline constexpr DerivativeFacts saves_self_and_result{true, 1, true, {SavedInput{0}}, -1};

constexpr DerivativeFacts saves(SavedInput a) { return {true, 1, false, {a}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b) { return {true, 2, false, {a, b}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b, SavedInput c) { return {true, 3, false, {a, b, c}, -1}; }
constexpr DerivativeFacts saves(SavedInput a, SavedInput b, SavedInput c, SavedInput d) {
  return {true, 4, false, {a, b, c, d}, -1};
}

// Each operand is saved for the gradient of the other.
inline constexpr DerivativeFacts each_for_the_other = saves({1, 0}, {0, 1});

constexpr DerivativeFacts and_result(DerivativeFacts facts) {
  facts.saves_result = true;
  return facts;
}

// The second result names the chosen elements and is saved: the gradient of an element goes where it was chosen.
constexpr DerivativeFacts and_places(DerivativeFacts facts) {
  facts.saved_others = 1;
  return facts;
}
inline constexpr DerivativeFacts saves_places = and_places(saves_nothing);

// Results after the first are saved: bit 0 for the second.
constexpr DerivativeFacts and_further_results(DerivativeFacts facts, std::uint8_t which) {
  facts.saved_others = which;
  return facts;
}

// Means and deviations are the second and third result, and are saved.
constexpr DerivativeFacts and_statistics(DerivativeFacts facts, bool differentiable) {
  facts.saved_others = 3;
  facts.differentiable_others = differentiable ? 3 : 0;
  return facts;
}

// The second result is differentiable too.
constexpr DerivativeFacts with_second(DerivativeFacts facts) {
  facts.differentiable_others = 1;
  return facts;
}

// The second input is an index or a mask, through which nothing flows, whatever its dtype: the kernel rejects a wrong
// dtype later than Autograd looks (L).
constexpr DerivativeFacts by_index(DerivativeFacts facts) {
  facts.constant_input = 1;
  return facts;
}

// An input that has no derivative and must not ask for a gradient.
constexpr DerivativeFacts with_underived(DerivativeFacts facts, std::int8_t input) {
  facts.underived_input = input;
  return facts;
}

// The result is saved, but its gradient is zero everywhere.
constexpr DerivativeFacts with_zero_gradient(DerivativeFacts facts, std::uint8_t results) {
  facts.flat = results;
  return facts;
}

// Of several things that are wrong, which one is reported first is unspecified.
constexpr DerivativeFacts in_any_order(DerivativeFacts facts) {
  facts.in_any_order = true;
  return facts;
}

constexpr DerivativeFacts without_formula(DerivativeFacts facts) {
  facts.implemented = false;
  return facts;
}

// An in-place form of what is not differentiable has a derivative, which is zero. An `out=` form is never recorded and
// saves nothing.
constexpr DerivativeFacts in_place_form(DerivativeFacts facts) { return facts.differentiable ? facts : saves_nothing; }
constexpr DerivativeFacts out_form(DerivativeFacts facts) {
  DerivativeFacts out;
  out.differentiable = facts.differentiable;
  out.constant_input = facts.constant_input;
  return out;
}

}  // namespace modecheck::spec
