// The counterfactual that tells a cause from others with the same symptom: the commands that the cause is about are
// taken out of the program, or one of their arguments is replaced, and the departure must be gone. What departs all the
// same has another cause.
#pragma once

#include <optional>
#include <string>

#include "properties/swarm.h"
#include "spec/program.h"

namespace modecheck::properties {

struct Cure {
  OperationSet operations;
  std::string argument;  // that is replaced; empty: the command is taken out
  int value = 0;         // what by

  struct Cured {
    spec::Program program;
    int step = 0;  // where the departing command is now
  };

  // Every command before `step` is cured. Empty if there was nothing to do: then the cause is not in the program.
  std::optional<Cured> apply(const spec::Program& program, int step) const;
};

}  // namespace modecheck::properties
