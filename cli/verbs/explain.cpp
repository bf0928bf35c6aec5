// The verb `modecheck explain FILE`: prints a table of what each command of a program did.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options/subject_choice.h"
#include "cli/output/files.h"
#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/report/report.h"

namespace modecheck::cli {
namespace {

struct ExplainOptions {
  std::string file;
  std::vector<std::string> subjects;
};

void explain(const ExplainOptions& options) {
  const spec::Program program = read_program(options.file);
  const auto lockstep = properties::make_lockstep(properties::spec_oracle(), choose_subjects(options.subjects), true,
                                                  std::chrono::seconds(5));
  const properties::Verdict& verdict = lockstep->check(program);
  fmt::print("{}", properties::explain(program, *lockstep, verdict, style_of(stdout)));
}

}  // namespace

void add_explain(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand(
      "explain", "Shows command by command what the specification expects of a program and what each subject answers.");
  const auto options = std::make_shared<ExplainOptions>();
  verb->add_option("FILE", options->file, "program (.prog) to explain")->type_name("FILE")->required();
  verb->add_option("--subjects", options->subjects,
                   "subjects to judge, separated by commas (default: engine:cpu, and torch:cpu where libtorch is "
                   "installed); `modecheck subjects` lists them")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->callback([options] { explain(*options); });
}

}  // namespace modecheck::cli
