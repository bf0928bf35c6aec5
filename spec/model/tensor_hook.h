// Hooks and retained gradients (rule S7). Each belongs to the edge that its tensor had when register_hook or
// retain_grad ran.
#pragma once

#include "spec/interface/effect.h"
#include "spec/model/ids.h"

namespace modecheck::spec {

struct RetainedGradient {
  Edge edge;
  TensorId tensor = 0;
  SnapshotId snapshot = 0;
};

struct TensorHook {
  enum class Kind : std::uint8_t { Looks, Doubles, Writes };
  Edge edge;
  TensorId tensor = 0;
  Kind kind = Kind::Looks;
  std::uint8_t written = 0;  // for Kind::Writes: the register whose tensor the hook writes
  bool detached = false;     // detach_ has made the tensor a leaf since the hook was registered
  bool of_constant = false;  // the tensor was a view without a node when the hook was registered
  SnapshotId snapshot = 0;   // for Kind::Doubles: the scalars whose gradient doubles; 0 if the tensor is a leaf
};

}  // namespace modecheck::spec
