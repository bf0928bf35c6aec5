// The modes of a thread (G1) and what each guard does to them (G2, G4, G5).
//
//   ModeState mode;                          // the defaults
//   const ModeState before = mode;
//   mode.enter_inference(true);              // InferenceMode guard(true);
//   mode.restore_all(before);                // }   (G3: the whole state)
#pragma once

namespace modecheck::spec {

struct ModeState {
  bool inference = false;
  bool grad = true;
  bool forward_grad = true;
  bool adinplaceorview_included = true;
  bool autograd_excluded = false;
  bool adinplaceorview_excluded = false;

  // G2: InferenceMode(false) sets the opposite of each field, whatever the state was.
  void enter_inference(bool enabled) {
    inference = enabled;
    grad = !enabled;
    forward_grad = !enabled;
    adinplaceorview_included = !enabled;  // G7: inference mode never excludes this key
    autograd_excluded = enabled;
  }
  void enter_grad_mode(bool enabled) { grad = enabled; }     // G4
  void enter_below_autograd() { autograd_excluded = true; }  // G5
  void enter_below_adinplaceorview() {                       // G5
    autograd_excluded = true;
    adinplaceorview_excluded = true;
  }

  // G8: a guard restores the state that it saved at its entry, whatever has happened since. If guards are left in
  // order, that is the state before the guard (G3).
  void restore_all(const ModeState& before) { *this = before; }
  void restore_grad_mode(const ModeState& before) { grad = before.grad; }
  // Keys that were excluded before the guard stay excluded.
  void restore_below_autograd(const ModeState& before) {
    if (!before.autograd_excluded) autograd_excluded = false;
  }
  void restore_below_adinplaceorview(const ModeState& before) {
    restore_below_autograd(before);
    if (!before.adinplaceorview_excluded) adinplaceorview_excluded = false;
  }

  // H: a guard of G5 is open, so the kernels that make writes and views safe do not run.
  bool unsafe() const { return adinplaceorview_excluded || (autograd_excluded && !inference); }
};

}  // namespace modecheck::spec
