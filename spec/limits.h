// The bounds of a program: everything the harness stores is of fixed size because of them.
#pragma once

#include <cstdint>

namespace modecheck::spec {

constexpr int kRegisters = 6;          // tensor registers, r0 .. r5
constexpr int kThreads = 2;            // thread slots, t0 is the program's own thread
constexpr int kMaxCommands = 64;       // records in one program
constexpr int kMaxRank = 5;            // dimensions of any tensor
constexpr int kMaxStorageBytes = 512;  // bytes of any storage
constexpr int kMaxListLength = 4;      // elements of an int[] argument
constexpr int kMaxTensorList = 3;      // elements of a Tensor[] argument
constexpr int kMaxOperands = 4;        // registers one record names
constexpr int kMaxImmediates = 12;     // small integers one record holds
constexpr int kMaxResults = 2;         // results that one record keeps (r_d, r_d+1)

}  // namespace modecheck::spec
