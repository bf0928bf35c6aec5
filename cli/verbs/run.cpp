// The verb `modecheck run`: searches for mismatches with random programs.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "cli/options/duration.h"
#include "cli/options/filter.h"
#include "cli/options/known_choice.h"
#include "cli/options/profile_choice.h"
#include "cli/options/recording.h"
#include "cli/options/settings.h"
#include "cli/options/subject_choice.h"
#include "cli/options/usage_error.h"
#include "cli/options/whole_number.h"
#include "cli/output/coverage_file.h"
#include "cli/output/files.h"
#include "cli/output/numbers.h"
#include "cli/output/progress_line.h"
#include "cli/output/terminal.h"
#include "cli/page/run_html.h"
#include "cli/report/exploration.h"
#include "cli/report/run_report.h"
#include "cli/verbs/verbs.h"
#include "properties/campaign/campaign.h"
#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/process/interrupt.h"

namespace modecheck::cli {
namespace {

// This limit is so high that the depth limit always ends the exploration first.
constexpr std::uint64_t kMostExplored = 1'000'000'000;

struct RunOptions {
  std::vector<std::string> subjects;
  std::optional<std::int64_t> programs;
  std::optional<std::string> time;
  std::uint64_t seed = 1;
  int jobs = 0;
  int max_commands = 0;
  std::vector<std::string> only;
  std::vector<std::string> without;
  std::string profile = "all";
  std::string findings;
  bool ignore_known = false;
  int shrink = 200;
  bool controls = true;
  std::string json;
  std::string junit;
  std::string sarif;
  std::string coverage;
  std::string html;
  int html_depth = 5;
  bool verbose = false;
  bool quiet = false;
  std::string config;
  std::string settings;
  RecordingOptions recording;

  Detail detail() const { return quiet ? Detail::Quiet : verbose ? Detail::Verbose : Detail::Short; }
};

std::string progress_text(const properties::CampaignOptions& options, const properties::Progress& progress) {
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.commands) / progress.seconds : 0;
  std::string left;
  if (progress.phase == "search")
    left = options.programs
               ? fmt::format("{:.0f} %", 100 * share(progress.programs, *options.programs))
               : fmt::format("{:.0f} of {:.0f} s", progress.seconds, static_cast<double>(options.time.count()) / 1000);
  return fmt::format("{} {}  {} programs  {} commands/s  {} known  {} new", progress.phase, left,
                     grouped(progress.programs), grouped(static_cast<std::uint64_t>(rate)), grouped(progress.known),
                     progress.findings);
}

// Returns those of the wanted rules that the profile judges.
spec::RuleSet rules_of(spec::RuleSet wanted, properties::Profile profile) {
  spec::RuleSet out;
  for (std::size_t i = 0; i < spec::rules().size(); ++i) {
    const auto rule = static_cast<spec::Rule>(i);
    if (wanted.contains(rule) && properties::judges(profile, spec::rules()[i].id)) out.add(rule);
  }
  return out;
}

// Runs the controls on the campaign's programs, whichever subjects are judged. A control checks the search itself, for
// example with a fault that the search must find.
std::vector<properties::Control> controls_of(const RunOptions& options, const properties::CampaignOptions& campaign) {
  if (!options.controls) return {};
  properties::ControlOptions controls;
  controls.program_into = campaign.program_into;
  controls.canary = subject_for_control("canary:cpu");
  controls.engine = subject_for_control("engine:cpu");
  add_failing_allocations_control(campaign.subjects, controls);
  if (properties::interrupt_signal() != 0)
    controls.not_run = "the run was interrupted";
  else if (!options.only.empty() || !options.without.empty())
    controls.not_run = "what --only or --without leaves may not show it";
  return properties::run_controls(controls);
}

std::string with_commas(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ",") + word;
  return out;
}

// Returns the command line that runs the same programs again, without a time limit and without --programs.
std::string command_of(const RunOptions& options, const properties::CampaignOptions& campaign) {
  std::vector<std::string> names;
  for (const properties::SubjectHandle& subject : campaign.subjects) names.push_back(subject.name);
  std::string out = fmt::format("modecheck run --subjects {} --seed {}", with_commas(names), options.seed);
  if (options.max_commands != 0) out += fmt::format(" --max-commands {}", options.max_commands);
  if (!options.only.empty()) out += " --only " + with_commas(options.only);
  if (!options.without.empty()) out += " --without " + with_commas(options.without);
  if (options.ignore_known) out += " --ignore-known";
  if (options.profile != "all") out += " --profile " + options.profile;
  return out;
}

// Returns how many commands ran whose operation `filter` allows. If `--only` names rules only, `filter` allows all
// operations.
std::uint64_t commands_of_named(const Filter& filter, const properties::CampaignResult& result) {
  std::uint64_t out = 0;
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (filter.operations.test(id)) out += result.counts.run_of[id];
  return out;
}

void require_outputs(const RunOptions& options) {
  require_folder(options.findings, "--findings");
  require_writable(options.json, "--json");
  require_writable(options.junit, "--junit");
  require_writable(options.sarif, "--sarif");
  require_writable(options.coverage, "--coverage");
  require_writable(options.html, "--html");
}

Exit run(const RunOptions& options) {
  properties::watch_for_interrupt();
  properties::CampaignOptions campaign;
  campaign.seed = options.seed;
  if (options.time) campaign.time = parse_duration(*options.time, "--time");
  if (options.programs) campaign.programs = static_cast<std::uint64_t>(*options.programs);
  campaign.jobs =
      options.jobs != 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  campaign.findings = options.findings;
  require_outputs(options);
  campaign.transition_counts = true;
  campaign.transitions = !options.coverage.empty() || !options.html.empty();
  campaign.coverage_matrix = !options.html.empty();
  campaign.subjects = choose_subjects(options.subjects);
  campaign.known = choose_known(options.ignore_known);
  campaign.max_findings = static_cast<std::size_t>(options.shrink);
  campaign.oracle = properties::spec_oracle();
  const auto accelerator =
      std::find_if(campaign.subjects.begin(), campaign.subjects.end(),
                   [](const properties::SubjectHandle& one) { return spec::has_own_memory(one.device); });
  const bool any_has_own_memory = accelerator != campaign.subjects.end();
  const Filter filter =
      make_filter(options.only, options.without,
                  any_has_own_memory ? properties::every_operation() : properties::operations_of_one_device());
  const properties::Profile profile = choose_profile(options.profile);
  campaign.wanted = judge_of(filter.rules, profile);
  properties::GeneratorOptions programs = generator_options(filter, options.max_commands);
  if (any_has_own_memory) programs.device = accelerator->device;
  const properties::Generator generator(programs);
  campaign.program_into = [&](spec::Program& program, std::uint64_t index) {
    generator.program_into(program, options.seed, index);
  };

  const std::unique_ptr<properties::ResultsFile> results =
      record(options.recording, command_of(options, campaign), campaign);

  properties::CampaignResult result;
  {
    ProgressLine line(!options.quiet);
    result = properties::run_campaign(campaign, [&](const properties::Progress& progress) {
      if (line.shown()) line.show(progress_text(campaign, progress));
    });
  }
  const auto before_controls = std::chrono::steady_clock::now();
  const std::vector<properties::Control> controls = controls_of(options, campaign);
  // An interrupt may also come after the search, while the controls run.
  if (result.interrupted == 0) result.interrupted = properties::interrupt_signal();
  RunFacts facts{campaign, result, controls};
  facts.control_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before_controls).count();
  if (!options.only.empty()) facts.named_commands = commands_of_named(filter, result);
  facts.profile = profile;
  facts.all_rules = ~filter.rules.bits() == 0;
  // The rates of scripts/findability hold for programs of all operations that are judged by all rules.
  const bool draws_everything =
      options.only.empty() && options.without.empty() && options.max_commands == 0 && !any_has_own_memory;
  if (draws_everything && profile == properties::Profile::All && !campaign.known.empty())
    facts.findability = properties::Findability::load(known_folder());
  fmt::print("{}{}", summary(facts, style_of(stdout), options.detail()), recording_text(options.recording, campaign));
  std::fflush(stdout);  // print the summary now, because writing the files may take a while or be interrupted
  if (!options.json.empty()) write_text(options.json, to_json(facts, all_subjects()));
  if (!options.junit.empty()) write_text(options.junit, to_junit(facts));
  if (!options.sarif.empty()) write_text(options.sarif, to_sarif(facts));
  if (!options.coverage.empty()) write_coverage(options.coverage, result.transitions);
  if (!options.html.empty()) {
    const Exploration reachable = [&] {
      ProgressLine line(!options.quiet);
      if (line.shown()) line.show("exploring what is reachable, for the page");
      return explore(options.html_depth, kMostExplored, options.jobs);
    }();
    const std::vector<SubjectState> subjects = all_subjects();
    write_text(options.html, to_html({facts, subjects, reachable, filter.operations, rules_of(filter.rules, profile),
                                      fmt::format("{} --programs {}{}", command_of(options, campaign),
                                                  result.counts.programs, options.controls ? "" : " --no-controls")}));
  }
  return facts.exit();
}

}  // namespace

void add_run(CLI::App& app, Exit& exit) {
  CLI::App* verb =
      app.add_subcommand("run", "Judges subjects on random programs, and reports where they break a rule.");
  const auto options = std::make_shared<RunOptions>();
  verb->add_option("--subjects", options->subjects,
                   "subjects to judge, separated by commas (default: engine:cpu, and torch:cpu where libtorch is "
                   "installed); `modecheck subjects` lists them")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  auto* programs = verb->add_option("--programs", options->programs, "number of programs to search; excludes --time")
                       ->transform(whole_number(1, std::uint64_t{1} << 60));
  verb->add_option("--time", options->time,
                   "time to search, with its unit: 500ms, 30s, 5m (default: 30s); replaying what is known, shrinking "
                   "and controls take longer; excludes --programs")
      ->type_name("TIME")
      ->excludes(programs);
  verb->add_option("--seed", options->seed,
                   "number that determines the programs: program i of a seed is always the same")
      ->transform(any_whole_number())
      ->capture_default_str();
  verb->add_option("--jobs", options->jobs, "number of processes that search (default: one for each core)")
      ->transform(whole_number(1, 256));
  verb->add_option("--max-commands", options->max_commands, "longest program that is drawn, in commands (default: 28)")
      ->transform(whole_number(1, spec::kMaxCommands));
  verb->add_option("--only", options->only,
                   "operators, guards or groups that programs are made of, and rules to judge by, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--without", options->without,
                   "operators, guards or groups that no program is made of, and rules not to judge by")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--profile", options->profile,
                   "mismatches to report. semantics: those that break what RFC-0011 and autograd promise. operators: "
                   "also those in what an operator promises by itself, such as its errors, values and strides. all: "
                   "every mismatch")
      ->type_name("{semantics,operators,all}")
      ->capture_default_str();
  verb->add_option("--findings", options->findings,
                   "folder that the program, report and C++ file of each new finding are written to")
      ->type_name("DIR");
  verb->add_option("--shrink", options->shrink, "number of findings to shrink, the most severe first")
      ->transform(whole_number(0, 1'000'000))
      ->capture_default_str();
  verb->add_flag("--ignore-known", options->ignore_known, "report known mismatches as if they were new");
  verb->add_flag("--controls,!--no-controls", options->controls,
                 "also check that planted faults are found (default: on)");
  verb->add_flag("--verbose", options->verbose, "print every table and the reports of the first findings");
  verb->add_flag("--quiet", options->quiet, "print the verdict only, and no progress")->excludes("--verbose");
  verb->add_option("--json", options->json, "file that the result is written to as JSON")->type_name("FILE");
  verb->add_option("--junit", options->junit, "file that the result is written to as JUnit XML")->type_name("FILE");
  verb->add_option("--sarif", options->sarif,
                   "file that the findings are written to as SARIF 2.1.0, which GitHub's code scanning reads")
      ->type_name("FILE");
  verb->add_option("--html", options->html, "file that the result is written to as one page that needs no network")
      ->type_name("FILE");
  verb->add_option("--html-depth", options->html_depth,
                   "length in commands of the longest programs that say what is reachable, for --html")
      ->transform(whole_number(1, 6))
      ->capture_default_str();
  verb->add_option("--coverage", options->coverage,
                   "file that the reached transitions are written to, for `explore --reached`")
      ->type_name("FILE");
  add_recording_options(*verb, options->recording);
  verb->add_option("--settings", options->settings,
                   "name of the settings to take from the file of --config; options on the command line come first")
      ->type_name("NAME");
  verb->add_option("--config", options->config, "TOML file of settings (default: modecheck.toml)")->type_name("FILE");
  verb->callback([options, verb, &exit] {
    apply_settings(*verb, options->config, options->settings);
    exit = run(*options);
  });
}

}  // namespace modecheck::cli
