// The trace of one run of a program on one subject, with one step for each command. A trace has a fixed size and no
// pointers, so that it can lie in memory shared with a worker process. After a crash the completed steps are still
// there.
#pragma once

#include <array>
#include <cstdint>

#include "spec/interface/observation.h"
#include "spec/interface/outcome.h"
#include "spec/program/limits.h"

namespace modecheck::spec {

struct Step {
  Outcome outcome;
  Observation observation;  // what was observed after the command
};

struct Trace {
  static constexpr std::uint32_t byte_capacity = (kMaxCommands + 1) * kRegisters * 2 * kMaxStorageBytes;

  std::uint32_t completed = 0;      // how many steps are written; after a crash, the next step is the one that crashed
  std::uint32_t bytes_used = 0;     // how many of `bytes` are used
  std::int64_t live_objects = -1;   // tensors, storages, counters and nodes that outlive the program; -1: unknown
  std::uint8_t values_pending = 0;  // 1: `bytes` holds only messages so far; values follow after the program
  Step initial;                     // the state of registers and modes before the first command
  std::array<Step, kMaxCommands> steps;
  std::array<std::uint8_t, byte_capacity> bytes;

  void clear() {
    completed = 0;
    bytes_used = 0;
    live_objects = -1;
    values_pending = 0;
  }
};

}  // namespace modecheck::spec
