// What the model can reach with the commands of the alphabet: the denominator of coverage.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "properties/campaign/census.h"
#include "properties/campaign/transition.h"
#include "properties/exhaustive/state_walk.h"

namespace modecheck::cli {

struct Exploration {
  struct Level {
    properties::StateWalk::Level walked;
    std::size_t new_transitions = 0;
  };

  std::vector<Level> levels;  // by length, from programs of one command on
  std::uint64_t states = 0;
  std::vector<properties::Transition> reachable;
  std::unique_ptr<properties::Census> census;  // of all programs together
  std::string end;                             // why it went no further
  double seconds = 0;
};

// Programs of up to `depth` commands, as long as they are no more than `programs`. `jobs`: 0 for one on each core.
Exploration explore(int depth, std::uint64_t programs, int jobs);

}  // namespace modecheck::cli
