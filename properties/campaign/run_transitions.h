// Visits the transitions of a program's commands.
#pragma once

#include <array>
#include <cstddef>

#include "properties/campaign/transition.h"
#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// Calls `each` with the number and the transition of every command. `expected` is the specification's run of the
// program.
template <typename Each>
void visit_transitions(const spec::Program& program, const Expected& expected, Each&& each) {
  std::array<spec::ModeObservation, spec::kThreads> modes{};
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Record& record = program.records[i];
    const spec::Step& step = expected.step(static_cast<int>(i));
    each(i,
         transition_of(record, expected.step(static_cast<int>(i) - 1).observation, modes[record.thread], step.outcome));
    modes[record.thread] = step.observation.mode;
  }
}

}  // namespace modecheck::properties
