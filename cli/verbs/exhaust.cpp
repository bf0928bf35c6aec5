// The verb `modecheck exhaust`: judges all short programs over the reduced alphabet (a small set of commands).

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

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
#include "properties/exhaustive/exhaustion.h"
#include "properties/generate/alphabet.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/process/interrupt.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"
#include "spec/program/text.h"

namespace modecheck::cli {
namespace {

constexpr int kMostUnpruned = 4;

struct ExhaustOptions {
  int depth = 3;
  std::vector<std::string> subjects{"engine:cpu"};
  int jobs = 0;
  bool pruning = true;
  std::string findings;
  bool ignore_known = false;
  bool controls = true;
  std::string json;
  bool verbose = false;
  bool quiet = false;
  RecordingOptions recording;

  Detail detail() const { return quiet ? Detail::Quiet : verbose ? Detail::Verbose : Detail::Short; }
};

std::string summary(const properties::ExhaustionResult& result, const RunFacts& facts, const ExhaustOptions& options,
                    const properties::Style& style) {
  if (options.detail() == Detail::Quiet) return outcome_text(facts, style, Detail::Quiet, kScreenLines);
  const std::size_t depth = result.levels.size();
  const std::string head =
      style.bold(fmt::format("{}: all programs of up to {} command{} over {}, {:.1f} s, {} process{}",
                             properties::build_text(), depth, depth == 1 ? "" : "s", properties::alphabet().size(),
                             result.seconds, facts.options.jobs, facts.options.jobs == 1 ? "" : "es")) +
      "\n\n";
  properties::Table table({"commands", "programs run", "new states", "not continued", "seconds"});
  for (const properties::ExhaustionLevel& level : result.levels)
    table.add({fmt::format("{}", level.depth), grouped(level.programs), level.walked ? grouped(level.new_states) : "",
               level.walked ? grouped(level.pruned) : "", fmt::format("{:.1f}", level.seconds)});
  const std::string levels =
      "\n" + table.text(style) +
      paragraph(fmt::format("{} programs run, {} states of the model{}", grouped(facts.result.counts.programs),
                            grouped(result.states),
                            options.pruning ? "; a program is continued where no other led to its state before" : ""),
                style.width);
  const auto lines = static_cast<int>(std::count(levels.begin(), levels.end(), '\n'));
  return head + outcome_text(facts, style, options.detail(), kScreenLines - lines - 2) + levels;
}

std::string json_of(const properties::ExhaustionResult& result, const RunFacts& facts, const ExhaustOptions& options) {
  auto out = nlohmann::ordered_json::parse(to_json(facts, all_subjects()));
  // Remove keys that mean nothing here, because no program is drawn at random.
  for (const char* key : {"seed", "shares", "residual_risk"}) out.erase(key);
  out["depth"] = options.depth;
  out["pruning"] = options.pruning;
  out["states"] = result.states;
  out["seconds_in_all"] = result.seconds;
  out["alphabet"] = nlohmann::ordered_json::array();
  for (const spec::Record& letter : properties::alphabet()) out["alphabet"].push_back(spec::to_text(letter));
  out["levels"] = nlohmann::ordered_json::array();
  for (const properties::ExhaustionLevel& level : result.levels) {
    nlohmann::ordered_json one{{"commands", level.depth}, {"programs", level.programs}};
    if (level.walked) {
      one["new_states"] = level.new_states;
      one["not_continued"] = level.pruned;
    }
    one["seconds"] = level.seconds;
    out["levels"].push_back(std::move(one));
  }
  return out.dump(2) + "\n";
}

// Returns the command line that runs the same programs again, without --depth.
std::string command_of(const ExhaustOptions& options, const properties::CampaignOptions& campaign) {
  std::string out = "modecheck exhaust --subjects ";
  for (std::size_t i = 0; i < campaign.subjects.size(); ++i) out += (i == 0 ? "" : ",") + campaign.subjects[i].name;
  if (!options.pruning) out += " --no-pruning";
  if (options.ignore_known) out += " --ignore-known";
  return out;
}

// Makes program number `index` over the given commands. Shorter programs come first, so that a search meets a planted
// fault soon.
void short_program_into(spec::Program& program, const std::vector<spec::Record>& letters, std::uint64_t index) {
  program.records.clear();
  for (std::uint64_t left = index + 1; left > 0; left = (left - 1) / letters.size())
    program.records.push_back(letters[(left - 1) % letters.size()]);
}

// Returns the number of programs of up to `depth` commands.
std::uint64_t programs_over(const std::vector<spec::Record>& letters, int depth) {
  std::uint64_t out = 0;
  for (int i = 0; i < depth; ++i) out = (out + 1) * letters.size();
  return out;
}

// Returns the commands that show why the guards of rule G5 are unsafe: autograd saves a value, and a guard then hides a
// write to it. That takes four commands, and the whole alphabet has too many programs of that length.
std::vector<spec::Record> letters_of_the_sanctioned_hole() {
  std::vector<spec::Record> out;
  std::copy_if(properties::alphabet().begin(), properties::alphabet().end(), std::back_inserter(out),
               [](const spec::Record& letter) {
                 const std::string_view name = spec::operations()[letter.operation].name;
                 return name == "custom_square" || name == "AutoDispatchBelowADInplaceOrView" ||
                        name == "mul_.Tensor" || name == "backward";
               });
  return out;
}

std::vector<properties::Control> controls_of(const ExhaustOptions& options,
                                             const std::vector<properties::SubjectHandle>& subjects) {
  if (!options.controls) return {};
  const std::vector<spec::Record>& all = properties::alphabet();
  const std::vector<spec::Record> few = letters_of_the_sanctioned_hole();
  properties::ControlOptions controls;
  controls.program_into = [&](spec::Program& program, std::uint64_t index) { short_program_into(program, all, index); };
  controls.canary = subject_for_control("canary:cpu");
  controls.canary_limit = programs_over(all, 3);
  controls.sanctioned_hole_program_into = [&](spec::Program& program, std::uint64_t index) {
    short_program_into(program, few, index);
  };
  if (properties::interrupt_signal() != 0) controls.not_run = "the run was interrupted";
  controls.engine = subject_for_control("engine:cpu");
  controls.sanctioned_hole_limit = programs_over(few, 4);
  add_failing_allocations_control(subjects, controls);
  controls.sweep_limit = programs_over(all, 2);
  return properties::run_controls(controls);
}

Exit run(const ExhaustOptions& options) {
  properties::watch_for_interrupt();
  if (!options.pruning && options.depth > kMostUnpruned)
    throw UsageError(fmt::format(
        "--no-pruning: with --depth {} that would be {:.0e} programs; ask for --depth {} at "
        "most, or leave it out",
        options.depth, std::pow(static_cast<double>(properties::alphabet().size()), options.depth), kMostUnpruned));
  require_folder(options.findings, "--findings");
  require_writable(options.json, "--json");
  properties::ExhaustionOptions exhaustion;
  exhaustion.depth = options.depth;
  exhaustion.pruning = options.pruning;
  exhaustion.campaign.jobs =
      options.jobs != 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  exhaustion.campaign.findings = options.findings;
  exhaustion.campaign.subjects = choose_subjects(options.subjects);
  exhaustion.campaign.known = choose_known(options.ignore_known);
  exhaustion.campaign.oracle = properties::spec_oracle();
  const std::unique_ptr<properties::ResultsFile> results =
      record(options.recording, command_of(options, exhaustion.campaign), exhaustion.campaign);

  properties::ExhaustionResult result;
  {
    ProgressLine line(!options.quiet);
    result = properties::exhaust(exhaustion, [&](int depth, const properties::Progress& progress) {
      if (line.shown())
        line.show(fmt::format("{} command{}, {}  {} programs  {} known  {} new", depth, depth == 1 ? "" : "s",
                              progress.phase, grouped(progress.programs), grouped(progress.known), progress.findings));
    });
  }
  const std::vector<properties::Control> controls = controls_of(options, exhaustion.campaign.subjects);
  const RunFacts facts{exhaustion.campaign, result.campaign, controls};
  fmt::print("{}{}", summary(result, facts, options, style_of(stdout)),
             recording_text(options.recording, exhaustion.campaign));
  if (!options.json.empty()) write_text(options.json, json_of(result, facts, options));
  return facts.exit();
}

}  // namespace

void add_exhaust(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand("exhaust", "Runs all programs of a few commands over a small set of commands.");
  const auto options = std::make_shared<ExhaustOptions>();
  verb->add_option("--depth", options->depth, "length of the longest programs, in commands")
      ->transform(whole_number(1, 8))
      ->capture_default_str();
  verb->add_option("--subjects", options->subjects, "subjects to judge, separated by commas (default: engine:cpu)")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--jobs", options->jobs, "number of processes that search (default: one for each core)")
      ->transform(whole_number(1, 256));
  verb->add_flag("--pruning,!--no-pruning", options->pruning,
                 "continue a program only if no earlier one led to its state (default: on)");
  verb->add_option("--findings", options->findings,
                   "folder that the program, report and C++ file of each new finding are written to")
      ->type_name("DIR");
  verb->add_flag("--ignore-known", options->ignore_known, "report known mismatches as if they were new");
  verb->add_flag("--controls,!--no-controls", options->controls,
                 "also check that planted faults are found and that failing allocations change nothing (default: on)");
  verb->add_flag("--verbose", options->verbose, "print every table and the reports of the first findings");
  verb->add_flag("--quiet", options->quiet, "print the verdict only, and no progress")->excludes("--verbose");
  verb->add_option("--json", options->json, "file that the result is written to as JSON")->type_name("FILE");
  add_recording_options(*verb, options->recording);
  verb->callback([options, &exit] { exit = run(*options); });
}

}  // namespace modecheck::cli
