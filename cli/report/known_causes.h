// Counts the known mismatches that a run met, by root cause.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/report/run_report.h"

namespace modecheck::cli {

struct KnownCause {
  const properties::KnownMismatch* most_severe;  // the cause's entry with the highest severity
  std::vector<std::string> subjects = {};        // the judged subjects that one of the cause's entries names
  std::size_t met = 0;                           // the number of the cause's entries that a program of the run matched
  std::size_t patterns = 0;                      // the number of the cause's entries
  std::uint64_t programs = 0;
};

// Returns every cause that names a judged subject. The cause whose most severe entry is worst comes first.
std::vector<KnownCause> known_causes(const RunFacts& run);

const properties::KnownMismatch& entry_of(const RunFacts& run, const properties::KnownCount& count);

}  // namespace modecheck::cli
