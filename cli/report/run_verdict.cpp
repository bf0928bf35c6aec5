#include "cli/report/run_verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/output/numbers.h"
#include "cli/report/finding_groups.h"
#include "cli/report/known_causes.h"
#include "cli/report/unmet_known.h"

namespace modecheck::cli {
namespace {

using properties::CampaignResult;

std::string failed_controls(const RunFacts& run) {
  std::vector<std::string> names;
  for (const properties::Control& control : run.controls)
    if (control.failed()) names.push_back(control.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string title_of(const RunFacts& run) {
  const CampaignResult& result = run.result;
  const std::string programs =
      fmt::format("{} program{}", grouped(result.counts.programs), result.counts.programs == 1 ? "" : "s");
  if (!result.findings.empty()) {
    const std::size_t kinds = groups_of(result.findings).size();
    return fmt::format(
        "{} new finding{}{} in {}.", grouped(result.findings.size()), result.findings.size() == 1 ? "" : "s",
        kinds == result.findings.size() ? "" : fmt::format(", of {} kind{},", kinds, kinds == 1 ? "" : "s"), programs);
  }
  const auto vanished =
      std::count_if(result.known.begin(), result.known.end(), [](const auto& known) { return !known.mismatches; });
  if (vanished > 0)
    return fmt::format("No new findings, but {} known mismatch{} no longer.", vanished,
                       vanished == 1 ? " shows" : "es show");
  if (!run.clean()) return fmt::format("No new findings, but a control failed: {}.", failed_controls(run));
  if (!run.barely_judged().empty()) return "Next to nothing was judged.";
  return fmt::format("No new findings in {}.", programs);
}

}  // namespace

std::vector<std::string> sentences_on_vanished(const RunFacts& run) {
  std::vector<std::string> out;
  for (const properties::KnownCount& count : run.result.known) {
    if (count.mismatches) continue;
    const std::string absence = absence_text(run, count);
    out.push_back(
        fmt::format("The known mismatch '{0}' no longer shows in {2}, as its program {1} does not show it.{3} If that "
                    "is right, take that version out of its \"versions\"; if no version is left, remove the file.",
                    count.id, entry_of(run, count).program_file.string(), fmt::join(count.gone_in, " and "),
                    absence.empty() ? "" : " " + absence));
  }
  return out;
}

RunVerdict verdict_of(const RunFacts& run) {
  const CampaignResult& result = run.result;
  RunVerdict out;
  out.title = title_of(run);
  out.troubles = run.barely_judged();
  out.good = run.clean() && out.troubles.empty();
  if (result.interrupted != 0)
    out.troubles.insert(out.troubles.begin(), fmt::format("Interrupted by signal {} after {} programs.",
                                                          result.interrupted, grouped(result.counts.programs)));
  for (std::string& sentence : sentences_on_vanished(run)) out.troubles.push_back(std::move(sentence));
  if (!result.findings.empty() && !failed_controls(run).empty())
    out.troubles.push_back(fmt::format("A control failed too: {}.", failed_controls(run)));
  return out;
}

}  // namespace modecheck::cli
