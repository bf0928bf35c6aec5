// modecheck replay FILE...

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options/known_choice.h"
#include "cli/options/subject_choice.h"
#include "cli/output/files.h"
#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "properties/known/known_issue_matcher.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/report/report.h"

namespace modecheck::cli {
namespace {

struct ReplayOptions {
  std::vector<std::string> files;
  std::vector<std::string> subjects;
  bool ignore_known = false;
};

Exit replay(const ReplayOptions& options) {
  // Read every file before running the first, so that a bad file does not leave the work half done.
  std::vector<spec::Program> programs;
  const std::vector<std::string> files = program_files(options.files);
  for (const std::string& file : files) programs.push_back(read_program(file));
  const auto known = choose_known(options.ignore_known);
  const auto lockstep = properties::make_lockstep(properties::spec_oracle(), choose_subjects(options.subjects), true,
                                                  std::chrono::seconds(5));
  const properties::Style style = style_of(stdout);
  Exit exit = Exit::Clean;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const properties::Verdict& verdict = lockstep->check(programs[i]);
    if (verdict.judged_nothing()) {
      fmt::print("{}: {} {}: {}\n", files[i], style.yellow("nothing was judged."),
                 properties::extent(*lockstep, verdict), properties::why_nothing_was_judged(verdict));
      if (exit == Exit::Clean) exit = Exit::NothingJudged;
      continue;
    }
    if (verdict.clean()) {
      fmt::print("{}: {} {}. {}\n", files[i], style.green("no mismatch."), properties::extent(*lockstep, verdict),
                 properties::vote(*lockstep, verdict));
      continue;
    }
    std::vector<std::string> reports;
    for (const properties::Mismatch& mismatch : verdict.mismatches) {
      properties::Provenance provenance;
      provenance.file = files[i];
      reports.push_back(properties::report(programs[i], *lockstep, verdict, mismatch, provenance, style));
    }
    // Copy what is needed: matching known mismatches runs further programs, which invalidates the verdict.
    const std::vector<properties::Mismatch> mismatches = verdict.mismatches;
    const auto matches = properties::KnownIssueMatcher(known, *lockstep).matches(programs[i], mismatches);
    for (std::size_t j = 0; j < reports.size(); ++j) {
      fmt::print("{}", reports[j]);
      if (matches[j] != nullptr)
        fmt::print("  {} {}: {}\n", style.yellow("known as"), matches[j]->id, matches[j]->cause.title);
      else
        exit = Exit::Findings;
      fmt::print("\n");
    }
  }
  return exit;
}

}  // namespace

void add_replay(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("replay", "Runs programs (.prog files) and reports every mismatch.");
  const auto options = std::make_shared<ReplayOptions>();
  verb->add_option("FILE", options->files, "programs written by hand or by `run`, or folders of such")->required();
  verb->add_option(
          "--subjects", options->subjects,
          "who is judged, separated by commas (default: engine:cpu, and torch:cpu where libtorch is installed)")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--ignore-known", options->ignore_known, "known mismatches count as new ones");
  verb->callback([options, &exit] { exit = replay(*options); });
}

}  // namespace modecheck::cli
