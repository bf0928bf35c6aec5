// modecheck parallel

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include "cli/numbers.h"
#include "cli/subject_choice.h"
#include "cli/terminal.h"
#include "cli/usage_error.h"
#include "cli/verbs.h"
#include "properties/generator.h"
#include "properties/report.h"
#include "properties/side_by_side.h"
#include "properties/spec_oracle.h"
#include "properties/table.h"
#include "reference/subjects/in_process.h"
#include "spec/program_text.h"

namespace modecheck::cli {
namespace {

constexpr std::size_t kShown = 20;

struct ParallelOptions {
  std::string subject = "engine:cpu";
  std::int64_t programs = 20'000;
  std::uint64_t seed = 1;
  int threads = 4;
};

// What belongs to the process and not to the thread: numbers drawn from the one default generator, and an operator that
// is registered under one name.
properties::GeneratorOptions what_threads_own() {
  properties::GeneratorOptions out;
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (spec::draws_random_numbers(spec::operations()[id])) out.operations.reset(id);
  out.operations.reset(spec::id_of(spec::Extra::OperatorCheck));
  return out;
}

std::string text_of(const properties::SideBySideResult& result, const properties::Generator& generator,
                    const ParallelOptions& options, const properties::Style& style) {
  std::string out;
  if (result.alone_as_well > 0)
    out += fmt::format("  {} of them depart{} alone as well: that is `modecheck run`'s.\n\n",
                       grouped(result.alone_as_well), result.alone_as_well == 1 ? "s" : "");
  if (result.disturbed.empty()) return out + "  Each program went as it goes alone.\n";
  properties::Table table({"program", "beside others", "alone"});
  for (std::size_t i = 0; i < std::min(kShown, result.disturbed.size()); ++i) {
    const properties::Disturbed& one = result.disturbed[i];
    table.add({fmt::format("{}", one.index), one.headline, one.alone.empty() ? "nothing departs" : one.alone});
  }
  out += fmt::format(
      "{}\n\n{}",
      style.red(style.bold(fmt::format("  {} program{} went otherwise than alone", grouped(result.disturbed.size()),
                                       result.disturbed.size() == 1 ? "" : "s"))),
      table.text(style));
  if (result.disturbed.size() > kShown)
    out += fmt::format("  and {} more\n", grouped(result.disturbed.size() - kShown));
  out +=
      fmt::format("\nThe first:\n\n{}", spec::to_text(generator.program_of(options.seed, result.disturbed[0].index)));
  return out;
}

Exit parallel(const ParallelOptions& options) {
  const properties::SubjectHandle subject = choose_subjects({options.subject})[0];
  if (spec::is_apart(subject.device))
    throw UsageError(
        fmt::format("--subject: {} has one device for the whole process; name one on cpu or meta", options.subject));
  const properties::Generator generator(what_threads_own());
  properties::SideBySideOptions sides;
  sides.oracle = properties::spec_oracle();
  sides.open = [&] {
    spec::SubjectOptions open;
    open.device = subject.device;
    return std::make_unique<subjects::InProcess>(subject.plugin, open);
  };
  sides.program_into = [&](spec::Program& program, std::uint64_t index) {
    generator.program_into(program, options.seed, index);
  };
  sides.programs = static_cast<std::uint64_t>(options.programs);
  sides.threads = options.threads;
  const auto start = std::chrono::steady_clock::now();
  const properties::SideBySideResult result = properties::run_side_by_side(sides);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{}: {} {}, seed {}, {:.1f} s\n\n", properties::build_text(), subject.name, subject.plugin.version(),
             options.seed, seconds);
  fmt::print("  {} programs, {} at once in threads of one process; {} commands judged\n", grouped(result.programs),
             options.threads, grouped(result.commands));
  fmt::print("{}", text_of(result, generator, options, style_of(stdout)));
  return result.disturbed.empty() ? Exit::Clean : Exit::Findings;
}

}  // namespace

void add_parallel(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand(
      "parallel", "Runs programs in several threads of one process at once: each must go as it goes alone.");
  const auto options = std::make_shared<ParallelOptions>();
  verb->add_option("--subject", options->subject, "who is judged; a crash of it ends this process")
      ->capture_default_str();
  verb->add_option("--programs", options->programs, "how many programs in all")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 60))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "program i of a seed is always the same")->capture_default_str();
  verb->add_option("--threads", options->threads, "how many programs run at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  verb->callback([options, &exit] { exit = parallel(*options); });
}

}  // namespace modecheck::cli
