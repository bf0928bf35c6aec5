// Computes which transitions the commands of the reduced alphabet (a small set of commands) can reach. A transition is
// an operation with its outcome, its kind of tensor and its modes. Coverage is a share of these transitions.
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

  std::vector<Level> levels;  // an entry for each length of programs, starting with one command
  std::uint64_t states = 0;
  std::vector<properties::Transition> reachable;
  // For each cell of the coverage map, how often the explored programs met it.
  std::unique_ptr<properties::CoverageMatrix> coverage_matrix;
  std::string end;  // why the exploration ended, in words
  double seconds = 0;
};

// Explores all programs of one command, then of two, and so on up to `depth` commands. Stops before a depth that would
// bring the total above `programs`. With `jobs` 0, each core runs a thread.
Exploration explore(int depth, std::uint64_t programs, int jobs);

}  // namespace modecheck::cli
