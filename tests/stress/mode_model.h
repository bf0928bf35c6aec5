// What the rules say about the mode state of a thread (G1 to G8), computed without the engine. The stress compares this
// model with the engine's state after every step.
#pragma once

#include <string>

#include "c10/core/impl/LocalDispatchKeySet.h"

namespace modecheck::stress {

struct ModeModel {
  // A new thread has these values (G1, G6).
  bool inference = false;
  bool grad = true;
  bool forward_grad = true;
  bool view_key_included = true;   // ADInplaceOrView is in the included set
  bool autograd_excluded = false;  // all autograd keys are in the excluded set
  bool view_key_excluded = false;  // ADInplaceOrView is in the excluded set

  bool operator==(const ModeModel& other) const {
    return inference == other.inference && grad == other.grad && forward_grad == other.forward_grad &&
           view_key_included == other.view_key_included && autograd_excluded == other.autograd_excluded &&
           view_key_excluded == other.view_key_excluded;
  }
  bool operator!=(const ModeModel& other) const { return !(*this == other); }

  // Returns whether the keys are those of the mode or those outside the mode. Guards that are destroyed out of order
  // can mix the two. The rules then say what the state is, and little about what operators do.
  bool is_consistent() const { return inference ? autograd_excluded && !view_key_included : view_key_included; }
  // Returns whether an operator on a tensor that requires grad is recorded.
  bool records() const { return grad && !inference && !autograd_excluded; }
  // Returns the thread's keys in this state.
  c10::impl::LocalDispatchKeySet keys() const;
  // Returns the state in words, for messages.
  std::string text() const;
};

// Returns an empty string if the calling thread's state is the model's, and otherwise both in words.
std::string difference_from_thread(const ModeModel& model);

}  // namespace modecheck::stress
