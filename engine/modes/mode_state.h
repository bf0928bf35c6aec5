// Reads the thread's mode state (rule G1) under libtorch's names.
#pragma once

#include "engine/core/memory/thread_state.h"

namespace c10 {
inline namespace modecheck_v1 {

// A copy of the calling thread's flags: grad mode, forward-grad mode and inference mode.
class AutogradState {
 public:
  static AutogradState get_tls_state() { return AutogradState(modecheck::engine::thread_state); }
  bool get_grad_mode() const { return state_.grad; }
  bool get_fw_grad_mode() const { return state_.forward_grad; }
  bool get_inference_mode() const { return state_.inference; }

 private:
  explicit AutogradState(const modecheck::engine::ModeState& state) : state_(state) {}
  modecheck::engine::ModeState state_;
};

namespace impl {

// A copy of the calling thread's included and excluded keys.
struct LocalDispatchKeySet {
  DispatchKeySet included_;
  DispatchKeySet excluded_;
};
// Returns the included and excluded keys of the calling thread.
inline LocalDispatchKeySet tls_local_dispatch_key_set() {
  return {modecheck::engine::thread_state.included, modecheck::engine::thread_state.excluded};
}

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
