// modecheck emit FILE --as cpp

#include <fmt/format.h>

#include <memory>

#include "cli/files.h"
#include "cli/subject_choice.h"
#include "cli/usage_error.h"
#include "cli/verbs.h"
#include "properties/spec_oracle.h"
#include "properties/stand_alone.h"
#include "reference/subjects/emit_cpp.h"

namespace modecheck::cli {
namespace {

struct Options {
  std::string file;
  std::string as;
  std::string out;
  std::vector<std::string> subjects;
};

// The first departure is what the file shows; a program that departs nowhere is written as it is.
std::string emitted(const spec::Program& program, const std::vector<properties::SubjectHandle>& subjects) {
  const auto lockstep = properties::make_lockstep(properties::spec_oracle(), subjects, true, std::chrono::seconds(5));
  const properties::Verdict& verdict = lockstep->check(program);
  if (!verdict.clean()) return properties::cpp_of(program, *lockstep, verdict.departures.front());
  subjects::EmitOptions plain;
  const properties::Expected& expected = lockstep->expected();
  plain.dropped.assign(expected.dropped, expected.dropped + expected.count);
  return subjects::emit_cpp(program, plain);
}

void emit(const Options& options) {
  if (options.as != "cpp")
    throw UsageError(fmt::format("--as: '{}' is no form of a program; there is: cpp", options.as));
  const spec::Program program = read_program(options.file);
  require_writable(options.out, "--out");
  const bool torch = !subjects::find_plugin("torch").empty();
  const auto subjects = !options.subjects.empty() ? choose_subjects(options.subjects)
                        : torch                   ? choose_subjects({"torch:cpu"})
                                                  : std::vector<properties::SubjectHandle>{};
  const std::string text = emitted(program, subjects);
  if (options.out.empty())
    fmt::print("{}", text);
  else
    write_text(options.out, text);
}

}  // namespace

void add_emit(CLI::App& app, Exit&) {
  CLI::App* verb =
      app.add_subcommand("emit", "Writes a program as a stand-alone C++ file against the public libtorch API.");
  const auto options = std::make_shared<Options>();
  verb->add_option("FILE", options->file, "a program")->required();
  verb->add_option("--as", options->as, "the form: cpp")->required();
  verb->add_option("-o,--out", options->out, "where it is written (default: standard output)");
  verb->add_option("--subjects", options->subjects, "whose departure the file shows (default: torch:cpu)")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->callback([options] { emit(*options); });
}

}  // namespace modecheck::cli
