// The limits of a program. Because of them, everything that the harness stores has a fixed size.
#pragma once

#include <cstdint>

namespace modecheck::spec {

constexpr int kRegisters = 6;          // tensor registers, r0 .. r5
constexpr int kThreads = 2;            // thread slots, t0 is the program's own thread
constexpr int kMaxCommands = 64;       // records in one program
constexpr int kMaxRank = 5;            // dimensions of any tensor
constexpr int kMaxStorageBytes = 512;  // bytes of any storage
constexpr int kMaxElements = 1024;  // elements of any tensor; an expanded one may have more elements than its storage
constexpr int kMaxListLength = 4;   // elements of most int[] arguments
constexpr int kMaxListRoom = 6;     // elements of the longest int[]: padding at both ends of three dimensions
constexpr int kMaxTensorList = 3;   // elements of a Tensor[] or Tensor?[] argument; 2 if there are three such lists
constexpr int kMaxOperands = 6;     // registers one record names
constexpr int kMaxImmediates = 18;  // small integers one record holds
constexpr int kMaxResults = 4;      // results that one record keeps (r_d, r_d+1, ...)
constexpr int kMaxListResults = 2;  // results kept of a returned list

}  // namespace modecheck::spec
