// The table of what each derivative saves, and under which condition (S1, S2). It is the specification's own, and is
// compared with libtorch by behaviour: which later write makes a backward raise.
#pragma once

#include <array>
#include <cstdint>

#include "spec/program/record.h"

namespace modecheck::spec {

constexpr std::int8_t kAlways = -1;

// Input `input` is saved if a gradient can flow to input `if_flows_to`. The `self` of an in-place operator is saved as
// a copy of its own, made before the write.
struct SavedInput {
  std::int8_t input = 0;
  std::int8_t if_flows_to = kAlways;
};

struct DerivativeFacts {
  bool differentiable = true;
  std::uint8_t saved_count = 0;
  bool saves_result = false;  // the value after the operator
  std::array<SavedInput, 4> saved{};
  std::int8_t constant_input = -1;  // the input that never gets a gradient, whatever its dtype
  // The results after the first that are saved; bit 0 is the second.
  std::uint8_t saved_others = 0;
  std::uint8_t differentiable_others = 0;  // a result that is not is a constant, as an index is
  std::int8_t underived_input = -1;        // a further constant, which must not require grad
  std::uint8_t zero_gradient = 0;          // results with a zero gradient; bit 0 is the first
  bool implemented = true;                 // false: backward raises
  // If one index is stale because it requires grad, and another cannot be saved, which error comes first is
  // unspecified.
  bool in_any_order = false;
};

// The facts of a primitive operator of the catalogue, if no argument is absent.
const DerivativeFacts& derivative_of(OperationId operation);

// The facts of a call: an absent tensor is not among the inputs, and later inputs move forward.
const DerivativeFacts& derivative_of(const Record& record);

// The facts of sub-operations of composites that are not in the catalogue themselves.
const DerivativeFacts& derivative_without_saving();  // views, clone, conversions
const DerivativeFacts& derivative_of_product();      // dot, mv, mm, bmm: saves each operand if the other requires grad
const DerivativeFacts& derivative_of_softmax();

}  // namespace modecheck::spec
