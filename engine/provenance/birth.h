// Says what was noted when a tensor was made.
#pragma once

#include <cstddef>
#include <memory>
#include <thread>

#include "engine/provenance/frames.h"

namespace modecheck::engine::provenance {

struct Birth {
  // The most sources that are reached from one birth.
  static constexpr std::size_t most_sources = 16;

  Frames frames;
  std::thread::id thread;
  bool in_mode = false;                 // whether the mode was on in that thread
  std::shared_ptr<const Frames> guard;  // where the innermost InferenceMode guard was entered; null if none was seen
  std::shared_ptr<const Birth> source;  // the tensor that this one is an alias of, or whose sizes it got; or null
  bool is_alias = false;                // whether this tensor is an alias of `source`
  std::size_t depth = 0;                // how many sources are reached from here
};

}  // namespace modecheck::engine::provenance
