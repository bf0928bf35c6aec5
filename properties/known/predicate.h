// A Predicate is a condition that a known mismatch may demand. Files of known/ refer to it by its name, for example "a
// view is written". The list of names is closed, so that a misspelt name is an error. A demand on one named argument or
// on an earlier command is written as data instead: properties/known/condition.h.
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

// Returns the predicate with this name, or null if none has the name.
const Predicate* predicate_named(std::string_view name);

std::vector<std::string_view> predicate_names();

}  // namespace modecheck::properties
