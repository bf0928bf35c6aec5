// Declares at::ThreadLocalState (rule G6): the whole mode state of a thread as a value, which a guard can set on
// another thread. The value includes the default hooks for saved tensors, and the fake mode.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/memory/thread_state.h"
#include "engine/modes/saved_tensor_default_hooks.h"

namespace at {
inline namespace modecheck_v1 {

class ThreadLocalState {
 public:
  // Captures the calling thread's mode state, fake mode and default hooks.
  ThreadLocalState() : state_(modecheck::engine::thread_state), fake_mode_(modecheck::engine::thread_fake_mode) {
    if (SavedTensorDefaultHooks::is_set()) hooks_ = SavedTensorDefaultHooks::get_tls_state();
  }
  void set_grad_mode(bool enabled) { state_.grad = enabled; }
  static void setThreadLocalState(const ThreadLocalState& state) {
    modecheck::engine::thread_state = state.state_;
    modecheck::engine::thread_fake_mode = state.fake_mode_;
    if (state.hooks_.has_value() || SavedTensorDefaultHooks::is_set())
      SavedTensorDefaultHooks::set_tls_state(state.hooks_.value_or(impl::SavedTensorDefaultHooksTLS()));
  }

 private:
  modecheck::engine::ModeState state_;
  std::uint32_t fake_mode_;  // the number of the fake mode, or 0
  // The default hooks for saved tensors. std::nullopt means that there are none, as on a new thread.
  std::optional<impl::SavedTensorDefaultHooksTLS> hooks_;
};

// Sets a captured state on the calling thread for its lifetime, and restores the thread's own state at its end (rule
// G6).
class ThreadLocalStateGuard {
 public:
  [[nodiscard]] explicit ThreadLocalStateGuard(const ThreadLocalState& state) {
    ThreadLocalState::setThreadLocalState(state);
  }
  ~ThreadLocalStateGuard() { ThreadLocalState::setThreadLocalState(saved_); }
  ThreadLocalStateGuard(const ThreadLocalStateGuard&) = delete;
  ThreadLocalStateGuard& operator=(const ThreadLocalStateGuard&) = delete;

 private:
  ThreadLocalState saved_;
};

}  // namespace modecheck_v1
}  // namespace at
