// Keeps where the calling thread entered its InferenceMode guards.
#pragma once

#include <memory>

#include "engine/provenance/frames.h"

namespace modecheck::engine::provenance {

class Guards {
 public:
  static void enter(const void* guard, bool inference);
  static void leave(const void* guard) noexcept;
  // Returns where the thread entered the innermost guard that turned the mode on, or null if it has no such guard.
  static std::shared_ptr<const Frames> innermost();
};

}  // namespace modecheck::engine::provenance
