// What a check found, and the report that says it.
#pragma once

#include <cstdint>
#include <string>

namespace modecheck {

struct CheckResult {
  enum class Outcome : std::uint8_t {
    Passed,         // the subject answered as the specification does, or every mismatch is known
    Failed,         // the subject breaks a rule
    NothingJudged,  // so few answers were compared that agreement means nothing, for example of unsupported operators
  };

  Outcome outcome = Outcome::Passed;
  std::string report;  // the text that `modecheck run` or `modecheck replay` prints

  bool passed() const { return outcome == Outcome::Passed; }
};

}  // namespace modecheck
