// Observes the state: reads the stored metadata, and regenerates no stale view (W5).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Observes the registers, and caches the observation, because a command that has changed nothing (E1) needs no new one.
class Observer {
 public:
  // Call this if a command may have changed something: the next observation then reads the registers anew.
  void expect_change() { changed_ = true; }
  // The mode is that of `thread`.
  void observe(const ModelState& m, int thread, Observation& out);
  // Whether the last observation read the registers anew.
  bool observed_anew() const { return anew_; }

 private:
  std::array<RegisterObservation, kRegisters> seen_{};
  bool changed_ = true;
  bool anew_ = true;
};

}  // namespace modecheck::spec
