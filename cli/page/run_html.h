// The result of a campaign as one page of HTML that needs nothing else: no network, no script.
#pragma once

#include <string>
#include <vector>

#include "cli/report/exploration.h"
#include "cli/report/run_report.h"
#include "properties/generate/operation_set.h"
#include "spec/model/rules.h"

namespace modecheck::cli {

struct PageFacts {
  const RunFacts& run;  // its result has a census
  const std::vector<SubjectState>& subjects;
  const Exploration& reachable;
  properties::OperationSet operations;  // that the programs were made of
  spec::RuleSet rules;                  // that were judged
  std::string command;                  // that runs the same again
};

std::string to_html(const PageFacts& page);

}  // namespace modecheck::cli
