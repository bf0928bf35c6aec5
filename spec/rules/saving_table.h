// The table that says which tensors each derivative saves, and under which condition (rules S1, S2). The table is the
// specification's own. It is compared with libtorch by behaviour: which later write makes a backward raise?
#pragma once

#include <array>
#include <cstdint>

#include "spec/program/record.h"

namespace modecheck::spec {

constexpr std::int8_t kAlways = -1;

// The input `input` is saved if a gradient can flow to the input `if_flows_to`. An in-place operator saves a copy of
// `self`, made before the write.
struct SavedInput {
  std::int8_t input = 0;
  std::int8_t if_flows_to = kAlways;
};

struct DerivativeFacts {
  bool differentiable = true;
  std::uint8_t saved_count = 0;
  bool saves_result = false;  // true: the derivative saves the result of the operator
  std::array<SavedInput, 4> saved{};
  std::int8_t constant_input = -1;  // the number of an input that never gets a gradient; -1: there is none
  // The results after the first that the derivative saves; bit 0 is the second result.
  std::uint8_t saved_others = 0;
  std::uint8_t differentiable_others = 0;  // which results after the first are differentiable; indices are not
  std::int8_t underived_input = -1;        // the number of an input that must not require grad; -1: there is none
  bool implemented = true;                 // false: there is no derivative, and backward raises
  // One index may be a stale view that requires grad (rule W5) while another index cannot be saved. If true, it is
  // unspecified which of the two errors comes first.
  bool in_any_order = false;
};

// Returns the facts about the derivative of a primitive operator of the catalogue, if no argument is absent.
const DerivativeFacts& derivative_of(OperationId operation);

// Returns the facts about the derivative of a call. An absent tensor is not among the inputs, and later inputs move
// forward.
const DerivativeFacts& derivative_of(const Record& record);

// Returns the facts about sub-operations of composites that are not in the catalogue themselves.
const DerivativeFacts& derivative_without_saving();  // views, clone and conversions save nothing
const DerivativeFacts& derivative_of_product();      // dot, mv, mm and bmm save each operand for the other
const DerivativeFacts& derivative_of_softmax();

}  // namespace modecheck::spec
