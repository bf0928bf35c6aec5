// Predicates that a known mismatch may demand, each under the name that files of known/ use: "a view is written". The
// list is closed, so that a misspelt name is an error. A demand on one named argument or on an earlier command is data
// instead: properties/known/condition.h.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "properties/known/mismatch_context.h"

namespace modecheck::properties {

struct Predicate {
  std::string_view name;
  bool (*holds)(const MismatchContext& c);
};

// Returns null if there is no such predicate.
const Predicate* predicate_named(std::string_view name);

std::vector<std::string_view> predicate_names();

}  // namespace modecheck::properties
