// Describes in words what a step did, from two observations: "r3 is now float32 [2, 2], inference", "r0.version +0 ->
// +1".
#pragma once

#include <string>
#include <vector>

#include "spec/interface/observation.h"
#include "spec/interface/trace.h"
#include "spec/program/record.h"

namespace modecheck::properties {

// For example "float32 [2, 2], normal, requires_grad, view of r0 (DEFAULT), version +0".
std::string describe(const spec::Observation& observation, int reg);

// For example "InferenceMode, grad mode off".
std::string describe(const spec::ModeObservation& mode);

// Returns what changed from `before` to `after`, one line each.
std::vector<std::string> changes(const spec::Record& record, const spec::Observation& before, const spec::Step& after);

}  // namespace modecheck::properties
