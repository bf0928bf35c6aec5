// The verb `modecheck reduce FILE`: shrinks a program that mismatches.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options/duration.h"
#include "cli/options/subject_choice.h"
#include "cli/options/usage_error.h"
#include "cli/output/files.h"
#include "cli/verbs/verbs.h"
#include "properties/campaign/shrink_findings.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/report/report.h"
#include "properties/shrink/irrelevance.h"
#include "properties/shrink/reducer.h"

namespace modecheck::cli {
namespace {

struct ReduceOptions {
  std::string file;
  std::string out;
  std::string time = "10s";
  std::vector<std::string> subjects;
};

void reduce(const ReduceOptions& options) {
  properties::ReduceOptions limits;
  limits.max_seconds = std::chrono::duration<double>(parse_duration(options.time, "--time")).count();
  const spec::Program program = read_program(options.file);
  require_writable(options.out, "--out");
  const auto lockstep = properties::make_lockstep(properties::spec_oracle(), choose_subjects(options.subjects), true,
                                                  std::chrono::seconds(1));
  const properties::Verdict& verdict = lockstep->check(program);
  if (verdict.clean())
    throw UsageError(fmt::format("{}: every subject agrees with the specification ({}), so there is nothing to reduce",
                                 options.file, properties::extent(*lockstep, verdict)));
  const properties::Mismatch wanted = verdict.mismatches.front();
  const auto fails = [&](const spec::Program& candidate) {
    for (const properties::Mismatch& mismatch : lockstep->check(candidate).mismatches)
      if (mismatch.signature == wanted.signature) return true;
    return false;
  };
  const auto result = properties::reduce(program, fails, limits);
  std::vector<std::string> comments{properties::to_text(wanted.signature)};
  for (const std::string& line : properties::what_does_not_matter(result.program, fails))
    comments.push_back("Does not matter: " + line);
  const std::string text = properties::annotated_text(result.program, comments);
  fmt::print(stderr, "{}: {} commands of {} are left ({}, {} programs tried)\n", properties::to_text(wanted.signature),
             result.program.records.size(), program.records.size(), properties::name_of(result.end), result.checks);
  if (options.out.empty())
    fmt::print("{}", text);
  else
    write_text(options.out, text);
}

}  // namespace

void add_reduce(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand("reduce", "Shrinks a program that shows a mismatch.");
  const auto options = std::make_shared<ReduceOptions>();
  verb->add_option("FILE", options->file, "program that shows a mismatch")->type_name("FILE")->required();
  verb->add_option("-o,--out", options->out, "file that the smaller program is written to (default: standard output)")
      ->type_name("FILE");
  verb->add_option("--time", options->time, "time limit, with its unit: 500ms, 10s, 5m")
      ->type_name("TIME")
      ->capture_default_str();
  verb->add_option("--subjects", options->subjects,
                   "subjects to judge, separated by commas (default: engine:cpu, and torch:cpu where libtorch is "
                   "installed); `modecheck subjects` lists them")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->callback([options] { reduce(*options); });
}

}  // namespace modecheck::cli
