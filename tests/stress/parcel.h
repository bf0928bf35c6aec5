// What one thread of the stress gives to another: a state, tensors with what is known about them, and a guard that the
// receiver ends.
#pragma once

#include <cstdint>
#include <memory>

#include "ATen/ATen.h"
#include "tests/stress/captured.h"
#include "tests/stress/guard.h"

namespace modecheck::stress {

struct Parcel {
  explicit Parcel(const Captured& sent) : captured(sent) {}

  Captured captured;       // the sender's state
  std::uint64_t seed = 0;  // what the receiver does with the parcel follows from this number
  at::Tensor leaf;         // a leaf of the sender
  at::Tensor root;         // a number that was computed from `leaf`; the sender may have kept parts of the graph
  float slope = 0;         // each element of the gradient of `root` with respect to `leaf`
  at::Tensor alone;        // a tensor of ones of which the receiver may hold the last reference
  bool alone_is_inference = false;
  std::unique_ptr<Guard> guard;  // null, or a guard that the sender began
};

}  // namespace modecheck::stress
