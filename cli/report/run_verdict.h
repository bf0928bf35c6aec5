// Words the verdict of a run, which is the first line of a summary.
#pragma once

#include <string>
#include <vector>

#include "cli/report/run_report.h"

namespace modecheck::cli {

struct RunVerdict {
  bool good = true;
  std::string title;                  // the verdict as a sentence, for example "No new findings in 5,000 programs."
  std::vector<std::string> troubles;  // warnings to the reader, each as a sentence; for example, a control failed
};

RunVerdict verdict_of(const RunFacts& run);

// Returns a sentence for each known entry whose program no longer shows its mismatch. The sentence says what to do.
std::vector<std::string> sentences_on_vanished(const RunFacts& run);

}  // namespace modecheck::cli
