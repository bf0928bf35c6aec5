// The verb `modecheck emit FILE --as cpp|python`: prints a program as a C++ or Python file.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options/subject_choice.h"
#include "cli/options/usage_error.h"
#include "cli/output/files.h"
#include "cli/verbs/verbs.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/report/stand_alone.h"
#include "spec/program/quoted.h"
#include "subjects/emit/cpp.h"
#include "subjects/emit/python.h"

namespace modecheck::cli {
namespace {

struct EmitOptions {
  std::string file;
  std::string as;
  std::string out;
  std::vector<std::string> subjects;
};

// Emits a file that shows the program's first mismatch. If the program has no mismatch, emits the program as it is.
std::string emitted(const spec::Program& program, bool python, const std::vector<properties::SubjectHandle>& subjects) {
  const auto lockstep = properties::make_lockstep(properties::spec_oracle(), subjects, true, std::chrono::seconds(5));
  const properties::Verdict& verdict = lockstep->check(program);
  if (!verdict.clean()) {
    const properties::Mismatch& mismatch = verdict.mismatches.front();
    return python ? properties::python_of(program, *lockstep, mismatch)
                  : properties::cpp_of(program, *lockstep, mismatch);
  }
  subjects::EmitOptions plain;
  plain.headline = {subjects.empty() ? "A program of modecheck."
                                     : "A program of modecheck, on which all subjects agree."};
  const properties::Expected& expected = lockstep->expected();
  plain.dropped.assign(expected.dropped, expected.dropped + expected.count);
  return python ? subjects::emit_python(program, plain) : subjects::emit_cpp(program, plain);
}

void emit(const EmitOptions& options) {
  const bool python = options.as == "python";
  if (options.as != "cpp" && !python)
    throw UsageError(fmt::format("--as: {} is no form of a program; there are: cpp, python", spec::quoted(options.as)));
  const spec::Program program = read_program(options.file);
  if (python)
    if (const auto why = subjects::not_in_python(program)) throw UsageError(fmt::format("{}: {}", options.file, *why));
  require_writable(options.out, "--out");
  const bool torch = !subjects::find_plugin("torch").empty();
  const auto subjects = !options.subjects.empty() ? choose_subjects(options.subjects)
                        : torch                   ? choose_subjects({"torch:cpu"})
                                                  : std::vector<properties::SubjectHandle>{};
  const std::string text = emitted(program, python, subjects);
  if (options.out.empty())
    fmt::print("{}", text);
  else
    write_text(options.out, text);
}

}  // namespace

void add_emit(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand(
      "emit", "Prints a program as a C++ file for libtorch, or as a Python file for the package torch.");
  const auto options = std::make_shared<EmitOptions>();
  verb->add_option("FILE", options->file, "program (.prog) to print")->type_name("FILE")->required();
  verb->add_option("--as", options->as, "language of the result: cpp or python")->type_name("{cpp,python}")->required();
  verb->add_option("-o,--out", options->out, "file that the result is written to (default: standard output)")
      ->type_name("FILE");
  verb->add_option("--subjects", options->subjects,
                   "subjects whose mismatch the file shows, separated by commas (default: torch:cpu)")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->callback([options] { emit(*options); });
}

}  // namespace modecheck::cli
