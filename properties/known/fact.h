// Predicates ("facts") that a known mismatch may demand, each under the name that files of known/ use: "a view is
// written". The list is closed, so that a misspelt name is an error. A demand on one named argument or on an earlier
// command is data instead: properties/known/condition.h.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "properties/known/circumstances.h"

namespace modecheck::properties {

struct Fact {
  std::string_view name;
  bool (*holds)(const Circumstances& c);
};

// Returns null if there is no such predicate.
const Fact* fact_named(std::string_view name);

std::vector<std::string_view> fact_names();

}  // namespace modecheck::properties
