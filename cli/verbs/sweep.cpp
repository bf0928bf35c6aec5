// The verb `modecheck sweep`: calls every operation in every situation.

#include "properties/sweep/sweep.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/options/filter.h"
#include "cli/options/known_choice.h"
#include "cli/options/recording.h"
#include "cli/options/subject_choice.h"
#include "cli/options/usage_error.h"
#include "cli/options/whole_number.h"
#include "cli/output/files.h"
#include "cli/output/numbers.h"
#include "cli/output/progress_line.h"
#include "cli/output/terminal.h"
#include "cli/report/run_report.h"
#include "cli/report/screen.h"
#include "cli/verbs/verbs.h"
#include "properties/campaign/controls.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/process/interrupt.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"

namespace modecheck::cli {
namespace {

struct SweepOptions {
  std::vector<std::string> subjects{"engine:cpu"};
  std::vector<std::string> only;
  std::vector<std::string> situations;  // files of programs
  std::uint64_t rounds = 1;
  std::optional<std::uint64_t> programs;
  std::uint64_t seed = 1;
  int jobs = 0;
  std::string findings;
  bool ignore_known = false;
  bool controls = true;
  bool list = false;
  std::string json;
  bool verbose = false;
  bool quiet = false;
  RecordingOptions recording;

  Detail detail() const { return quiet ? Detail::Quiet : verbose ? Detail::Verbose : Detail::Short; }
};

std::vector<properties::Situation> arguments_of(const SweepOptions& options) {
  if (options.situations.empty()) return properties::argument_situations();
  std::vector<properties::Situation> out;
  for (const std::string& file : options.situations) {
    const spec::Program program = read_program(file);
    const std::size_t used = program.records.size();
    if (used > properties::kMostSituationCommands)
      throw UsageError(
          fmt::format("--situation: {} has {} commands; a situation has at most {}, so that a call and its ending "
                      "fit into the program",
                      file, used, properties::kMostSituationCommands));
    out.push_back({std::filesystem::path(file).stem().string(), {program.records.begin(), program.records.end()}});
  }
  return out;
}

// Lists what the sweep combines.
std::string list_text(const std::vector<properties::Situation>& arguments, const properties::Style& style) {
  const auto list = [&](std::string_view title, const std::vector<properties::Situation>& situations) {
    std::string out = style.bold(fmt::format("{}\n", title));
    for (const properties::Situation& one : situations) out += fmt::format("  {}\n", one.name);
    return out + "\n";
  };
  std::string out = list(fmt::format("{} arguments", arguments.size()), arguments) +
                    list(fmt::format("{} modes", properties::mode_situations().size()), properties::mode_situations()) +
                    style.bold(fmt::format("{} endings\n", properties::kEndings.size()));
  for (const properties::Ending ending : properties::kEndings) out += fmt::format("  {}\n", text_of(ending));
  return out;
}

// Returns the names of the operations that no program called: the model dropped each of their calls.
std::vector<std::string> never_called(const properties::OperationSet& operations, const properties::Counts& counts) {
  std::vector<std::string> out;
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (operations.test(id) && counts.run_of[id] == counts.dropped_of[id])
      out.emplace_back(spec::operations()[id].name);
  return out;
}

std::string summary(const RunFacts& facts, const SweepOptions& options, const properties::Sweep& sweep,
                    const std::vector<std::string>& never, const properties::Style& style) {
  if (options.detail() == Detail::Quiet) return outcome_text(facts, style, Detail::Quiet, kScreenLines);
  const properties::Counts& counts = facts.result.counts;
  const std::string head = style.bold(
      fmt::format("{}: {} operations in {} situations, {:.1f} s, {} process{}", properties::build_text(),
                  grouped(sweep.operations()), grouped(sweep.arguments() * properties::mode_situations().size()),
                  facts.result.seconds, facts.options.jobs, facts.options.jobs == 1 ? "" : "es"));
  std::string tail = paragraph(
      fmt::format(
          "{} programs: {} arguments, {} modes, {} operations and {} endings make {} of one round. Of {} commands, "
          "{:.0f} % returned, {:.0f} % were rejected, and {:.0f} % were dropped, because no document decides them.",
          grouped(counts.programs), sweep.arguments(), properties::mode_situations().size(), sweep.operations(),
          properties::kEndings.size(), grouped(sweep.programs()), grouped(counts.commands),
          100 * share(counts.ok, counts.commands), 100 * share(counts.rejected(), counts.commands),
          100 * share(counts.dropped, counts.commands + counts.dropped)),
      style.width);
  if (!never.empty()) {
    std::string names;
    for (std::size_t i = 0; i < never.size() && i < 8; ++i) names += (i == 0 ? "" : ", ") + never[i];
    tail += paragraph(fmt::format("No program called {} of the operations: {}{}.", never.size(), names,
                                  never.size() > 8 ? ", ..." : ""),
                      style.width);
  }
  const auto lines = static_cast<int>(std::count(tail.begin(), tail.end(), '\n'));
  return head + "\n\n" + outcome_text(facts, style, options.detail(), kScreenLines - lines - 3) + "\n" + tail;
}

std::string json_of(const RunFacts& facts, const properties::Sweep& sweep,
                    const std::vector<properties::Situation>& arguments, const std::vector<std::string>& never) {
  auto out = nlohmann::ordered_json::parse(to_json(facts, all_subjects()));
  // Remove keys that mean nothing here, because programs are not drawn at random.
  for (const char* key : {"shares", "residual_risk"}) out.erase(key);
  out["programs_of_a_round"] = sweep.programs();
  out["operations_of_a_round"] = sweep.operations();
  const auto names = [&](const char* key, const std::vector<properties::Situation>& situations) {
    out[key] = nlohmann::ordered_json::array();
    for (const properties::Situation& one : situations) out[key].push_back(one.name);
  };
  names("arguments", arguments);
  names("modes", properties::mode_situations());
  out["endings"] = nlohmann::ordered_json::array();
  for (const properties::Ending ending : properties::kEndings) out["endings"].push_back(text_of(ending));
  out["never_called"] = never;
  return out.dump(2) + "\n";
}

// Returns the command line that runs the same programs again, without their number.
std::string command_of(const SweepOptions& options, const properties::CampaignOptions& campaign) {
  std::string out = "modecheck sweep --subjects ";
  for (std::size_t i = 0; i < campaign.subjects.size(); ++i) out += (i == 0 ? "" : ",") + campaign.subjects[i].name;
  out += fmt::format(" --seed {}", options.seed);
  for (const std::string& file : options.situations) out += " --situation " + file;
  for (std::size_t i = 0; i < options.only.size(); ++i) out += (i == 0 ? " --only " : ",") + options.only[i];
  if (options.ignore_known) out += " --ignore-known";
  return out;
}

std::vector<properties::Control> controls_of(const SweepOptions& options, const properties::CampaignOptions& campaign) {
  if (!options.controls) return {};
  properties::ControlOptions controls;
  controls.program_into = campaign.program_into;
  controls.canary = subject_for_control("canary:cpu");
  // The sanctioned hole takes four commands of its own, which no situation has.
  controls.sanctioned_hole = false;
  add_failing_allocations_control(campaign.subjects, controls);
  if (properties::interrupt_signal() != 0)
    controls.not_run = "the run was interrupted";
  else if (!options.only.empty() || !options.situations.empty())
    controls.not_run = "what --only or --situation leaves may not show it";
  return properties::run_controls(controls);
}

Exit run(const SweepOptions& options) {
  const std::vector<properties::Situation> arguments = arguments_of(options);
  if (options.list) {
    fmt::print("{}", list_text(arguments, style_of(stdout)));
    return Exit::Clean;
  }
  properties::watch_for_interrupt();
  require_folder(options.findings, "--findings");
  require_writable(options.json, "--json");
  properties::CampaignOptions campaign;
  campaign.seed = options.seed;
  campaign.jobs =
      options.jobs != 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  campaign.findings = options.findings;
  campaign.subjects = choose_subjects(options.subjects);
  campaign.known = choose_known(options.ignore_known);
  campaign.oracle = properties::spec_oracle();
  spec::DeviceKind device = spec::DeviceKind::Cpu;
  for (const properties::SubjectHandle& subject : campaign.subjects)
    if (spec::has_own_memory(subject.device)) device = subject.device;
  const Filter filter = make_filter(options.only, {}, properties::operations_of_sweep());
  campaign.wanted = judge_of(filter.rules);
  const properties::Sweep sweep(arguments, filter.operations, device, options.seed);
  campaign.programs = options.programs.value_or(options.rounds * sweep.programs());
  campaign.program_into = [&](spec::Program& program, std::uint64_t index) { sweep.program_into(program, index); };
  const std::unique_ptr<properties::ResultsFile> results =
      record(options.recording, command_of(options, campaign), campaign);

  properties::CampaignResult result;
  {
    ProgressLine line(!options.quiet);
    result = properties::run_campaign(campaign, [&](const properties::Progress& progress) {
      if (line.shown())
        line.show(fmt::format("{} {:.0f} %  {} programs  {} known  {} new", progress.phase,
                              100 * share(progress.programs, *campaign.programs), grouped(progress.programs),
                              grouped(progress.known), progress.findings));
    });
  }
  const std::vector<properties::Control> controls = controls_of(options, campaign);
  if (result.interrupted == 0) result.interrupted = properties::interrupt_signal();
  RunFacts facts{campaign, result, controls};
  facts.all_rules = ~filter.rules.bits() == 0;
  const std::vector<std::string> never = never_called(filter.operations, result.counts);
  fmt::print("{}{}", summary(facts, options, sweep, never, style_of(stdout)),
             recording_text(options.recording, campaign));
  std::fflush(stdout);
  if (!options.json.empty()) write_text(options.json, json_of(facts, sweep, arguments, never));
  return facts.exit();
}

}  // namespace

void add_sweep(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("sweep", "Calls every operation in every situation, and judges what follows.");
  const auto options = std::make_shared<SweepOptions>();
  verb->add_option("--subjects", options->subjects, "subjects to judge, separated by commas (default: engine:cpu)")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--only", options->only,
                   "operators or groups that are called, and rules to judge by, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--situation", options->situations,
                   "file of a program that leaves the argument of the calls in register r0; takes the place of the "
                   "built-in arguments, and may be given several times")
      ->type_name("FILE");
  auto* programs =
      verb->add_option("--programs", options->programs, "number of programs, a sample of a round; excludes --rounds")
          ->transform(whole_number(1, std::uint64_t{1} << 60));
  verb->add_option("--rounds", options->rounds, "how often each combination runs, with other arguments each time")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str()
      ->excludes(programs);
  verb->add_option("--seed", options->seed, "number that determines the calls' other arguments")
      ->transform(any_whole_number())
      ->capture_default_str();
  verb->add_option("--jobs", options->jobs, "number of processes that search (default: one for each core)")
      ->transform(whole_number(1, 256));
  verb->add_option("--findings", options->findings,
                   "folder that the program, report and C++ file of each new finding are written to")
      ->type_name("DIR");
  verb->add_flag("--ignore-known", options->ignore_known, "report known mismatches as if they were new");
  verb->add_flag("--controls,!--no-controls", options->controls,
                 "also check that planted faults are found (default: on)");
  verb->add_flag("--list", options->list, "print the arguments, modes and endings, and run nothing");
  verb->add_flag("--verbose", options->verbose, "print every table and the reports of the first findings");
  verb->add_flag("--quiet", options->quiet, "print the verdict only, and no progress")->excludes("--verbose");
  verb->add_option("--json", options->json, "file that the result is written to as JSON")->type_name("FILE");
  add_recording_options(*verb, options->recording);
  verb->callback([options, &exit] { exit = run(*options); });
}

}  // namespace modecheck::cli
