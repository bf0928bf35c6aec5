// The long form of a campaign's summary, which `run --verbose` prints.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/output/numbers.h"
#include "cli/report/finding_groups.h"
#include "cli/report/known_causes.h"
#include "cli/report/run_report.h"
#include "cli/report/screen.h"
#include "cli/report/unmet_known.h"
#include "properties/report/table.h"
#include "spec/model/rules.h"
#include "spec/program/operation.h"

namespace modecheck::cli {
namespace {

using properties::CampaignResult;
using properties::Counts;
using properties::Finding;
using properties::KnownCount;
using properties::Style;
using properties::Table;

constexpr std::size_t kReports = 5;  // the number of reports that are shown in full
constexpr std::size_t kNames = 4;    // the number of commands that are named for a group of similar findings

std::string rate(std::uint64_t number, double seconds) {
  return seconds > 0 ? grouped(static_cast<std::uint64_t>(static_cast<double>(number) / seconds)) + "/s" : "";
}

std::string subject_table(const RunFacts& run, const Style& style) {
  Table table({"subject", "version", "commands judged", "programs that mismatch", "other reason", "cut short"});
  for (std::size_t i = 0; i < run.options.subjects.size(); ++i) {
    const properties::SubjectHandle& subject = run.options.subjects[i];
    const properties::SubjectCounts& counts = run.result.subjects[i];
    table.add({subject.name, subject.plugin.version(), grouped(counts.judged), grouped(counts.mismatched),
               grouped(counts.order), grouped(counts.unsupported)});
  }
  return table.text(style);
}

// Returns a table with a row for each known mismatch that the search did not meet and that can be met.
std::string unmet_table(const RunFacts& run, const Style& style) {
  Table table({"known mismatch, not met", "met by 1 program in", "gone after", "gone"});
  for (const UnmetKnown& one : unmet_known(run))
    if (one.needed)
      table.add({one.entry->id, grouped(one.rate.programs / one.rate.met), grouped(*one.needed) + " programs",
                 one.gone ? "yes" : "unknown"});
  return table.empty() ? "" : table.text(style);
}

// Returns a table with a row for each root cause of known mismatches. The cause whose most severe entry is worst comes
// first.
std::string known_table(const RunFacts& run, const Style& style) {
  const std::vector<KnownCause> lines = known_causes(run);
  Table table({"known", "rule", "subject", "severity", "patterns met", "programs"});
  std::size_t unmet = 0;
  for (const KnownCause& line : lines) {
    if (line.programs == 0) {
      ++unmet;
      continue;
    }
    table.add({line.most_severe->cause.id, line.most_severe->cause.rule,
               fmt::format("{}", fmt::join(line.subjects, ", ")), std::string(name_of(line.most_severe->severity)),
               fmt::format("{} of {}", line.met, line.patterns), grouped(line.programs)});
  }
  std::string out = table.empty() ? "" : "\n" + table.text(style);
  const bool any_adapter =
      std::any_of(run.options.subjects.begin(), run.options.subjects.end(),
                  [](const properties::SubjectHandle& subject) { return properties::is_adapter(subject.name); });
  if (unmet > 0)
    out += fmt::format(
        "{}  {}\n", table.empty() ? "\n" : "",
        style.dim(fmt::format("This search did not meet {} known cause{}; their own programs were replayed{}.", unmet,
                              unmet == 1 ? "" : "s", any_adapter ? ", but not on adapters" : "")));
  const std::string unmet_entries = unmet_text(run);
  if (!unmet_entries.empty()) out += "\n" + paragraph(unmet_entries, style.width) + unmet_table(run, style);
  return out;
}

std::string finding_table(const std::vector<FindingGroup>& groups, const Style& style) {
  Table table(
      {"severity", "rule", "subject", "what differs", "error", "findings", "operations", "program", "resembles"});
  for (const FindingGroup& group : groups) {
    const Finding& first = group.first();
    table.add({std::string(name_of(first.severity)), first.signature.rule, first.signature.subject, group.what,
               first.signature.error, grouped(group.findings.size()), commands_of(group, kNames),
               fmt::format("{}", first.index), first.near ? first.near->cause : "nothing known"});
  }
  return table.text(style);
}

// Explains the columns of the tables of subjects. A column that is always zero is not shown and not explained.
std::string legend(const RunFacts& run, const Style& style) {
  const auto any = [&](std::uint64_t properties::SubjectCounts::*count) {
    return std::any_of(run.result.subjects.begin(), run.result.subjects.end(),
                       [&](const auto& subject) { return subject.*count > 0; });
  };
  std::string out;
  const auto line = [&](const char* text) { out += fmt::format("  {}\n", style.dim(text)); };
  if (any(&properties::SubjectCounts::order))
    line("other reason: commands rejected rightly, for a reason that holds, but not for the first one (E3)");
  if (any(&properties::SubjectCounts::unsupported))
    line(
        "cut short: programs whose judging ended at a command that the subject does not have, or not for these "
        "arguments");
  if (std::any_of(run.result.known.begin(), run.result.known.end(),
                  [](const KnownCount& known) { return known.shown.programs > 0; }))
    line("patterns met: of the entries in known/ that describe this cause, those that a program fell under");
  return out.empty() ? out : "\n" + out;
}

}  // namespace

bool RunFacts::clean() const {
  return result.clean() &&
         std::none_of(controls.begin(), controls.end(), [](const auto& control) { return control.failed(); });
}

std::vector<std::string> RunFacts::barely_judged() const {
  std::vector<std::string> out;
  const Counts& counts = result.counts;
  const std::uint64_t ran = counts.commands - counts.dropped;
  for (std::size_t i = 0; i < options.subjects.size(); ++i) {
    const std::uint64_t judged = result.subjects[i].judged;
    if (judged * 100 >= ran && judged > 0) continue;
    out.push_back(fmt::format("{} was judged on {} of {} commands, which says next to nothing about it.",
                              options.subjects[i].name, grouped(judged), grouped(ran)));
  }
  if (named_commands && *named_commands == 0)
    out.push_back("No command of what --only names was run: none was drawn, or all were dropped.");
  return out;
}

Exit RunFacts::exit() const {
  const auto is_lost = [](const Finding& finding) { return !finding.not_written.empty(); };
  if (std::any_of(result.findings.begin(), result.findings.end(), is_lost)) return Exit::Usage;
  if (!clean()) return Exit::Findings;
  return barely_judged().empty() || result.interrupted != 0 ? Exit::Clean : Exit::NothingJudged;
}

std::string why_dropped(const Counts& counts) {
  constexpr std::size_t kReasons = 3;
  std::vector<std::size_t> reasons;
  for (std::size_t i = 0; i < counts.dropped_for.size(); ++i)
    if (counts.dropped_for[i] > 0) reasons.push_back(i);
  if (reasons.empty()) return "";
  std::stable_sort(reasons.begin(), reasons.end(),
                   [&](std::size_t a, std::size_t b) { return counts.dropped_for[a] > counts.dropped_for[b]; });
  std::string out;
  for (std::size_t i = 0; i < std::min(kReasons, reasons.size()); ++i)
    out += fmt::format("{} {} {}", i == 0 ? ":" : ",", spec::unspecified_reasons()[reasons[i]].id,
                       percent(counts.dropped_for[reasons[i]], counts.dropped));
  if (reasons.size() > kReasons) out += fmt::format(" and {} more reasons", reasons.size() - kReasons);
  return out;
}

std::string unsupported_text(const RunFacts& run, std::size_t subject) {
  constexpr std::size_t kShown = 4;
  const properties::SubjectCounts& counts = run.result.subjects[subject];
  std::vector<std::size_t> ids;
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (counts.unsupported_of[id] > 0) ids.push_back(id);
  std::stable_sort(ids.begin(), ids.end(),
                   [&](std::size_t a, std::size_t b) { return counts.unsupported_of[a] > counts.unsupported_of[b]; });
  std::string out;
  for (std::size_t i = 0; i < ids.size() && i < kShown; ++i)
    out += fmt::format("{}{} ({})", i == 0 ? "" : ", ", spec::operations()[ids[i]].name,
                       grouped(counts.unsupported_of[ids[i]]));
  return out + (ids.size() > kShown ? fmt::format(" and {} more", ids.size() - kShown) : "");
}

std::string search_details(const RunFacts& run, const Style& style) {
  const CampaignResult& result = run.result;
  const Counts& counts = result.counts;
  const auto touched =
      std::count_if(result.rule_hits.begin(), result.rule_hits.end(), [](auto hits) { return hits > 0; });
  std::string out;
  const auto line = [&](const char* name, const std::string& value, const std::string& note) {
    constexpr int margin = 39;  // the width of the table's first two columns; the note is the third column
    std::string rest = paragraph(note, style.width, margin);
    rest = rest.substr(std::min<std::size_t>(rest.find_first_not_of(' '), rest.size() - 1));
    out += fmt::format("  {:<20} {:>14}  {}", name, value, rest);
  };
  line("programs", grouped(counts.programs), rate(counts.programs, result.seconds));
  line("commands", grouped(counts.commands),
       fmt::format(
           "{}, {:.1f} a program", rate(counts.commands, result.seconds),
           counts.programs == 0 ? 0 : static_cast<double>(counts.commands) / static_cast<double>(counts.programs)));
  line("dropped", percent(counts.dropped, counts.commands),
       fmt::format("of the commands{}{}", why_dropped(counts),
                   counts.dropped == 0 ? "" : " (modecheck rules --unspecified)"));
  line("rejected", percent(counts.rejected(), counts.commands), "of the commands, as they must be");
  const bool narrowed = run.named_commands.has_value();
  line("in InferenceMode", percent(counts.programs_inside, counts.programs),
       counts.programs_inside > 0 ? "of the programs run commands there"
       : narrowed                 ? "of the programs: what the mode does was NOT tested; --only lacks mode_guard?"
                                  : "of the programs: what the mode does was NOT tested");
  line("backward returned", percent(counts.programs_with_backward, counts.programs),
       counts.programs_with_backward > 0 ? "of the programs"
       : narrowed                        ? "of the programs: no gradient was tested; --only lacks backward?"
                                         : "of the programs: no gradient was tested");
  line("run twice", percent(counts.repeated, counts.programs), "of the programs, to see whether subjects say the same");
  line("rules touched", fmt::format("{} of {}", touched, spec::rules().size()), "");
  line(
      "time", fmt::format("{:.1f} s", result.seconds),
      fmt::format("searching; beside it {:.1f} s replaying known mismatches, {:.1f} s shrinking, {:.1f} s for controls",
                  result.replay_seconds, result.shrink_seconds, run.control_seconds));
  if (result.crashes > 0)
    line("processes lost", grouped(result.crashes),
         fmt::format("to crashes and time limits, and replaced; {} to what earlier programs left behind", result.lost));
  for (std::size_t i = 0; i < result.subjects.size(); ++i)
    if (result.subjects[i].lost > 0)
      line("workers lost", grouped(result.subjects[i].lost),
           fmt::format("processes of {} ended while they ran a program, and were replaced",
                       run.options.subjects[i].name));
  return out;
}

std::string not_written(const std::vector<Finding>& findings, const Style& style) {
  std::string out;
  for (const Finding& finding : findings)
    if (!finding.not_written.empty())
      out += fmt::format("\n  {}\n\n{}",
                         style.red(fmt::format("A finding could not be written: {}. It is:", finding.not_written)),
                         finding.program_text);
  return out;
}

std::string control_lines(const std::vector<properties::Control>& controls, const properties::Style& style,
                          bool engine_mismatches) {
  std::string out;
  for (const properties::Control& control : controls) {
    if (!control.wanted && control.not_run.empty()) {
      const std::string mismatches =
          engine_mismatches
              ? fmt::format("something mismatches (program {}), and not only there: see the findings",
                            grouped(control.program.value_or(0)))
              : "something mismatches; `modecheck replay --subjects starved:cpu FILE` says what, with this in "
                "FILE:";
      out += fmt::format("  control: {:<22} {}\n", control.name,
                         control.program ? style.red(mismatches)
                                         : fmt::format("nothing mismatches in {} programs", grouped(control.tried)));
      if (control.program && !engine_mismatches) out += fmt::format("\n{}\n", control.text);
      continue;
    }
    const std::string what = control.program            ? fmt::format("found by program {}", grouped(*control.program))
                             : control.missing          ? style.red("NOT looked for: " + control.not_run)
                             : !control.not_run.empty() ? fmt::format("not looked for: {}", control.not_run)
                             : control.failed()
                                 ? style.red(fmt::format("NOT found within {} programs", grouped(control.limit)))
                                 : fmt::format("not found in the time for {} programs", grouped(control.tried));
    out += fmt::format("  control: {:<22} {}\n", control.name, what);
  }
  return out.empty() ? "" : fmt::format("\n{}", out);
}

std::string outcome_details(const RunFacts& run, const Style& style) {
  std::string out = "\n" + subject_table(run, style);
  for (std::size_t i = 0; i < run.options.subjects.size(); ++i)
    if (run.result.subjects[i].unsupported > 0)
      out += fmt::format("  {} was cut short by {}\n", run.options.subjects[i].name, unsupported_text(run, i));
  const bool engine_mismatches =
      std::any_of(run.result.findings.begin(), run.result.findings.end(),
                  [](const Finding& finding) { return finding.signature.subject == "engine:cpu"; });
  out += control_lines(run.controls, style, engine_mismatches);
  out += known_table(run, style);
  return out + legend(run, style);
}

std::string finding_details(const RunFacts& run, const Style& style) {
  const CampaignResult& result = run.result;
  if (result.findings.empty()) return "";
  std::string out;
  // For each group of similar findings, show the report with the shortest program.
  const std::vector<FindingGroup> groups = groups_of(result.findings);
  for (std::size_t i = 0; i < groups.size() && i < kReports; ++i) {
    const Finding& first = groups[i].first();
    out += fmt::format("\n{}\n{}", style.dim(std::string(static_cast<std::size_t>(style.width), '=')), first.report);
    if (first.near) out += fmt::format("\n  {}\n", style.yellow(sentence(*first.near)));
  }
  const std::string kinds = groups.size() == result.findings.size()
                                ? ""
                                : fmt::format(", of {} kind{}", groups.size(), groups.size() == 1 ? "" : "s");
  out += fmt::format("\n{}\n\n{}",
                     style.red(style.bold(fmt::format("  {} new finding{}{}", result.findings.size(),
                                                      result.findings.size() == 1 ? "" : "s", kinds))),
                     finding_table(groups, style));
  out += not_written(result.findings, style);
  if (run.options.findings.empty())
    out += "\n  With --findings DIR the programs, reports and C++ files are written there.\n";
  else if (std::any_of(result.findings.begin(), result.findings.end(),
                       [](const Finding& finding) { return finding.not_written.empty(); }))
    out += fmt::format("\n  The programs, reports and C++ files are in {}.\n", run.options.findings.string());
  if (result.findings_not_shrunk > 0)
    out += fmt::format(
        "  {} of them {} not shrunk: --shrink {} was the limit. `modecheck reduce` shrinks one program.\n",
        result.findings_not_shrunk, result.findings_not_shrunk == 1 ? "was" : "were", run.options.max_findings);
  return out;
}

}  // namespace modecheck::cli
