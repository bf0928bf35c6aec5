// Hooks and retained gradients (S7). Both belong to the edge that their tensor had when they were called.
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
  std::uint8_t written = 0;  // the register that it writes
  bool detached = false;     // detach_ has made a leaf of its tensor since
  SnapshotId snapshot = 0;   // of those that double; 0: of a leaf
};

}  // namespace modecheck::spec
