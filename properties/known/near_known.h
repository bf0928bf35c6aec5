// The known issue that a new finding resembles most. A search of a library with many known issues keeps meeting
// variants of them, which a person wants to read last and side by side with what they are variants of.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

struct NearKnown {
  std::string entry;                 // its id in known/
  std::string cause;                 // its cause's id
  std::string title;                 // what the cause is, in a sentence
  std::vector<std::string> differs;  // where the finding is another: "the operation", "the version"
};

// At most two conditions of the entry do not hold, the answers of the specification and of the subject are those of the
// entry, and the rule is the same. An entry with counterfactuals says by them whether a finding has its cause: it is
// near only if they hold and the version alone is another. `lockstep` runs programs: its last verdict is void
// afterwards.
std::optional<NearKnown> nearest_known(const std::vector<KnownDeparture>& known, Lockstep& lockstep,
                                       const spec::Program& program, const Departure& departure);

nlohmann::json near_json(const std::optional<NearKnown>& near);
std::optional<NearKnown> near_of(const nlohmann::json& json);

// "resembles `strides-of-a-batch` (Title); it differs in the operation".
std::string sentence(const NearKnown& near);

}  // namespace modecheck::properties
