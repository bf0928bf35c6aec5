// A program: a list of commands over six tensor registers. docs/PROGRAMS.md gives a tour.
//
// Before the first command the registers hold these tensors (`initial_leaf`):
//   r0 float32 [2, 2] requires grad     r3 float32 [2, 2]
//   r1 float32 [2]    requires grad     r4 float32 [2]
//   r2 float32 [2, 2] requires grad     r5 int64   [2], values {0, 1}
// A register always holds a tensor. When a command writes a register, the register drops its old tensor; views of that
// tensor live on.
//
// Every byte string is a program, and so is every subset and reordering of its commands. Some commands are dropped: no
// subject runs them. A command is dropped if it means nothing, such as closing a guard that is not open. It is also
// dropped if the harness could not hold its result (limits.h), or if the specification leaves the result unspecified.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/program/dtype.h"
#include "spec/program/record.h"

namespace modecheck::spec {

struct Program {
  std::vector<Record> records;  // the commands; each is canonical, and there are at most kMaxCommands

  friend bool operator==(const Program& a, const Program& b) { return a.records == b.records; }
};

// A tensor that the harness makes itself: an initial register, or the result of `leaf`. It is contiguous, and
// `leaf_value` gives its values.
struct LeafSpec {
  std::array<std::int64_t, kMaxListRoom> sizes{};
  int rank = 0;
  DType dtype = DType::Float32;
  bool requires_grad = false;
  int seed = 0;
};

LeafSpec initial_leaf(int reg);
// Returns what a `leaf` command of a program makes: the leaf's dtype, sizes and other properties.
LeafSpec leaf_of(const Record& command);

// Returns element `index` (in row-major order) of a leaf. For floating-point dtypes it is k/4 with k in -8 .. 8. For
// integers it is 0 .. 2, usable as an index, and for bool 0 or 1. The initial int64 register has 0 and 1. For a complex
// leaf these are the real parts.
double leaf_value(DType dtype, int seed, int index);
// Returns the imaginary part of an element of a complex leaf: k/4 with k in -4 .. 4, for some elements zero.
double leaf_imaginary(int seed, int index);

// Returns the program with each alias of an operator replaced by the operator itself.
Program meant(const Program& program);

// Returns the seed that every subject gives its generator just before an operator that draws random numbers. It is 7,
// and for a creation operator such as `rand` the sizes are added. So the values depend only on the command and on the
// written tensor, and not on earlier commands.
inline std::uint64_t rand_seed(const Record& record) {
  int seed = 7;
  if (operation(record.operation).family != operators::Family::Creation) return static_cast<std::uint64_t>(seed);
  // The slots of `rand(int[] size, ...)` hold the length of the list, then its elements (slots.h).
  for (std::size_t i = 1; i <= kMaxListLength; ++i) seed += record.immediates[i];
  return static_cast<std::uint64_t>(seed);
}

}  // namespace modecheck::spec
