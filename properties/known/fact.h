// What a known departure may demand of the circumstances, each under a name that files of known/ use: "a view is
// written". The list is closed, so that an entry says what it excuses in words that are checked. What one named
// argument or an earlier command tells is no fact but data: properties/known/condition.h.
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

// Null: there is no such fact.
const Fact* fact_named(std::string_view name);

std::vector<std::string_view> fact_names();

}  // namespace modecheck::properties
