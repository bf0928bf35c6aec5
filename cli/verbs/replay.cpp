// The verb `modecheck replay FILE...`: runs programs again and reports their mismatches.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options/known_choice.h"
#include "cli/options/subject_choice.h"
#include "cli/output/files.h"
#include "cli/output/terminal.h"
#include "cli/report/program_report.h"
#include "cli/verbs/verbs.h"
#include "properties/lockstep/spec_oracle.h"

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
    const ProgramReport report = judge_program(programs[i], files[i], *lockstep, known, style);
    fmt::print("{}", report.text);
    // The exit status of a finding takes precedence over that of a program in which nothing was judged.
    if (report.exit == Exit::Findings || exit == Exit::Clean) exit = report.exit;
  }
  return exit;
}

}  // namespace

void add_replay(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("replay", "Judges programs from files, and prints a report of each mismatch.");
  const auto options = std::make_shared<ReplayOptions>();
  verb->add_option("FILE", options->files,
                   "program (.prog) that was written by hand or by `run`, or a folder of programs")
      ->type_name("FILE")
      ->required();
  verb->add_option("--subjects", options->subjects,
                   "subjects to judge, separated by commas (default: engine:cpu, and torch:cpu where libtorch is "
                   "installed); `modecheck subjects` lists them")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--ignore-known", options->ignore_known, "report known mismatches as if they were new");
  verb->callback([options, &exit] { exit = replay(*options); });
}

}  // namespace modecheck::cli
