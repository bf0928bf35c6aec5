// Describes in words what a step of a program did, from the observations before and after: "r3 is now float32 [2, 2],
// inference", "r0.version +0 -> +1".
#pragma once

#include <string>
#include <vector>

#include "spec/interface/observation.h"
#include "spec/interface/trace.h"
#include "spec/program/record.h"

namespace modecheck::properties {

// Returns a description of a register, for example "float32 [2, 2], normal, requires_grad, view of r0 (DEFAULT),
// version +0".
std::string describe(const spec::Observation& observation, int reg);

// Returns a description of the modes, for example "InferenceMode, grad mode off".
std::string describe(const spec::ModeObservation& mode);

// Returns what changed from `before` to `after`, one line for each change.
std::vector<std::string> changes(const spec::Record& record, const spec::Observation& before, const spec::Step& after);

}  // namespace modecheck::properties
