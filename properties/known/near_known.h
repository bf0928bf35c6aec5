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

// Returns the known mismatch that `mismatch` resembles most, or std::nullopt if there is none. Subject, rule, expected
// answer and observed answer must be the same. At most two respects may differ: conditions of the entry's pattern, or
// the version. If an entry has counterfactuals, one of them must remove the mismatch, and only the version may differ.
// To try counterfactuals, `lockstep` runs changed programs, so its last verdict must not be used afterwards.
std::optional<NearKnown> nearest_known(const std::vector<KnownMismatch>& known, Lockstep& lockstep,
                                       const spec::Program& program, const Mismatch& mismatch);

nlohmann::json near_json(const std::optional<NearKnown>& near);
std::optional<NearKnown> near_of(const nlohmann::json& json);

// Returns, for example, "It resembles the known issue strides-of-a-batch (Title). It differs in the operation."
std::string sentence(const NearKnown& near);

}  // namespace modecheck::properties
