// The limits of a program. Because of them, everything that the harness stores has a fixed size.
#pragma once

#include <cstdint>

namespace modecheck::spec {

constexpr int kRegisters = 6;          // the number of tensor registers, r0 .. r5
constexpr int kThreads = 2;            // the number of thread slots; t0 is the program's own thread
constexpr int kMaxCommands = 64;       // the most commands in one program
constexpr int kMaxRank = 5;            // the most dimensions that a tensor has
constexpr int kMaxStorageBytes = 512;  // the most bytes that a storage has
constexpr int kMaxElements = 1024;     // the most elements of a tensor, which may exceed its storage if it is expanded
constexpr int kMaxListLength = 4;      // the most elements of an int[] argument, except for the longer lists below
constexpr int kMaxListRoom = 6;     // the most elements of any int[], as padding at both ends of three dimensions has
constexpr int kMaxTensorList = 3;   // the most elements of a Tensor[] or Tensor?[]; 2 if a command has three such lists
constexpr int kMaxOperands = 6;     // the most registers that one command names
constexpr int kMaxImmediates = 18;  // how many small integers one command can hold
constexpr int kMaxResults = 4;      // the most results that one command keeps, in r_d, r_d+1, ...
constexpr int kMaxListResults = 2;  // the most results that a command keeps of a returned list

}  // namespace modecheck::spec
