// Says which rule an error of the mode follows, and how a program shows the rule.
#pragma once

#include <string_view>

#include "engine/core/errors/error.h"

namespace modecheck::engine::provenance {

// The rule of an error class, with the ids and the statement that `modecheck rules` prints.
struct RuleOfError {
  ErrorClass error_class;
  std::string_view name;  // the error class as reports and docs/AUDIT.md name it
  std::string_view rule;
  std::string_view statement;
  std::string_view title;
  std::string_view program;  // lines of C++
};

// Returns the row of the error class. `message` tells whether a view was used after its base was written (rule W5).
const RuleOfError& rule_of(ErrorClass error_class, std::string_view message);

}  // namespace modecheck::engine::provenance
