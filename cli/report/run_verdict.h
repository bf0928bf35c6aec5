// The verdict of a run, in words: the first thing that a summary says.
#pragma once

#include <string>
#include <vector>

#include "cli/report/run_report.h"

namespace modecheck::cli {

struct RunVerdict {
  bool good = true;
  std::string title;                  // a sentence: "No new findings in 5,000 programs."
  std::vector<std::string> troubles;  // what else a reader must know: sentences
};

RunVerdict verdict_of(const RunFacts& run);

// Returns a sentence for each known entry whose program shows its mismatch no longer, and says what to do about it.
std::vector<std::string> sentences_on_vanished(const RunFacts& run);

}  // namespace modecheck::cli
