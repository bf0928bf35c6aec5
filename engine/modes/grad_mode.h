// Declares the guards of grad mode (rule G4). They set the grad mode of the calling thread and nothing else, and
// restore it at their end.
#pragma once

#include "engine/core/memory/thread_state.h"

namespace c10 {
inline namespace modecheck_v1 {

// Reads and sets the grad mode of the calling thread. Unlike the guards below, set_enabled() is not undone
// automatically.
struct GradMode {
  static bool is_enabled() { return modecheck::engine::thread_state.grad; }
  static void set_enabled(bool enabled) { modecheck::engine::thread_state.grad = enabled; }
};

// Sets the grad mode for the lifetime of the guard. Inside InferenceMode, AutoGradMode(true) does not make operators
// record (rules G4 and S5).
struct AutoGradMode {
  [[nodiscard]] explicit AutoGradMode(bool enabled) : saved_(GradMode::is_enabled()) { GradMode::set_enabled(enabled); }
  ~AutoGradMode() { GradMode::set_enabled(saved_); }
  AutoGradMode(const AutoGradMode&) = delete;
  AutoGradMode& operator=(const AutoGradMode&) = delete;

 private:
  bool saved_;
};

// Turns grad mode off for the lifetime of the guard, so that operators record nothing.
struct NoGradGuard : public AutoGradMode {
  [[nodiscard]] NoGradGuard() : AutoGradMode(false) {}
};

// Sets forward-mode differentiation on or off on the calling thread, and restores the setting at its end.
struct AutoFwGradMode {
  [[nodiscard]] explicit AutoFwGradMode(bool enabled) : saved_(modecheck::engine::thread_state.forward_grad) {
    modecheck::engine::thread_state.forward_grad = enabled;
  }
  ~AutoFwGradMode() { modecheck::engine::thread_state.forward_grad = saved_; }
  AutoFwGradMode(const AutoFwGradMode&) = delete;
  AutoFwGradMode& operator=(const AutoFwGradMode&) = delete;

 private:
  bool saved_;
};

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::AutoFwGradMode;
using c10::AutoGradMode;
using c10::GradMode;
using c10::NoGradGuard;
}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {
using c10::AutoGradMode;
using c10::GradMode;
using c10::NoGradGuard;
}  // namespace modecheck_v1
}  // namespace torch
