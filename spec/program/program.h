// A program: a flat list of records over six tensor registers. See docs/PROGRAMS.md for a tour.
//
// Before the first command the registers hold (`initial_leaf`):
//   r0 float32 [2, 2] requires grad     r3 float32 [2, 2]
//   r1 float32 [2]    requires grad     r4 float32 [2]
//   r2 float32 [2, 2] requires grad     r5 int64   [2], values {0, 1}
// A register always holds a tensor. Writing a register drops the handle it held; views of that tensor live on.
//
// Every byte string is a program, and so is every subset and reordering of its records. Some commands are dropped, that
// is, run on no subject: those that are no call (closing a guard that is not open), and those whose result the harness
// could not hold (limits.h) or the specification leaves unspecified.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spec/program/dtype.h"
#include "spec/program/record.h"

namespace modecheck::spec {

struct Program {
  std::vector<Record> records;  // canonical, at most kMaxCommands

  friend bool operator==(const Program& a, const Program& b) { return a.records == b.records; }
};

// A tensor that the harness makes itself (the initial registers, `leaf`): contiguous, values as `leaf_value`.
struct LeafSpec {
  std::array<std::int64_t, kMaxListRoom> sizes{};
  int rank = 0;
  DType dtype = DType::Float32;
  bool requires_grad = false;
  int seed = 0;
};

LeafSpec initial_leaf(int reg);
// The leaf that a `leaf` command makes.
LeafSpec leaf_of(const Record& command);

// Element `index` (row-major) of a leaf: small dyadic numbers k/4 with k in -8 .. 8 for floating dtypes, 0 .. 2 for
// integers (usable as indices), 0 or 1 for bool. The initial int64 register has 0, 1. For a complex leaf these are the
// real parts.
double leaf_value(DType dtype, int seed, int index);
// The imaginary parts of a complex leaf: k/4 with k in -4 .. 4, some of them zero.
double leaf_imaginary(int seed, int index);

// The same program with each alias of an operator replaced by the operator itself.
Program meant(const Program& program);

// The seed that every subject gives its generator just before an operator that draws random numbers: 7, plus the sizes
// for a creation operator such as `rand`. So the values depend only on the record and on the written tensor, and not on
// the commands before.
inline std::uint64_t rand_seed(const Record& record) {
  int seed = 7;
  if (operation(record.operation).family != operators::Family::Creation) return static_cast<std::uint64_t>(seed);
  // rand(int[] size, ...): the length of the list, then its elements (slots.h).
  for (std::size_t i = 1; i <= kMaxListLength; ++i) seed += record.immediates[i];
  return static_cast<std::uint64_t>(seed);
}

}  // namespace modecheck::spec
