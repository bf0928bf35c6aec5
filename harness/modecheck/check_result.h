// The result of a check: whether the subject passed, and the report that explains it.
#pragma once

#include <cstdint>
#include <string>

namespace modecheck {

struct CheckResult {
  enum class Outcome : std::uint8_t {
    Passed,         // the subject answered as the specification demands, or the folder known/ describes every mismatch
    Failed,         // the subject breaks a rule
    NothingJudged,  // too few answers were compared to mean anything, for example because no operator is supported
  };

  Outcome outcome = Outcome::Passed;
  std::string report;  // the text that `modecheck run` or `modecheck replay` prints

  bool passed() const { return outcome == Outcome::Passed; }
};

}  // namespace modecheck
