// Writes the result of a campaign for people, as JSON, as JUnit XML and as SARIF.
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
#include "properties/known/findability.h"
#include "properties/report/style.h"

namespace modecheck::cli {

constexpr int kScreenLines = 40;  // the largest number of lines that the summary has without --verbose

struct RunFacts {
  const properties::CampaignOptions& options;
  const properties::CampaignResult& result;
  const std::vector<properties::Control>& controls;

  double control_seconds = 0;
  // How many commands ran whose operation `--only` allows. Without `--only` it is std::nullopt.
  std::optional<std::uint64_t> named_commands = {};
  properties::Profile profile = properties::Profile::All;
  // How often programs like the run's meet each known mismatch; std::nullopt if that was not measured.
  std::optional<properties::Findability> findability = {};
  bool all_rules = true;  // false if --only or --without excludes some rules from judging

  // Whether there is no new finding, every known mismatch still shows, and the controls succeeded.
  bool clean() const;

  // Returns reasons why agreement means little, each as a sentence. Either a subject was compared on less than one
  // command in a hundred, or operations that `--only` names never ran.
  std::vector<std::string> barely_judged() const;

  // Returns the exit status. If the file of a finding could not be written, the status is Exit::Usage, because the
  // finding is lost.
  Exit exit() const;
};

// Returns the summary of `run`. With Detail::Short it has at most kScreenLines lines, and the verdict comes first.
std::string summary(const RunFacts& run, const properties::Style& style, Detail detail);

// Returns the part of the summary about the verdict, findings, subjects, controls and known mismatches. The text has at
// most `lines` lines, unless `detail` is Verbose.
std::string outcome_text(const RunFacts& run, const properties::Style& style, Detail detail, int lines);

// Returns the same part of the summary as outcome_text, in its long form.
std::string outcome_details(const RunFacts& run, const properties::Style& style);

// Returns a long table that says what the search did.
std::string search_details(const RunFacts& run, const properties::Style& style);

// Returns the reports of the first findings of each kind, and a table of all kinds. Returns "" if there is no finding.
std::string finding_details(const RunFacts& run, const properties::Style& style);

// Returns the operations that ended judging because a subject does not support them, or not with these arguments.
std::string unsupported_text(const RunFacts& run, std::size_t subject);

// Returns the most frequent reasons for dropped commands: ": mixed-dtypes 30.1 %, backward-order 12.0 % and 5 more
// reasons".
std::string why_dropped(const properties::Counts& counts);

// Returns the programs of the findings whose files could not be written, because a user can read them nowhere else.
std::string not_written(const std::vector<properties::Finding>& findings, const properties::Style& style);

// Returns a line for each control, which checks the search itself. If a control found what it must not find, the
// program follows. With `engine_mismatches` the engine itself has findings, so the program whose allocations failed is
// only named.
std::string control_lines(const std::vector<properties::Control>& controls, const properties::Style& style,
                          bool engine_mismatches = false);

std::string to_json(const RunFacts& run, const std::vector<SubjectState>& subjects);

std::string to_junit(const RunFacts& run);

// Returns the findings as SARIF 2.1.0: one result for each finding, under the id of the rule that it breaks.
std::string to_sarif(const RunFacts& run);

}  // namespace modecheck::cli
