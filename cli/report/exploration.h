// Computes what the model can reach with the alphabet's commands: the denominator of coverage.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "properties/campaign/coverage_matrix.h"
#include "properties/campaign/transition.h"
#include "properties/exhaustive/state_walk.h"

namespace modecheck::cli {

struct Exploration {
  struct Level {
    properties::StateWalk::Level walked;
    std::size_t new_transitions = 0;
  };

  std::vector<Level> levels;  // by number of commands, starting with one
  std::uint64_t states = 0;
  std::vector<properties::Transition> reachable;
  std::unique_ptr<properties::CoverageMatrix> coverage_matrix;  // over all programs
  std::string end;                                              // why the exploration ended
  double seconds = 0;
};

// Explores programs of up to `depth` commands, while there are at most `programs`. `jobs`: 0 for one on each core.
Exploration explore(int depth, std::uint64_t programs, int jobs);

}  // namespace modecheck::cli
