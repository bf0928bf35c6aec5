// The verb `modecheck operator`: judges the operators of a library's registry by what their schemas promise.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/operators/operator_report.h"
#include "cli/options/usage_error.h"
#include "cli/options/whole_number.h"
#include "cli/output/files.h"
#include "cli/output/numbers.h"
#include "cli/output/progress_line.h"
#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

struct OperatorOptions {
  std::vector<std::string> names;
  std::vector<std::string> libraries;
  std::string subject = "torch:cpu";
  std::string json;
  std::uint32_t seed = 1;
  int tries = 3000;
  int jobs = 0;
  bool all = false;
  bool list = false;
  bool verbose = false;
};

WorkerProgram choose_program(const std::string& subject) {
  constexpr std::string_view device = ":cpu";
  const std::string name = subject.ends_with(device) ? subject.substr(0, subject.size() - device.size()) : subject;
  const std::vector<WorkerProgram> programs = find_operator_programs();
  std::string known;
  for (const WorkerProgram& one : programs) {
    if (one.library == name) return one;
    known += (known.empty() ? "" : ", ") + one.library + ":cpu";
  }
  throw UsageError(fmt::format(
      "--subject: no registry of operators is called {}; {}", spec::quoted(subject),
      known.empty() ? "libtorch was not found when modecheck was built; install libtorch-dev and build again"
                    : "there is " + known + ", and scripts/reference adds another version of PyTorch"));
}

// The operators that are judged: those that are named, all, or those that the libraries registered. A name without an
// overload stands for all overloads, and one without a namespace for that in `aten`.
std::vector<std::string> choose_names(const OperatorOptions& options, const OperatorWorker& worker) {
  if (options.all) {
    if (!options.names.empty())
      throw UsageError(fmt::format("operator: --all judges all operators, so {} has no meaning; leave one of them out",
                                   spec::quoted(options.names.front())));
    return worker.all();
  }
  if (options.names.empty()) {
    if (options.libraries.empty())
      throw UsageError("operator needs the name of an operator, --library FILE, or --all; --list prints all names");
    if (worker.of_libraries().empty())
      throw UsageError(
          fmt::format("--library: {} registers no operator; its TORCH_LIBRARY block must run when it is loaded",
                      spec::quoted(options.libraries.front())));
    return worker.of_libraries();
  }
  std::vector<std::string> out;
  for (const std::string& name : options.names) {
    const std::string whole = name.find("::") == std::string::npos ? "aten::" + name : name;
    bool found = false;
    for (const std::string& one : worker.all()) {
      if (one != whole && !one.starts_with(whole + ".")) continue;
      found = true;
      if (std::find(out.begin(), out.end(), one) == out.end()) out.push_back(one);
    }
    if (!found)
      throw UsageError(fmt::format("operator: {} {} has no operator {}; --list prints all names", options.subject,
                                   worker.version(), spec::quoted(name)));
  }
  return out;
}

Exit run(const OperatorOptions& options) {
  require_writable(options.json, "--json");
  const WorkerProgram program = choose_program(options.subject);
  const OperatorWorker worker(program, options.libraries);
  if (options.list) {
    if (!options.names.empty())
      throw UsageError("operator: --list prints all names, so NAME has no meaning; leave it out");
    for (const std::string& name : options.libraries.empty() ? worker.all() : worker.of_libraries())
      fmt::print("{}\n", name);
    return Exit::Clean;
  }
  JudgeRequest request{program,      options.libraries, choose_names(options, worker),
                       options.seed, options.tries,     options.jobs};
  if (request.jobs == 0) request.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  OperatorRun result{program.library + ":cpu", worker.version(), options.seed, 0, {}};
  const auto start = std::chrono::steady_clock::now();
  {
    ProgressLine line(request.names.size() > 1);
    result.reports = judge_operators(request, [&](std::size_t done) {
      if (line.shown()) line.show(fmt::format("{} of {} operators", grouped(done), grouped(request.names.size())));
    });
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{}", text_of(result, options.verbose, style_of(stdout)));
  std::fflush(stdout);
  if (!options.json.empty()) write_text(options.json, json_of(result));
  return result.broken() != 0 ? Exit::Findings : result.judged() == 0 ? Exit::NothingJudged : Exit::Clean;
}

}  // namespace

void add_operator(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("operator",
                                      "Judges operators of PyTorch's registry, or of a library of yours, by what "
                                      "their schemas promise.");
  const auto options = std::make_shared<OperatorOptions>();
  verb->add_option("NAME", options->names,
                   "operators, such as add.Tensor or mine::scale; without overload: all of them")
      ->type_name("");
  verb->add_flag("--all", options->all, "judge all operators of the registry");
  verb->add_option("--library", options->libraries,
                   "shared library that registers operators with TORCH_LIBRARY; may be given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  verb->add_option("--subject", options->subject, "whose registry: torch:cpu, or torch-VERSION:cpu")
      ->type_name("NAME")
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "number that determines the arguments")
      ->transform(whole_number(0, 4'000'000'000))
      ->capture_default_str();
  verb->add_option("--tries", options->tries, "draws of arguments for each operator, until three calls succeed")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  verb->add_option("--jobs", options->jobs, "number of processes (default: one for each core)")
      ->transform(whole_number(1, 256));
  verb->add_flag("--list", options->list, "print the names of the operators, and judge nothing");
  verb->add_flag("--verbose", options->verbose, "print every violation with a call that shows it");
  verb->add_option("--json", options->json, "file that the result is written to as JSON")->type_name("FILE");
  verb->callback([options, &exit] { exit = run(*options); });
}

}  // namespace modecheck::cli
