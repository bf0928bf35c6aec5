// Defines Reached, the objects in which a searcher records what its programs reach. Each of them may be null.
#pragma once

#include "properties/campaign/coverage_matrix.h"
#include "properties/campaign/transition_counts.h"
#include "properties/campaign/transition_set.h"

namespace modecheck::properties {

struct Reached {
  TransitionSet* transitions = nullptr;
  TransitionCounts* transition_counts = nullptr;
  CoverageMatrix* coverage_matrix = nullptr;

  void add_run(const spec::Program& program, const Expected& expected) const {
    if (transitions != nullptr) transitions->add_run(program, expected);
    if (transition_counts != nullptr) transition_counts->add_run(program, expected);
    if (coverage_matrix != nullptr) coverage_matrix->add_run(program, expected);
  }
};

}  // namespace modecheck::properties
