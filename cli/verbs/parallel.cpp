// The verb `modecheck parallel`: runs programs in several threads of one process at once.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cli/options/filter.h"
#include "cli/options/known_choice.h"
#include "cli/options/subject_choice.h"
#include "cli/options/usage_error.h"
#include "cli/options/whole_number.h"
#include "cli/output/numbers.h"
#include "cli/output/terminal.h"
#include "cli/report/run_report.h"
#include "cli/verbs/verbs.h"
#include "properties/campaign/controls.h"
#include "properties/concurrent/concurrent_run.h"
#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/process/child_process.h"
#include "properties/process/shared_memory.h"
#include "properties/report/build_text.h"
#include "properties/report/report.h"
#include "properties/report/table.h"
#include "spec/program/text.h"
#include "subjects/loading/in_process.h"

namespace modecheck::cli {
namespace {

constexpr std::size_t kShown = 20;

constexpr int kMostThreads = 256;
// A process counts as hung if no program starts in this time. No program takes so long, even under a sanitizer.
constexpr std::chrono::seconds kStandstill{120};

struct ParallelOptions {
  std::string subject = "engine:cpu";
  std::int64_t programs = 20'000;
  std::uint64_t seed = 1;
  int threads = 4;
  std::vector<std::string> without;
  bool controls = true;
};

// A Testimony lies in shared memory, so that the state of a process can be read after the process has died.
struct Testimony {
  std::atomic<bool> told = false;  // true once all programs have run and the result is printed
  std::atomic<bool> disturbed = false;
  // for each thread, the number of the program that it runs, plus 1
  std::array<std::atomic<std::uint64_t>, kMostThreads> running{};
};

// Returns generator options without operations whose state belongs to the process and not to a thread. These operations
// draw random numbers from the one default generator, or use an operator that is registered under one name.
properties::GeneratorOptions what_threads_own(const std::vector<std::string>& without) {
  properties::GeneratorOptions out;
  out.operations = make_filter({}, without).operations;
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (spec::draws_random_numbers(spec::operations()[id])) out.operations.reset(id);
  out.operations.reset(spec::id_of(spec::BuiltinCommand::OperatorCheck));
  return out;
}

std::string text_of(const properties::ConcurrentRunResult& result, const properties::Generator& generator,
                    const ParallelOptions& options, const properties::Style& style) {
  std::string out;
  if (result.alone_as_well > 0)
    out += fmt::format("  {} of them ha{} a mismatch alone as well: that is `modecheck run`'s.\n\n",
                       grouped(result.alone_as_well), result.alone_as_well == 1 ? "s" : "ve");
  if (result.disturbed.empty()) return out + "  Each program went as it goes alone.\n";
  properties::Table table({"program", "concurrently", "alone"});
  for (std::size_t i = 0; i < std::min(kShown, result.disturbed.size()); ++i) {
    const properties::Disturbed& one = result.disturbed[i];
    table.add({fmt::format("{}", one.index), one.headline, one.alone.empty() ? "no mismatch" : one.alone});
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

// Waits until the process ends. Stops it if no program starts for kStandstill.
properties::ChildProcess::End watch(properties::ChildProcess& process, const Testimony& testimony) {
  std::uint64_t before = 0;
  auto moved = std::chrono::steady_clock::now();
  while (process.poll() == properties::ChildProcess::End::Running) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::uint64_t sum = 0;
    for (const std::atomic<std::uint64_t>& running : testimony.running) sum += running;
    const auto now = std::chrono::steady_clock::now();
    if (sum != before) moved = now;
    before = sum;
    if (now - moved > kStandstill) process.stop();
  }
  return process.poll();
}

// Lists the programs that ran when the process died, and what each of them does when it runs alone.
std::string death_text(const properties::SubjectHandle& subject, const std::string& cause, const Testimony& testimony,
                       const properties::ConcurrentRunOptions& sides, const properties::Style& style) {
  const auto alone = properties::make_lockstep(sides.oracle, {subject}, true, std::chrono::seconds(5));
  properties::Table table({"program", "alone"});
  spec::Program program;
  for (const std::atomic<std::uint64_t>& running : testimony.running) {
    if (running == 0) continue;
    sides.program_into(program, running - 1);
    const properties::Verdict& verdict = alone->check(program, false);
    table.add({fmt::format("{}", running - 1),
               verdict.clean() ? "no mismatch" : properties::headline(verdict.mismatches[0])});
  }
  return fmt::format(
      "{}\n\n{}\n  What ends the process alone as well can be left out with --without; `modecheck run` shrinks it.\n",
      style.red(style.bold(fmt::format("  The process has died ({}) of one of these programs", cause))),
      table.text(style));
}

// Returns the programs that mismatch by themselves, each tried in a process of its own. Such a program says nothing
// about concurrency, because it may crash or write beyond a storage. Returns no program for a subject without known
// mismatches.
std::set<std::uint64_t> mismatching_alone(const properties::SubjectHandle& subject,
                                          const properties::ConcurrentRunOptions& sides) {
  std::set<std::uint64_t> out;
  const std::vector<properties::KnownMismatch> known = choose_known(false);
  if (std::none_of(known.begin(), known.end(), [&](const properties::KnownMismatch& entry) {
        return entry.speaks_of(subject.name, subject.plugin.version());
      }))
    return out;
  const auto alone = properties::make_lockstep(sides.oracle, {subject}, true, std::chrono::seconds(5));
  spec::Program program;
  for (std::uint64_t i = 0; i < sides.programs; ++i) {
    sides.program_into(program, i);
    if (!alone->check(program, false).clean()) out.insert(i);
  }
  return out;
}

// Runs the controls on the programs of this search, whichever subject is judged. A control checks the search itself,
// for example with a fault that the search must find.
std::vector<properties::Control> controls_of(const ParallelOptions& options, const properties::SubjectHandle& subject,
                                             const properties::Generator& generator) {
  if (!options.controls) return {};
  properties::ControlOptions controls;
  controls.program_into = [&](spec::Program& program, std::uint64_t index) {
    generator.program_into(program, options.seed, index);
  };
  controls.canary = subject_for_control("canary:cpu");
  controls.engine = subject_for_control("engine:cpu");
  // The canary is the engine with a planted fault. Do not judge the canary alone: this verb does not report a program
  // that also mismatches when it runs alone.
  controls.alone = false;
  controls.beside = true;
  add_failing_allocations_control({subject}, controls);
  if (!options.without.empty()) controls.not_run = "what --without leaves may not show it";
  return properties::run_controls(controls);
}

Exit parallel(const ParallelOptions& options) {
  const properties::SubjectHandle subject = choose_subjects({options.subject}, "--subject")[0];
  if (spec::has_own_memory(subject.device))
    throw UsageError(
        fmt::format("--subject: {} has one device for the whole process; name one on cpu or meta", options.subject));
  if (subject.plugin.runs_in_worker())
    throw UsageError(
        fmt::format("--subject: {} runs one program at a time, in a process of its own; name one without a "
                    "version",
                    options.subject));
  const properties::Generator generator(what_threads_own(options.without));
  const properties::Style style = style_of(stdout);
  const properties::Shared<Testimony> testimony;
  properties::ConcurrentRunOptions sides;
  sides.oracle = properties::spec_oracle();
  sides.open = [&] {
    spec::SubjectOptions open;
    open.device = subject.device;
    return std::make_unique<subjects::InProcess>(subject.plugin, open);
  };
  sides.program_into = [&](spec::Program& program, std::uint64_t index) {
    generator.program_into(program, options.seed, index);
  };
  sides.starting = [&](int thread, std::uint64_t index) {
    testimony->running[static_cast<std::size_t>(thread)] = index + 1;
  };
  sides.programs = static_cast<std::uint64_t>(options.programs);
  sides.threads = options.threads;
  fmt::print("{}: {} {}, seed {}\n\n", properties::build_text(), subject.name, subject.plugin.version(), options.seed);
  const std::set<std::uint64_t> left_out = mismatching_alone(subject, sides);
  if (!left_out.empty()) {
    fmt::print(
        "  {} of the {} programs have a mismatch alone and are left out: `modecheck run` tells which are known\n",
        grouped(left_out.size()), grouped(sides.programs));
    sides.program_into = [&generator, &left_out, seed = options.seed](spec::Program& program, std::uint64_t index) {
      program.records.clear();
      if (left_out.count(index) == 0) generator.program_into(program, seed, index);
    };
  }
  properties::ChildProcess process([&](int) {
    const auto start = std::chrono::steady_clock::now();
    const properties::ConcurrentRunResult result = properties::run_concurrently(sides);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    fmt::print("  {} programs, {} at once in threads of one process; {} commands judged in {:.1f} s\n",
               grouped(result.programs), options.threads, grouped(result.commands), seconds);
    fmt::print("{}", text_of(result, generator, options, style));
    testimony->disturbed = !result.disturbed.empty();
    testimony->told = true;
  });
  if (watch(process, *testimony) == properties::ChildProcess::End::Finished) {
    const std::vector<properties::Control> controls = controls_of(options, subject, generator);
    fmt::print("{}", control_lines(controls, style));
    const bool missed =
        std::any_of(controls.begin(), controls.end(), [](const properties::Control& one) { return one.failed(); });
    return testimony->disturbed || missed ? Exit::Findings : Exit::Clean;
  }
  if (testimony->told)
    fmt::print("\n{}\n", style.red(fmt::format("  A sanitizer has complained above ({}).", process.cause())));
  else
    fmt::print("{}", death_text(subject, process.cause(), *testimony, sides, style));
  return Exit::Findings;
}

}  // namespace

void add_parallel(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand(
      "parallel", "Runs programs in several threads of one process at once. Each must answer as it does alone.");
  const auto options = std::make_shared<ParallelOptions>();
  verb->add_option("--subject", options->subject, "subject to judge; `modecheck subjects` lists them")
      ->type_name("NAME")
      ->capture_default_str();
  verb->add_option("--programs", options->programs, "number of programs in all")
      ->transform(whole_number(1, std::uint64_t{1} << 60))
      ->capture_default_str();
  verb->add_option("--seed", options->seed,
                   "number that determines the programs: program i of a seed is always the same")
      ->transform(any_whole_number())
      ->capture_default_str();
  verb->add_option("--threads", options->threads, "number of programs that run at once")
      ->transform(whole_number(1, kMostThreads))
      ->capture_default_str();
  verb->add_option("--without", options->without,
                   "operators, guards or groups that no program is made of, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--controls,!--no-controls", options->controls,
                 "also check that threads which disturb one another are found, and that failing allocations change "
                 "nothing (default: on)");
  verb->callback([options, &exit] { exit = parallel(*options); });
}

}  // namespace modecheck::cli
