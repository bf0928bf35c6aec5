// Writes the summary at the end of a campaign, which fits a screen. The verdict comes first, then the reasons for it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "cli/output/numbers.h"
#include "cli/report/finding_groups.h"
#include "cli/report/known_causes.h"
#include "cli/report/risk_text.h"
#include "cli/report/run_report.h"
#include "cli/report/run_verdict.h"
#include "cli/report/screen.h"
#include "cli/report/unmet_known.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"
#include "spec/model/rules.h"

namespace modecheck::cli {
namespace {

using properties::Style;

// The sections of the screen by importance. If the screen is too small, the first section of this list is shortened
// first.
enum Importance : int { Controls, Search, More, Risk, Words, Reasons, KnownOnes, NewOnes, Subjects, Verdict };

std::string plural(std::uint64_t number, const char* one, const char* many) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

// Returns a labelled line, "  name          text". If the text is broken, its other lines begin in the same column.
std::string labelled(const char* name, const std::string& text, const Style& style) {
  constexpr int margin = 15;
  std::string out = paragraph(text, style.width, margin);
  const std::string label = fmt::format("  {:<{}}", name, margin - 2);
  return style.bold(label) + out.substr(label.size());
}

std::string verdict_lines(const RunFacts& run, const Style& style) {
  constexpr std::size_t kTroubles = 4;
  const RunVerdict verdict = verdict_of(run);
  std::string out = "  " + style.bold(verdict.good ? style.green(verdict.title) : style.red(verdict.title)) + "\n";
  for (std::size_t i = 0; i < verdict.troubles.size() && i < kTroubles; ++i)
    for (const std::string& line : properties::wrapped(verdict.troubles[i], style.width - 2))
      out += "  " + style.yellow(line) + "\n";
  if (verdict.troubles.size() > kTroubles)
    out += fmt::format("  {} more sentences like these: see --verbose.\n", verdict.troubles.size() - kTroubles);
  return out;
}

// Lists the first `most` kinds of findings, each in a row.
std::string kinds_table(const std::vector<FindingGroup>& groups, std::size_t most, const Style& style) {
  properties::Table table({"severity", "rule", "subject", "what differs", "findings", "operations"});
  for (std::size_t i = 0; i < groups.size() && i < most; ++i) {
    const properties::Finding& first = groups[i].first();
    table.add({std::string(name_of(first.severity)), first.signature.rule, first.signature.subject, groups[i].what,
               grouped(groups[i].findings.size()), commands_of(groups[i], 2)});
  }
  std::string out = table.text(style);
  if (groups.size() > most) out += fmt::format("  and {} more kinds: see --verbose\n", groups.size() - most);
  return out;
}

// Returns the commands of a program's text, without its first line and its comments.
std::string commands_only(const std::string& program) {
  std::string out;
  std::istringstream lines(program);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.front() != '#' && line.rfind("modecheck ", 0) != 0)
      out += (out.empty() ? "" : "\n") + line;
  return out;
}

// Shows the most severe finding with its program, and says where a user can read the others.
std::string most_severe_finding(const RunFacts& run, const properties::Finding& finding, int lines,
                                const Style& style) {
  std::string out = first_lines(paragraph("The most severe: " + finding.sentence, style.width), 4);
  out += first_lines(paragraph(commands_only(finding.program_text), style.width, 4), lines);
  if (!run.options.findings.empty() && finding.not_written.empty())
    return out + paragraph(fmt::format("Every finding has its program, its report and a C++ file in {}.",
                                       run.options.findings.string()),
                           style.width);
  return out + paragraph("--findings DIR writes the program, report and C++ file of each; --verbose prints reports.",
                         style.width);
}

std::vector<std::string> finding_forms(const RunFacts& run, const Style& style) {
  if (run.result.findings.empty()) return {""};
  const std::vector<FindingGroup> groups = groups_of(run.result.findings);
  const properties::Finding& most_severe = groups.front().first();
  return {kinds_table(groups, 6, style) + "\n" + most_severe_finding(run, most_severe, 12, style),
          kinds_table(groups, 4, style) + "\n" + most_severe_finding(run, most_severe, 6, style),
          kinds_table(groups, 2, style) + "\n" + most_severe_finding(run, most_severe, 4, style)};
}

std::string subjects_text(const RunFacts& run, const Style& style) {
  properties::Table table({"subject", "version", "commands judged", "programs that mismatch"});
  for (std::size_t i = 0; i < run.options.subjects.size(); ++i) {
    const properties::SubjectHandle& subject = run.options.subjects[i];
    table.add({subject.name, subject.plugin.version(), grouped(run.result.subjects[i].judged),
               grouped(run.result.subjects[i].mismatched)});
  }
  return table.text(style);
}

// A SeverityLine counts the known causes of one severity that the run met.
struct SeverityLine {
  std::size_t findings = 0;     // the number of causes that break a rule: a document or the mathematics decides
  std::size_t differences = 0;  // the number of causes where neither a document nor the mathematics decides
  std::uint64_t programs = 0;
  std::map<std::string, std::size_t> rules;  // for each rule, the number of causes that break it
};

// Returns the rules with the numbers of causes that break them, for example "S3 9, M2 1", with the largest number
// first.
std::string rules_text(const SeverityLine& line, std::size_t most) {
  std::vector<std::pair<std::string, std::size_t>> rules(line.rules.begin(), line.rules.end());
  std::stable_sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (std::size_t i = 0; i < rules.size() && i < most; ++i)
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", rules[i].first, rules[i].second);
  return out + (rules.size() > most ? ", ..." : "");
}

std::vector<std::string> known_forms(const RunFacts& run, const Style& style) {
  std::array<SeverityLine, properties::kSeverities> lines;
  std::size_t met = 0;
  std::uint64_t programs = 0;
  const std::vector<KnownCause> causes = known_causes(run);
  for (const KnownCause& cause : causes) {
    if (cause.programs == 0) continue;
    SeverityLine& line = lines[static_cast<std::size_t>(cause.most_severe->severity)];
    ++(cause.most_severe->cause.kind == properties::Cause::Kind::Finding ? line.findings : line.differences);
    line.programs += cause.programs;
    ++line.rules[cause.most_severe->cause.rule];
    ++met;
    programs += cause.programs;
  }
  if (causes.empty()) return {""};
  const std::string title = fmt::format("Known: the search met {} of {}, {}.", grouped(met),
                                        plural(causes.size(), "cause", "causes"), plural(programs, "time", "times"));
  const std::string unmet = unmet_text(run);
  const std::string below = unmet.empty() ? "" : paragraph(unmet, style.width);
  if (met == 0) return {paragraph(title, style.width) + below};
  std::vector<std::string> out;
  for (const std::size_t most : {std::size_t{9}, std::size_t{2}}) {
    properties::Table table({"severity", "findings", "differences", "programs", "rules, and causes of each"});
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].programs > 0)
        table.add({std::string(name_of(static_cast<properties::Severity>(i))), grouped(lines[i].findings),
                   grouped(lines[i].differences), grouped(lines[i].programs), rules_text(lines[i], most)});
    out.push_back(paragraph(title, style.width) + table.text(style) + below);
  }
  out.push_back(paragraph(title, style.width) + below);
  out.push_back(paragraph(title, style.width));
  return out;
}

std::vector<std::string> control_forms(const RunFacts& run, const Style& style) {
  if (run.controls.empty())
    return {labelled("controls", "none: --no-controls. Whether the search finds planted faults is untested.", style)};
  const bool engine_mismatches =
      std::any_of(run.result.findings.begin(), run.result.findings.end(),
                  [](const properties::Finding& finding) { return finding.signature.subject == "engine:cpu"; });
  // The program whose allocations failed may be long, so show its first lines only; --verbose prints it whole.
  const std::string lines = first_lines(control_lines(run.controls, style, engine_mismatches).substr(1), 6);
  const bool all_went_well =
      std::all_of(run.controls.begin(), run.controls.end(),
                  [](const properties::Control& control) { return !control.failed() && control.not_run.empty(); });
  if (!all_went_well) return {lines};
  return {lines, labelled("controls", fmt::format("all {} went as they must", run.controls.size()), style)};
}

std::string profile_text(const RunFacts& run) {
  const properties::NotJudged& left = run.result.not_judged;
  const std::string by =
      fmt::format("--profile {}{}", name_of(run.profile), run.all_rules ? "" : ", --only and --without");
  if (run.profile == properties::Profile::All && run.all_rules) return "no rule was left out (--profile all)";
  std::string rules;
  std::size_t shown = 0;
  for (const auto& [rule, count] : left.by_rule())
    if (++shown <= 6) rules += fmt::format("{}{} {}", rules.empty() ? ": " : ", ", rule, grouped(count));
  return fmt::format("{} only rules that {} left out{}{}", plural(left.total(), "mismatch breaks", "mismatches break"),
                     by, rules, shown > 6 ? ", ..." : "");
}

std::vector<std::string> not_judged_forms(const RunFacts& run, const Style& style) {
  const properties::Counts& counts = run.result.counts;
  const std::string rules = labelled("not judged", profile_text(run), style);
  std::string rest = labelled(
      "",
      fmt::format("{} of the commands were dropped{}", percent(counts.dropped, counts.commands), why_dropped(counts)),
      style);
  for (std::size_t i = 0; i < run.options.subjects.size(); ++i) {
    const properties::SubjectCounts& subject = run.result.subjects[i];
    if (subject.cut_short > 0)
      rest += labelled("",
                       fmt::format("{} of the commands of {}: they follow a mismatch{}",
                                   percent(subject.cut_short, counts.commands), run.options.subjects[i].name,
                                   subject.unsupported == 0 ? " or uncertain values"
                                                            : ", or what it lacks: " + unsupported_text(run, i)),
                       style);
  }
  return {rules + rest, rules};
}

// Returns a sentence on what the run did not test, or "" if some programs ran commands in InferenceMode and some
// backward returned.
std::string untested(const RunFacts& run) {
  const properties::Counts& counts = run.result.counts;
  const auto hint = [&](const char* group) {
    return run.named_commands ? fmt::format(" (--only lacks {}?)", group) : std::string();
  };
  std::string out;
  if (counts.programs_inside == 0) out += "what InferenceMode does was NOT tested" + hint("mode_guard");
  if (counts.programs_with_backward == 0)
    out += (out.empty() ? "" : "; ") + std::string("no gradient was tested") + hint("backward");
  return out;
}

std::vector<std::string> search_forms(const RunFacts& run, const Style& style) {
  const properties::CampaignResult& result = run.result;
  const properties::Counts& counts = result.counts;
  const auto deciding =
      std::count_if(result.rule_hits.begin(), result.rule_hits.end(), [](auto hits) { return hits > 0; });
  const std::string missing = untested(run);
  const std::string warning = missing.empty() || counts.programs == 0 ? "" : labelled("", missing, style);
  const std::string line = labelled(
      "searched",
      fmt::format("{}; in {} of the programs commands ran in InferenceMode, in {} a backward returned; {} of {} rules "
                  "decided a command",
                  plural(counts.commands, "command", "commands"), percent(counts.programs_inside, counts.programs),
                  percent(counts.programs_with_backward, counts.programs), deciding, spec::rules().size()),
      style);
  std::string rest = fmt::format(
      "{:.1f} s searching, {:.1f} s replaying what is known, {:.1f} s shrinking, {:.1f} s "
      "for controls",
      result.seconds, result.replay_seconds, result.shrink_seconds, run.control_seconds);
  if (result.crashes > 0)
    rest += fmt::format("; {} died or hung, and went on", plural(result.crashes, "process", "processes"));
  return {line + labelled("took", rest, style) + warning, line + warning, warning};
}

std::string words_text(const Style& style) {
  return labelled("words",
                  "A mismatch is an answer that the specification does not allow. It is a finding if a document or the "
                  "mathematics decides against the subject, and a difference if neither does. It is known if known/ "
                  "describes it, and new if not.",
                  style);
}

void add_outcome(Screen& screen, const RunFacts& run, const Style& style) {
  screen.add(NewOnes, finding_forms(run, style));
  screen.add(Subjects, {subjects_text(run, style)});
  screen.add(KnownOnes, known_forms(run, style));
  screen.add(Controls, control_forms(run, style));
}

// Prints a verdict without colours or layout, for --quiet.
std::string quiet_text(const RunFacts& run) {
  const RunVerdict verdict = verdict_of(run);
  std::string out = verdict.title + "\n";
  for (const std::string& trouble : verdict.troubles) out += trouble + "\n";
  return out;
}

}  // namespace

std::string outcome_text(const RunFacts& run, const Style& style, Detail detail, int lines) {
  const std::string lost = not_written(run.result.findings, style);
  if (detail == Detail::Quiet) return quiet_text(run) + lost;
  if (detail == Detail::Verbose)
    return verdict_lines(run, style) + outcome_details(run, style) + finding_details(run, style);
  Screen screen(lines);
  screen.add(Verdict, {verdict_lines(run, style)});
  add_outcome(screen, run, style);
  return screen.text() + lost;
}

std::string summary(const RunFacts& run, const Style& style, Detail detail) {
  const std::string lost = not_written(run.result.findings, style);
  if (detail == Detail::Quiet) return quiet_text(run) + lost;
  const std::string head =
      style.bold(fmt::format("{}: seed {}, {}, {:.1f} s", properties::build_text(), run.options.seed,
                             plural(static_cast<std::uint64_t>(run.options.jobs), "process", "processes"),
                             run.result.seconds)) +
      "\n\n" + verdict_lines(run, style);
  if (detail == Detail::Verbose)
    return head + "\n" + search_details(run, style) + "\n" + labelled("not judged", profile_text(run), style) +
           labelled("next", risk_text(run), style) + outcome_details(run, style) + finding_details(run, style) + "\n" +
           words_text(style);
  Screen screen(kScreenLines);
  screen.add(Verdict, {head});
  add_outcome(screen, run, style);
  // No empty line separates these sections, because all of them are labelled lines.
  screen.add(Reasons, not_judged_forms(run, style));
  screen.add(Risk, {labelled("next", risk_text(run), style), labelled("next", mismatch_risk_text(run), style), ""},
             false);
  screen.add(Search, search_forms(run, style), false);
  screen.add(Words, {words_text(style), ""}, false);
  screen.add(More,
             {labelled("more",
                       "--verbose prints every table, --html FILE writes a page, --json FILE is for "
                       "programs; docs/USING.md explains.",
                       style),
              ""},
             false);
  return screen.text() + lost;
}

}  // namespace modecheck::cli
