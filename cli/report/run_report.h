// The result of a campaign in its three forms: for people, as JSON, as JUnit's XML.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/subject_choice.h"
#include "cli/output/exit.h"
#include "properties/campaign/campaign.h"
#include "properties/campaign/controls.h"
#include "properties/report/style.h"

namespace modecheck::cli {

struct RunFacts {
  const properties::CampaignOptions& options;
  const properties::CampaignResult& result;
  const std::vector<properties::Control>& controls;

  double control_seconds = 0;
  // Of `--only`, how many commands ran of the operations that were named; nothing if none were.
  std::optional<std::uint64_t> named_commands = {};

  // Nothing new, nothing known that is gone, and what must be found was found.
  bool clean() const;

  // Why agreement means little here: a subject was compared on less than one command in a hundred, or what `--only`
  // names never ran. A sentence each.
  std::vector<std::string> barely_judged() const;

  // What the command ends with. Findings that could not be written are as bad as wrong use: they are lost.
  Exit exit() const;
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
