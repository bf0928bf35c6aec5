// The slots of an operation's arguments in a record, and the range of each slot. A record has two kinds of slots:
// operands, which are registers, and immediates, which are small integers. The type of an argument determines how many
// slots it takes. spec/operators/argument_range.h has the ranges of integers.
//
//   type                 operands     immediates
//   Tensor               register
//   Tensor?              register     present (0 or 1)
//   Tensor[]             3 registers  length (1 .. 3); 2 registers each if there are three lists
//   Tensor?[]            3 registers  length (1 .. 3), present (0 or 1) of each
//   int, SymInt          -            value
//   int?                 -            present, value
//   int[]                -            length, then up to 4 values; for operators with a sliding window (pools,
//                                     convolutions) one per dimension; for the borders of padding two per dimension
//   int[]?               -            length (-1: None), 4 values
//   Scalar               -            kind (0 int, 1 float, 2 bool), value; a float is value / 2
//   Scalar?              -            kind (-1: None), value
//   float                -            value; the float is value / 2; as order `p` of a norm, kInfinity is infinity
//   float[]?             -            length (-1: None), 2 values; each float is value / 4
//   bool                 -            0 or 1
//   str                  -            index into string_arguments_of; no slot if that list is empty: the default is
//   used
//   str?                 -            index into string_arguments_of; 0: None
//   ScalarType           -            a DType
//   ScalarType?          -            a DType, -1: None
//   all others           take no slot and keep their default; a bool? without a default is true
#pragma once

#include <array>
#include <cstdint>

#include "spec/operators/argument_range.h"
#include "spec/program/operation.h"
#include "spec/program/record.h"

namespace modecheck::spec {

// The range of a slot's values.
using operators::Range;

// In the slot of a float argument, this value means infinity.
constexpr int kInfinity = 7;

struct ArgumentSlots {
  std::int8_t operand = -1;    // the argument's first operand; -1: it has none
  std::int8_t immediate = -1;  // the argument's first immediate; -1: it has none
  std::int8_t operands = 0;    // how many operands the argument has
  std::int8_t immediates = 0;  // how many immediates the argument has; a list of numbers uses one for its length
};

struct SlotLayout {
  std::array<ArgumentSlots, operators::Schema::max_arguments> arguments{};
  std::array<Range, kMaxImmediates> ranges{};  // the range of every immediate that the operation uses
  std::uint8_t operand_count = 0;
  std::uint8_t immediate_count = 0;
};

const SlotLayout& slots_of(OperationId id);

// Wraps every field into its range, and sets the fields that the operation does not use to zero. The function accepts
// any record, and a second call changes nothing.
void canonicalize(Record& record);

// Returns true if `canonicalize` would change nothing.
bool is_canonical(const Record& record);

}  // namespace modecheck::spec
