// Declares c10::InferenceMode (rules G2 and G3), the guard that turns InferenceMode on or off for its lifetime.
#pragma once

#include "engine/core/memory/provenance.h"
#include "engine/core/memory/thread_state.h"

namespace c10 {
inline namespace modecheck_v1 {

// Turns InferenceMode on or off (rule G2). Turning it on also turns grad mode and forward-grad mode off, excludes the
// autograd keys, and no longer includes ADInplaceOrView. Turning it off does the reverse. Only the state of the calling
// thread changes (rule P6).
struct InferenceMode {
  [[nodiscard]] explicit InferenceMode(bool enabled = true) : saved_(modecheck::engine::thread_state) {
    modecheck::engine::ModeState& state = modecheck::engine::thread_state;
    state.inference = enabled;
    state.grad = !enabled;
    state.forward_grad = !enabled;
    if (enabled) {
      state.included = state.included.remove(DispatchKey::ADInplaceOrView);
      state.excluded = state.excluded | autograd_dispatch_keyset;
    } else {
      state.included = state.included.add(DispatchKey::ADInplaceOrView);
      state.excluded = state.excluded - autograd_dispatch_keyset;
    }
    if (modecheck::engine::Provenance::on()) [[unlikely]]
      modecheck::engine::Provenance::enter(this, enabled);
  }
  // Restores the thread's whole mode state as it was when the guard was constructed (rule G3).
  ~InferenceMode() {
    modecheck::engine::thread_state = saved_;
    if (modecheck::engine::Provenance::on()) [[unlikely]]
      modecheck::engine::Provenance::leave(this);
  }
  InferenceMode(const InferenceMode&) = delete;
  InferenceMode& operator=(const InferenceMode&) = delete;

  static bool is_enabled() { return modecheck::engine::thread_state.inference; }

 private:
  modecheck::engine::ModeState saved_;
};

}  // namespace modecheck_v1
}  // namespace c10

namespace torch {
inline namespace modecheck_v1 {
using c10::InferenceMode;
}
}  // namespace torch

namespace at {
inline namespace modecheck_v1 {
using c10::InferenceMode;
}
}  // namespace at
