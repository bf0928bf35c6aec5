// What one run of a program on one subject gave: a step per command. Of fixed size and without pointers, so that it can
// lie in memory shared with a worker process: after a crash, the steps that were completed are still there.
#pragma once

#include <array>
#include <cstdint>

#include "spec/interface/observation.h"
#include "spec/interface/outcome.h"
#include "spec/program/limits.h"

namespace modecheck::spec {

struct Step {
  Outcome outcome;
  Observation observation;  // after the command
};

struct Trace {
  static constexpr std::uint32_t byte_capacity = (kMaxCommands + 1) * kRegisters * 2 * kMaxStorageBytes;

  std::uint32_t completed = 0;     // steps written; the step after them is the one in flight
  std::uint32_t bytes_used = 0;    // of `bytes`
  std::int64_t live_objects = -1;  // tensors, storages, counters and nodes left after the program; -1: cannot tell
  std::uint8_t values_pending =
      0;         // 1: of `bytes` only the messages are there; the rest comes when the program is over
  Step initial;  // the state before the first command
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
