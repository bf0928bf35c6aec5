// A Location is a predicate on the registers in which a known mismatch may differ. Files of known/ refer to it by its
// name, for example "what is written".
#pragma once

#include <string_view>
#include <vector>

#include "properties/known/mismatch_context.h"

namespace modecheck::properties {

struct Location {
  std::string_view name;
  bool (*holds)(const MismatchContext& context, const Difference& difference);
};

// Returns the location with this name, or null if none has the name.
const Location* location_named(std::string_view name);

std::vector<std::string_view> location_names();

}  // namespace modecheck::properties
