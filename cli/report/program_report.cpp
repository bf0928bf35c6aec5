#include "cli/report/program_report.h"

#include <fmt/format.h>

#include "properties/known/known_issue_matcher.h"
#include "properties/report/report.h"

namespace modecheck::cli {

ProgramReport judge_program(const spec::Program& program, const std::string& file, properties::Lockstep& lockstep,
                            const std::vector<properties::KnownMismatch>& known, const properties::Style& style) {
  const std::string name = file.empty() ? "the program" : file;
  const properties::Verdict& verdict = lockstep.check(program);
  if (verdict.judged_nothing())
    return {Exit::NothingJudged,
            fmt::format("{}: {} {}: {}\n", name, style.yellow("nothing was judged."),
                        properties::extent(lockstep, verdict), properties::why_nothing_was_judged(verdict))};
  if (verdict.clean())
    return {Exit::Clean, fmt::format("{}: {} {}. {}\n", name, style.green("no mismatch."),
                                     properties::extent(lockstep, verdict), properties::vote(lockstep, verdict))};
  std::vector<std::string> reports;
  for (const properties::Mismatch& mismatch : verdict.mismatches) {
    properties::Provenance provenance;
    provenance.file = file;
    reports.push_back(properties::report(program, lockstep, verdict, mismatch, provenance, style));
  }
  // Copy the mismatches: comparing them with known ones runs further programs, which invalidates the verdict.
  const std::vector<properties::Mismatch> mismatches = verdict.mismatches;
  const auto matches = properties::KnownIssueMatcher(known, lockstep).matches(program, mismatches);
  ProgramReport out;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    out.text += reports[i];
    if (matches[i] != nullptr)
      out.text += fmt::format("  {} {}: {}\n", style.yellow("known as"), matches[i]->id, matches[i]->cause.title);
    else
      out.exit = Exit::Findings;
    out.text += "\n";
  }
  return out;
}

}  // namespace modecheck::cli
