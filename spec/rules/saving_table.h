// What the derivative of each operator saves, and under which condition (S1, S2). This table is the specification's
// own; it is compared with libtorch by behaviour: which later write makes a backward raise.
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
  bool saves_result = false;  // as it is after the operator
  std::array<SavedInput, 4> saved{};
  std::int8_t constant_input = -1;  // the input through which nothing can flow, whatever its dtype
  // Of the results after the first, bit 0 for the second one.
  std::uint8_t saved_others = 0;
  std::uint8_t differentiable_others = 0;  // one that is not is what an index is: a constant
  std::int8_t underived_input = -1;        // another constant, which must not ask for a gradient
  std::uint8_t flat = 0;                   // results, bit 0 for the first, from which nothing flows back
  bool implemented = true;                 // else backward raises
  // A stale index that is no index, for it asks for a gradient, and one that cannot be saved: which is found first is
  // left open.
  bool in_any_order = false;
};

// Of a primitive operator of the catalogue, if no argument is left out.
const DerivativeFacts& derivative_of(OperationId operation);

// Of a call of one: what is left out is not among the inputs, and those behind it come forward.
const DerivativeFacts& derivative_of(const Record& record);

// Of the parts of composites that are not in the catalogue themselves.
const DerivativeFacts& derivative_without_saving();  // views, clone, conversions
const DerivativeFacts& derivative_of_product();      // dot, mv, mm, bmm: each operand for the other
const DerivativeFacts& derivative_of_softmax();

}  // namespace modecheck::spec
