// The modes of a thread (rule G1), and what each guard does to them (G2, G4, G5).
//
//   ModeState mode;                          // the defaults
//   const ModeState before = mode;
//   mode.enter_inference(true);              // InferenceMode guard(true);
//   mode.restore_all(before);                // }   (G3: the whole state)
#pragma once

#include "spec/program/saved_tensors_hooks.h"

namespace modecheck::spec {

struct ModeState {
  bool inference = false;
  bool grad = true;
  bool forward_grad = true;
  bool adinplaceorview_included = true;
  bool autograd_excluded = false;
  bool adinplaceorview_excluded = false;
  SavedTensorsHooks saved_tensors_hooks = SavedTensorsHooks::None;

  // Rule G2: InferenceMode(false) sets the opposite of what InferenceMode(true) sets, whatever the state was.
  void enter_inference(bool enabled) {
    inference = enabled;
    grad = !enabled;
    forward_grad = !enabled;
    adinplaceorview_included = !enabled;  // rule G7: the mode does not exclude ADInplaceOrView
    autograd_excluded = enabled;
  }
  void enter_grad_mode(bool enabled) { grad = enabled; }     // rule G4: only grad mode changes
  void enter_below_autograd() { autograd_excluded = true; }  // rule G5: excludes Autograd
  void enter_below_adinplaceorview() {                       // rule G5: excludes Autograd and ADInplaceOrView
    autograd_excluded = true;
    adinplaceorview_excluded = true;
  }
  void enter_saved_tensors_hooks(SavedTensorsHooks hooks) { saved_tensors_hooks = hooks; }  // rule S7

  // Rule G8: a guard restores the state that it saved when it was entered, whatever has happened since. If guards end
  // in order, that is the state before the guard (G3). Only their own guard restores the program's hooks (S7).
  void restore_all(ModeState before) {
    before.saved_tensors_hooks = saved_tensors_hooks;
    *this = before;
  }
  void restore_saved_tensors_hooks(const ModeState& before) { saved_tensors_hooks = before.saved_tensors_hooks; }
  void restore_grad_mode(const ModeState& before) { grad = before.grad; }
  // A key that was excluded before the guard stays excluded.
  void restore_below_autograd(const ModeState& before) {
    if (!before.autograd_excluded) autograd_excluded = false;
  }
  void restore_below_adinplaceorview(const ModeState& before) {
    restore_below_autograd(before);
    if (!before.adinplaceorview_excluded) adinplaceorview_excluded = false;
  }

  // Rule H: returns true if an unsafe guard (G5) is open, so that the kernels that make writes and views safe do not
  // run.
  bool unsafe() const { return adinplaceorview_excluded || (autograd_excluded && !inference); }
};

}  // namespace modecheck::spec
