// The mode state of a thread as a value (G6), with what the rules say about it. One thread captures it, and another
// sets it.
#pragma once

#include "ATen/ThreadLocalState.h"
#include "tests/stress/mode_model.h"

namespace modecheck::stress {

struct Captured {
  // Captures the calling thread's state, which should be `now`.
  explicit Captured(const ModeModel& now) : model(now) {}
  at::ThreadLocalState state;
  ModeModel model;
};

}  // namespace modecheck::stress
