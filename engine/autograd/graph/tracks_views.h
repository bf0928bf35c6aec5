// Tracks views inside a formula, whatever guards the caller of backward has open.
#pragma once

#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {

// Lets ADInplaceOrView run although a guard excludes it. Otherwise views are not tracked, and a recorded write to a
// view would not reach the history of its base.
class TracksViews {
 public:
  TracksViews() {
    thread_state.excluded = thread_state.excluded - c10::DispatchKeySet(c10::DispatchKey::ADInplaceOrView);
  }
  ~TracksViews() { thread_state.excluded = before_; }
  TracksViews(const TracksViews&) = delete;
  TracksViews& operator=(const TracksViews&) = delete;

 private:
  c10::DispatchKeySet before_ = thread_state.excluded;
};

}  // namespace modecheck::engine
