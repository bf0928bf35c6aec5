// The summary at the end of a campaign.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/output/numbers.h"
#include "cli/report/finding_groups.h"
#include "cli/report/run_report.h"
#include "properties/report/build_text.h"
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

constexpr std::size_t kReports = 5;  // the number of reports shown in full
constexpr std::size_t kNames = 4;    // how many commands are named for similar findings

std::string rate(std::uint64_t number, double seconds) {
  return seconds > 0 ? grouped(static_cast<std::uint64_t>(static_cast<double>(number) / seconds)) + "/s" : "";
}

// Returns the most frequent reasons first: ": mixed-dtypes 30.1 %, backward-order 12.0 % and 5 more reasons (modecheck
// rules --unspecified)".
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
  return out + " (modecheck rules --unspecified)";
}

// Lists operations that a subject does not support, or not with these arguments, if they ended judging.
std::string lacking(const RunFacts& run) {
  constexpr std::size_t kShown = 4;
  std::string out;
  for (std::size_t i = 0; i < run.options.subjects.size(); ++i) {
    const properties::SubjectCounts& counts = run.result.subjects[i];
    if (counts.unsupported == 0) continue;
    std::vector<std::size_t> ids;
    for (std::size_t id = 0; id < spec::operations().size(); ++id)
      if (counts.unsupported_of[id] > 0) ids.push_back(id);
    std::stable_sort(ids.begin(), ids.end(),
                     [&](std::size_t a, std::size_t b) { return counts.unsupported_of[a] > counts.unsupported_of[b]; });
    out += fmt::format("  {} was cut short by", run.options.subjects[i].name);
    for (std::size_t j = 0; j < ids.size() && j < kShown; ++j)
      out += fmt::format("{} {} ({})", j == 0 ? "" : ",", spec::operations()[ids[j]].name,
                         grouped(counts.unsupported_of[ids[j]]));
    out += ids.size() > kShown ? fmt::format(" and {} more\n", ids.size() - kShown) : "\n";
  }
  return out;
}

std::string shares(const RunFacts& run, const Style& style) {
  const CampaignResult& result = run.result;
  const Counts& counts = result.counts;
  const auto touched =
      std::count_if(result.rule_hits.begin(), result.rule_hits.end(), [](auto hits) { return hits > 0; });
  std::string out;
  const auto line = [&](const char* name, const std::string& value, const std::string& note) {
    out += fmt::format("  {:<20} {:>14}  {}\n", name, value, style.dim(note));
  };
  line("programs", grouped(counts.programs), rate(counts.programs, result.seconds));
  line("commands", grouped(counts.commands),
       fmt::format(
           "{}, {:.1f} a program", rate(counts.commands, result.seconds),
           counts.programs == 0 ? 0 : static_cast<double>(counts.commands) / static_cast<double>(counts.programs)));
  line("dropped", percent(counts.dropped, counts.commands), "of the commands" + why_dropped(counts));
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

std::string subject_table(const RunFacts& run, const Style& style) {
  Table table({"subject", "version", "commands judged", "programs with a mismatch", "other reason", "cut short"});
  for (std::size_t i = 0; i < run.options.subjects.size(); ++i) {
    const properties::SubjectHandle& subject = run.options.subjects[i];
    const properties::SubjectCounts& counts = run.result.subjects[i];
    table.add({subject.name, subject.plugin.version(), grouped(counts.judged), grouped(counts.mismatched),
               grouped(counts.order), grouped(counts.unsupported)});
  }
  return table.text(style);
}

const properties::KnownMismatch& entry_of(const RunFacts& run, const KnownCount& count) {
  return *std::find_if(run.options.known.begin(), run.options.known.end(),
                       [&](const auto& entry) { return entry.id == count.id; });
}

// Returns a line for each root cause, in the order of its most severe entry.
std::string known_table(const RunFacts& run, const Style& style) {
  struct Line {
    const properties::KnownMismatch* most_severe;
    std::vector<std::string> subjects = {};  // judged subjects that one of the cause's entries names
    std::size_t met = 0;                     // how many of its patterns were met
    std::size_t patterns = 0;
    std::uint64_t programs = 0;
  };
  std::vector<Line> lines;
  for (const KnownCount& count : run.result.known) {
    if (!count.relevant) continue;
    const properties::KnownMismatch& entry = entry_of(run, count);
    auto line = std::find_if(lines.begin(), lines.end(),
                             [&](const Line& one) { return one.most_severe->cause.id == entry.cause.id; });
    if (line == lines.end()) line = lines.insert(line, {&entry});
    ++line->patterns;
    for (const properties::SubjectHandle& subject : run.options.subjects)
      if (entry.speaks_of(subject.name, subject.plugin.version()) &&
          std::find(line->subjects.begin(), line->subjects.end(), subject.name) == line->subjects.end())
        line->subjects.push_back(subject.name);
    if (count.programs > 0) ++line->met;
    line->programs += count.programs;
  }
  Table table({"known mismatch", "rule", "subject", "severity", "patterns met", "programs"});
  std::size_t unmet = 0;
  for (const Line& line : lines) {
    if (line.programs == 0) {
      ++unmet;
      continue;
    }
    table.add({line.most_severe->cause.id, line.most_severe->cause.rule,
               fmt::format("{}", fmt::join(line.subjects, ", ")), std::string(name_of(line.most_severe->severity)),
               fmt::format("{} of {}", line.met, line.patterns), grouped(line.programs)});
  }
  std::string out = table.empty() ? "" : "\n" + table.text(style);
  if (unmet > 0)
    out +=
        fmt::format("{}  {}\n", table.empty() ? "\n" : "",
                    style.dim(fmt::format("{} cause{} of known mismatches not met by this search; their own programs "
                                          "were replayed.",
                                          unmet, unmet == 1 ? "" : "s")));
  return out;
}

std::string gone(const RunFacts& run, const Style& style) {
  std::string out;
  for (const KnownCount& count : run.result.known)
    if (!count.mismatches)
      out += style.red(
          fmt::format("\n  The known mismatch '{0}' no longer occurs: {1} does not show it in {2}.\n"
                      "  If that is right, take that version out of its \"versions\"; without any, remove the file.\n",
                      count.id, entry_of(run, count).program_file.string(), fmt::join(count.gone_in, " and ")));
  return out;
}

std::string finding_table(const std::vector<FindingGroup>& groups, const Style& style) {
  Table table({"severity", "rule", "subject", "what", "error", "findings", "commands", "program", "resembles"});
  for (const FindingGroup& group : groups) {
    const Finding& first = group.first();
    table.add({std::string(name_of(first.severity)), first.signature.rule, first.signature.subject, group.what,
               first.signature.error, grouped(group.findings.size()), commands_of(group, kNames),
               fmt::format("{}", first.index), first.near ? first.near->cause : "nothing known"});
  }
  return table.text(style);
}

// Prints findings whose files could not be written: nowhere else can they be read.
std::string not_written(const std::vector<Finding>& findings, const Style& style) {
  std::string out;
  for (const Finding& finding : findings)
    if (!finding.not_written.empty())
      out += fmt::format("\n  {}\n\n{}",
                         style.red(fmt::format("A finding could not be written: {}. It is:", finding.not_written)),
                         finding.program_text);
  return out;
}

// Explains those columns of the tables above that are present.
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
                  [](const KnownCount& known) { return known.programs > 0; }))
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
    out.push_back(fmt::format("{} was judged on {} of {} commands: that it agrees there says next to nothing about it.",
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

std::string summary(const RunFacts& run, const Style& style) {
  const CampaignResult& result = run.result;
  std::string out = fmt::format(
      "{}\n\n",
      style.bold(fmt::format("{}: seed {}, {:.1f} s, {} process{}", properties::build_text(), run.options.seed,
                             result.seconds, run.options.jobs, run.options.jobs == 1 ? "" : "es")));
  return out + shares(run, style) + outcome_text(run, style);
}

std::string control_lines(const std::vector<properties::Control>& controls, const properties::Style& style,
                          bool engine_mismatches) {
  std::string out;
  for (const properties::Control& control : controls) {
    if (!control.wanted && control.not_run.empty()) {
      const std::string mismatches =
          engine_mismatches ? fmt::format("a mismatch (program {}), and not only there: see the findings below",
                                          grouped(control.program.value_or(0)))
                            : "a mismatch; `modecheck replay --subjects starved:cpu FILE` says what, with this in "
                              "FILE:";
      out += fmt::format(
          "  control: {:<22} {}\n", control.name,
          control.program ? style.red(mismatches) : fmt::format("no mismatch in {} programs", grouped(control.tried)));
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

std::string outcome_text(const RunFacts& run, const Style& style) {
  const CampaignResult& result = run.result;
  std::string out = fmt::format("\n{}{}", subject_table(run, style), lacking(run));
  const bool engine_mismatches =
      std::any_of(result.findings.begin(), result.findings.end(),
                  [](const properties::Finding& finding) { return finding.signature.subject == "engine:cpu"; });
  out += control_lines(run.controls, style, engine_mismatches);
  out += known_table(run, style);
  out += gone(run, style);
  out += legend(run, style);
  const std::vector<std::string> barely = run.barely_judged();
  for (const std::string& why : barely) out += fmt::format("\n  {}\n", style.red(why));
  if (result.interrupted != 0)
    out +=
        fmt::format("\n  {}\n", style.yellow(fmt::format("Interrupted by signal {} after {} programs{}.",
                                                         result.interrupted, grouped(result.counts.programs),
                                                         result.findings.empty() ? "" : "; what was found follows")));
  if (result.findings.empty()) {
    if (barely.empty()) out += fmt::format("\n  {}\n", style.green("No mismatch is new."));
    return out;
  }
  // Show the shortest finding of each group.
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
