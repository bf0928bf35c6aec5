// One round of the stress: new shared tensors, new threads, and a fixed number of steps of each thread.
#pragma once

#include <cstdint>

#include "tests/stress/outcome.h"
#include "tests/stress/planted.h"

namespace modecheck::stress {

struct Round {
  std::uint64_t seed = 1;
  int threads = 4;
  int steps = 200;  // of each thread
  Planted planted = Planted::Nothing;
};

// Runs the round, and adds to `outcome` what was violated. When all threads have ended, checks the sum of all gradients
// that they have accumulated, and that nothing is left alive.
void run_round(const Round& round, Outcome& outcome);

}  // namespace modecheck::stress
