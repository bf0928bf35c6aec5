// Makes sure that views inside a derivative formula are tracked, even if the caller of backward has opened a guard that
// excludes ADInplaceOrView.
#pragma once

#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {

// Removes ADInplaceOrView from the thread's excluded keys for the lifetime of this object. Without it views are not
// tracked, and a recorded write to a view does not reach the history of its base.
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
