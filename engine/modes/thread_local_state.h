// at::ThreadLocalState (G6): the whole mode of a thread as a value, to be put on another thread by a guard.
#pragma once

#include "engine/core/thread_state.h"

namespace at {
inline namespace modecheck_v1 {

class ThreadLocalState {
 public:
  // Captures the calling thread's state.
  ThreadLocalState() : state_(modecheck::engine::thread_state) {}
  void set_grad_mode(bool enabled) { state_.grad = enabled; }
  static void setThreadLocalState(const ThreadLocalState& state) { modecheck::engine::thread_state = state.state_; }

 private:
  modecheck::engine::ModeState state_;
};

class ThreadLocalStateGuard {
 public:
  explicit ThreadLocalStateGuard(const ThreadLocalState& state) { ThreadLocalState::setThreadLocalState(state); }
  ~ThreadLocalStateGuard() { ThreadLocalState::setThreadLocalState(saved_); }
  ThreadLocalStateGuard(const ThreadLocalStateGuard&) = delete;
  ThreadLocalStateGuard& operator=(const ThreadLocalStateGuard&) = delete;

 private:
  ThreadLocalState saved_;
};

}  // namespace modecheck_v1
}  // namespace at
