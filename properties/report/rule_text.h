// What a rule says, for reports.
#pragma once

#include <string_view>

namespace modecheck::properties {

struct RuleText {
  std::string_view statement;  // empty: `id` is no rule (a field's name, where no rule speaks of the field)
  std::string_view source;
};

RuleText rule_text(std::string_view id);

}  // namespace modecheck::properties
