// Predicates on where in a step a known mismatch may differ, each under the name that files of known/ use: "what is
// written".
#pragma once

#include <string_view>
#include <vector>

#include "properties/known/mismatch_context.h"

namespace modecheck::properties {

struct Location {
  std::string_view name;
  bool (*holds)(const MismatchContext& context, const Difference& difference);
};

// Returns null if there is no such location.
const Location* location_named(std::string_view name);

std::vector<std::string_view> location_names();

}  // namespace modecheck::properties
