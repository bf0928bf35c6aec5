// Where the arguments of an operation stand in a record, and what range each has. Both follow from the schema: the
// argument's type says how many slots it takes, its name which values make sense.
//
//   type                 operands     immediates
//   Tensor               register
//   Tensor?              register     present (0 or 1)
//   Tensor[]             3 registers  length (1 .. 3); of three lists each 2 registers
//   Tensor?[]            3 registers  length (1 .. 3), present (0 or 1) of each
//   int, SymInt          -            value
//   int?                 -            present, value
//   int[]                -            length, as many values as there is room for: 4; in what slides a window, one for
//                                     each of its dimensions; of the borders of padding, two for each
//   int[]?               -            length (-1: None), 4 values
//   Scalar               -            kind (0 int, 1 float: the value stands for value / 2, 2 bool), value
//   Scalar?              -            kind (-1: None), value
//   float                -            value: it stands for value / 2; the highest order `p` of a norm
//                                     stands for infinity
//   float[]?             -            length (-1: None), 2 values as those of float
//   bool                 -            0 or 1
//   str                  -            which of words_of (words.h), if it has any; else it keeps its default
//   str?                 -            the same, 0: None
//   ScalarType           -            a DType
//   ScalarType?          -            a DType, -1: None
//   all others           keep their default and take no slot; a bool? that has none is true
#pragma once

#include <array>
#include <cstdint>

#include "spec/program/operation.h"
#include "spec/program/record.h"

namespace modecheck::spec {

// Inclusive.
struct Range {
  std::int8_t low = 0;
  std::int8_t high = 0;
};

// The value of a float's slot that stands for infinity.
constexpr int kInfinity = 7;

struct ArgumentSlots {
  std::int8_t operand = -1;    // first operand, -1: none
  std::int8_t immediate = -1;  // first immediate, -1: none
  std::int8_t operands = 0;    // how many
  std::int8_t immediates = 0;  // how many: a list of numbers has room for one less
};

struct SlotLayout {
  std::array<ArgumentSlots, operators::Schema::max_arguments> arguments{};
  std::array<Range, kMaxImmediates> ranges{};  // of every immediate in use
  std::uint8_t operand_count = 0;
  std::uint8_t immediate_count = 0;
};

const SlotLayout& slots_of(OperationId id);

// Wraps every field into its range, and zeroes what the operation does not use: total, idempotent.
void canonicalize(Record& record);

// True if `canonicalize` would change nothing.
bool is_canonical(const Record& record);

}  // namespace modecheck::spec
