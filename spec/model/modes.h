// The modes of a thread (G1) and what each guard does to them (G2, G4, G5).
//
//   ModeState mode;                          // the defaults
//   const ModeState before = mode;
//   mode.enter_inference(true);              // InferenceMode guard(true);
//   mode.restore_all(before);                // }   (G3: the whole state, as it stood)
#pragma once

namespace modecheck::spec {

struct ModeState {
  bool inference = false;
  bool grad = true;
  bool forward_grad = true;
  bool adinplaceorview_included = true;
  bool autograd_excluded = false;
  bool adinplaceorview_excluded = false;

  // G2: each of the reverse, whatever the state was.
  void enter_inference(bool enabled) {
    inference = enabled;
    grad = !enabled;
    forward_grad = !enabled;
    adinplaceorview_included = !enabled;  // G7: included or not, never excluded
    autograd_excluded = enabled;
  }
  void enter_grad_mode(bool enabled) { grad = enabled; }     // G4
  void enter_below_autograd() { autograd_excluded = true; }  // G5
  void enter_below_adinplaceorview() {                       // G5
    autograd_excluded = true;
    adinplaceorview_excluded = true;
  }

  // G8: what a guard saved when it was entered comes back, whatever has happened since. Where guards are left in order
  // this is the state as it stood (G3).
  void restore_all(const ModeState& before) { *this = before; }
  void restore_grad_mode(const ModeState& before) { grad = before.grad; }
  // The keys that were excluded already stay so.
  void restore_below_autograd(const ModeState& before) {
    if (!before.autograd_excluded) autograd_excluded = false;
  }
  void restore_below_adinplaceorview(const ModeState& before) {
    restore_below_autograd(before);
    if (!before.adinplaceorview_excluded) adinplaceorview_excluded = false;
  }

  // H: a guard of G5 has taken away what makes writes and views safe.
  bool unsafe() const { return adinplaceorview_excluded || (autograd_excluded && !inference); }
};

}  // namespace modecheck::spec
