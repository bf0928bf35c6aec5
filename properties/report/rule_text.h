// Finds the text of a rule for reports.
#pragma once

#include <string_view>

namespace modecheck::properties {

struct RuleText {
  std::string_view statement;  // empty if `id` is not a rule but the name of a field that no rule covers
  std::string_view source;
};

RuleText rule_text(std::string_view id);

}  // namespace modecheck::properties
