// Observes the model's state: reads the stored metadata, and regenerates no stale view (rule W5).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Observes the registers, and keeps the observation. A command that has changed nothing (rule E1) needs no new one.
class Observer {
 public:
  // Call this after a command that may have changed something. The next observation then reads the registers anew.
  void expect_change() { changed_ = true; }
  // Observes the registers, and the modes of `thread`.
  void observe(const ModelState& m, int thread, Observation& out);
  // Returns true if the last observation read the registers anew.
  bool observed_anew() const { return anew_; }

 private:
  std::array<RegisterObservation, kRegisters> seen_{};
  bool changed_ = true;
  bool anew_ = true;
};

}  // namespace modecheck::spec
