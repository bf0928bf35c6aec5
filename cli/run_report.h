// The result of a campaign in its three forms: for people, as JSON, as JUnit's XML.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/subject_choice.h"
#include "properties/campaign.h"
#include "properties/controls.h"
#include "properties/style.h"

namespace modecheck::cli {

struct RunFacts {
  const properties::CampaignOptions& options;
  const properties::CampaignResult& result;
  const std::vector<properties::Control>& controls;

  // Nothing new, nothing known that is gone, and what must be found was found.
  bool clean() const;
};

std::string summary(const RunFacts& run, const properties::Style& style);

// The part of it that says what came of the programs: subjects, controls, known departures, findings.
std::string outcome_text(const RunFacts& run, const properties::Style& style);

// A line for each control, with the program that departs where none must.
// `engine_departs`: the engine itself has findings, so what does where its allocations fail is named, not shown.
std::string control_lines(const std::vector<properties::Control>& controls, const properties::Style& style,
                          bool engine_departs = false);

std::string to_json(const RunFacts& run, const std::vector<SubjectState>& subjects);

std::string to_junit(const RunFacts& run);

}  // namespace modecheck::cli
