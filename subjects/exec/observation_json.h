// Writes what can be observed as JSON, with the members that adapters answer with (docs/OWN_ENGINE.md).
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "spec/interface/trace.h"

namespace modecheck::subjects {

// Says how exactly elements are known: nothing if they are exact, a tolerance, or infinity if nothing is known of them.
// The arguments are the register and whether its gradient is meant.
using ToleranceOf = std::function<std::optional<double>(int reg, bool gradient)>;

// Returns an observation as an object with `modes`, if they are not those of normal mode, and `registers`. Members that
// have their default are left out. `tolerance` is a member of ours: the largest error of an element, "any" if the
// elements may be anything. Elements without it are exact.
nlohmann::ordered_json json_of(const spec::Trace& trace, const spec::Observation& observation,
                               const ToleranceOf& tolerance_of);

}  // namespace modecheck::subjects
