// Finds the known issue that a new finding resembles most. A search of a library with many known issues keeps meeting
// variants of them. A person wants to read such variants last, beside the known issue.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

struct NearKnown {
  std::string entry;  // the entry's id in known/
  std::string cause;  // the id of the entry's cause
  std::string title;  // the cause's title, a sentence
  // in which respects the finding differs from the entry: "the operation", "the version"
  std::vector<std::string> differs;
};

// An entry is near if at most two of its conditions fail, and rule, expected answer and observed answer are the same.
// If an entry has counterfactuals, they must hold, and only the version may differ. `lockstep` runs programs, which
// invalidates its last verdict.
std::optional<NearKnown> nearest_known(const std::vector<KnownMismatch>& known, Lockstep& lockstep,
                                       const spec::Program& program, const Mismatch& mismatch);

nlohmann::json near_json(const std::optional<NearKnown>& near);
std::optional<NearKnown> near_of(const nlohmann::json& json);

// Returns, for example, "It resembles the known issue strides-of-a-batch (Title). It differs in the operation."
std::string sentence(const NearKnown& near);

}  // namespace modecheck::properties
