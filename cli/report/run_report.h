// The result of a campaign in three forms: for people, as JSON, and as JUnit XML.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/subject_choice.h"
#include "cli/output/detail.h"
#include "cli/output/exit.h"
#include "properties/campaign/campaign.h"
#include "properties/campaign/controls.h"
#include "properties/campaign/profile.h"
#include "properties/report/style.h"

namespace modecheck::cli {

constexpr int kScreenLines = 40;  // the longest summary without --verbose

struct RunFacts {
  const properties::CampaignOptions& options;
  const properties::CampaignResult& result;
  const std::vector<properties::Control>& controls;

  double control_seconds = 0;
  // How many commands ran of the operations that `--only` names; std::nullopt if it names none.
  std::optional<std::uint64_t> named_commands = {};
  properties::Profile profile = properties::Profile::All;
  bool all_rules = true;  // false: --only or --without left rules out

  // True if there is no new finding, every known mismatch still shows, and the controls succeeded.
  bool clean() const;

  // Returns reasons why agreement means little, a sentence each: a subject was compared on less than one command in a
  // hundred, or operations that `--only` names never ran.
  std::vector<std::string> barely_judged() const;

  // Returns the exit status. Findings that could not be written count as wrong use, because they are lost.
  Exit exit() const;
};

// Returns the summary of `run`. With Detail::Short it has at most kScreenLines lines, and the verdict comes first.
std::string summary(const RunFacts& run, const properties::Style& style, Detail detail);

// Returns the part of the summary on the verdict, findings, subjects, controls and known mismatches, in at most `lines`
// lines unless `detail` is Verbose.
std::string outcome_text(const RunFacts& run, const properties::Style& style, Detail detail, int lines);

// Returns the long form of outcome_text.
std::string outcome_details(const RunFacts& run, const properties::Style& style);

// Returns the long table of what the search did.
std::string search_details(const RunFacts& run, const properties::Style& style);

// Returns the reports of the first findings of each kind, and a table of all kinds. Empty if there is no finding.
std::string finding_details(const RunFacts& run, const properties::Style& style);

// Returns the operations that a subject does not support, or not with these arguments, if they ended judging.
std::string unsupported_text(const RunFacts& run, std::size_t subject);

// Returns the most frequent reasons first: ": mixed-dtypes 30.1 %, backward-order 12.0 % and 5 more reasons".
std::string why_dropped(const properties::Counts& counts);

// Prints findings whose files could not be written: nowhere else can they be read.
std::string not_written(const std::vector<properties::Finding>& findings, const properties::Style& style);

// Returns a line for each control, and the program if something was found that must not be. `engine_mismatches`: the
// engine itself has findings, so a failing allocation's program is only named, not shown.
std::string control_lines(const std::vector<properties::Control>& controls, const properties::Style& style,
                          bool engine_mismatches = false);

std::string to_json(const RunFacts& run, const std::vector<SubjectState>& subjects);

std::string to_junit(const RunFacts& run);

// Returns the findings as SARIF 2.1.0: a result for each finding, under the id of the rule that it breaks.
std::string to_sarif(const RunFacts& run);

}  // namespace modecheck::cli
