// Predicates on where in a step a known mismatch may differ, each under the name that files of known/ use: "what is
// written".
#pragma once

#include <string_view>
#include <vector>

#include "properties/known/circumstances.h"

namespace modecheck::properties {

struct Place {
  std::string_view name;
  bool (*holds)(const Circumstances& circumstances, const Difference& difference);
};

// Returns null if there is no such place.
const Place* place_named(std::string_view name);

std::vector<std::string_view> place_names();

}  // namespace modecheck::properties
