// Guards with the mistakes of tests/stress/planted.h. The stress uses them in place of the engine's guards if such a
// mistake is planted.
#pragma once

#include <exception>

#include "engine/core/memory/thread_state.h"
#include "engine/modes/inference_mode.h"

namespace modecheck::stress {

// An InferenceMode guard that restores nothing while an exception unwinds the stack.
class LeakingInferenceMode {
 public:
  explicit LeakingInferenceMode(bool enabled) : guard_(new c10::InferenceMode(enabled)) {}
  ~LeakingInferenceMode() {
    const engine::ModeState inside = engine::thread_state;
    delete guard_;
    if (std::uncaught_exceptions() > 0) engine::thread_state = inside;
  }
  LeakingInferenceMode(const LeakingInferenceMode&) = delete;
  LeakingInferenceMode& operator=(const LeakingInferenceMode&) = delete;

 private:
  c10::InferenceMode* guard_;
};

// An InferenceMode guard that restores grad mode only.
class HalfInferenceMode {
 public:
  explicit HalfInferenceMode(bool enabled) : guard_(new c10::InferenceMode(enabled)) {}
  ~HalfInferenceMode() {
    const engine::ModeState inside = engine::thread_state;
    delete guard_;
    engine::thread_state.included = inside.included;
    engine::thread_state.excluded = inside.excluded;
  }
  HalfInferenceMode(const HalfInferenceMode&) = delete;
  HalfInferenceMode& operator=(const HalfInferenceMode&) = delete;

 private:
  c10::InferenceMode* guard_;
};

// Excludes keys, and removes all of them at its end, also those that were excluded before.
class ForgetfulExcludeKeys {
 public:
  explicit ForgetfulExcludeKeys(c10::DispatchKeySet keys) : keys_(keys) {
    engine::thread_state.excluded = engine::thread_state.excluded | keys;
  }
  ~ForgetfulExcludeKeys() { engine::thread_state.excluded = engine::thread_state.excluded - keys_; }
  ForgetfulExcludeKeys(const ForgetfulExcludeKeys&) = delete;
  ForgetfulExcludeKeys& operator=(const ForgetfulExcludeKeys&) = delete;

 private:
  c10::DispatchKeySet keys_;
};

}  // namespace modecheck::stress
