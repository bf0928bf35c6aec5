// Prints the result of a campaign as one HTML page. The page needs no network and has no script.
#pragma once

#include <string>
#include <vector>

#include "cli/report/exploration.h"
#include "cli/report/run_report.h"
#include "properties/generate/operation_set.h"
#include "spec/model/rules.h"

namespace modecheck::cli {

struct PageFacts {
  const RunFacts& run;  // the campaign's result must have a coverage matrix
  const std::vector<SubjectState>& subjects;
  const Exploration& reachable;
  properties::OperationSet operations;  // the operations that the campaign's programs may use
  spec::RuleSet rules;                  // the rules that were judged
  std::string command;                  // the command line that repeats the run
};

std::string to_html(const PageFacts& page);

}  // namespace modecheck::cli
