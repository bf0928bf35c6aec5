// Observation of the state: it reads what is stored, and refreshes nothing (W5).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Looks at the registers, and remembers what was seen: a command that has changed nothing (E1) needs no second look.
class Observer {
 public:
  // The command may have changed something, so the next observation looks anew.
  void expect_change() { changed_ = true; }
  // The mode is that of `thread`.
  void observe(const ModelState& m, int thread, Observation& out);
  // Whether the last observation looked anew.
  bool observed_anew() const { return anew_; }

 private:
  std::array<RegisterObservation, kRegisters> seen_{};
  bool changed_ = true;
  bool anew_ = true;
};

}  // namespace modecheck::spec
