// The verb `modecheck compare --subjects A,B`: says which known causes and new findings only one of two subjects shows.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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
#include "cli/verbs/verbs.h"
#include "properties/campaign/compared_cause.h"
#include "properties/campaign/controls.h"
#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"
#include "properties/process/interrupt.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"

namespace modecheck::cli {
namespace {

using nlohmann::ordered_json;
using properties::ComparedCause;
using properties::ComparedSubject;

struct CompareOptions {
  std::vector<std::string> subjects;
  std::int64_t programs = 20'000;
  std::uint64_t seed = 1;
  int jobs = 0;
  std::string json;
  bool controls = true;
  RecordingOptions recording;
};

std::string label(const ComparedSubject& one) { return fmt::format("{} {}", one.name, one.version); }

std::string what(const ComparedCause& one) { return one.known ? one.title : "(new) " + one.title; }

auto lines_of(const std::string& program) { return std::count(program.begin(), program.end(), '\n'); }

std::string table_of(const std::vector<ComparedCause>& all, const properties::Style& style) {
  properties::Table table({"severity", "rule", "what", "smallest program"});
  // A new finding may show in many commands. So list only one of the findings with the same severity, rule and error.
  const auto alike = [](const ComparedCause& a, const ComparedCause& b) {
    return !a.known && !b.known && a.severity == b.severity && a.rule == b.rule && a.error == b.error;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const ComparedCause& before) { return alike(before, all[i]); }))
      continue;
    std::size_t smallest = i;
    std::size_t others = 0;
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (!alike(all[i], all[j])) continue;
      ++others;
      if (lines_of(all[j].program) < lines_of(all[smallest].program)) smallest = j;
    }
    const ComparedCause& shown = all[smallest];
    const std::string too = fmt::format(" In {} other command{} too.", others, others == 1 ? "" : "s");
    table.add(
        {std::string(name_of(shown.severity)), shown.rule, what(shown) + (others == 0 ? "" : too), shown.program});
  }
  return table.text(style);
}

std::string chapter(const std::string& title, const std::vector<ComparedCause>& all, const properties::Style& style) {
  const std::string head = style.bold(fmt::format("{}: {}", title, all.size()));
  return all.empty() ? head + "\n\n" : fmt::format("{}\n\n{}\n", head, table_of(all, style));
}

// Lists the causes that both subjects show, by name only, because the subjects' own lists have the programs.
std::string shared(const std::vector<ComparedCause>& first, const ComparedSubject& other,
                   const properties::Style& style) {
  std::string out = style.bold(fmt::format("in both: {}", first.size())) + "\n";
  if (first.empty()) return out;
  properties::Table table({"severity", "rule", "what", "patterns"});
  for (const ComparedCause& one : first) {
    std::size_t patterns = 0;
    for (const ComparedCause& its : other.all)
      if (its.id == one.id) patterns = its.patterns;
    table.add({std::string(name_of(one.severity)), one.rule, what(one),
               !one.known                 ? ""
               : one.patterns == patterns ? fmt::format("{}", patterns)
                                          : fmt::format("{} and {}", one.patterns, patterns)});
  }
  return fmt::format("{}\n{}", out, table.text(style));
}

ordered_json json_of(const std::vector<ComparedCause>& all) {
  ordered_json out = ordered_json::array();
  for (const ComparedCause& one : all)
    out.push_back({{"id", one.id},
                   {"title", one.title},
                   {"rule", one.rule},
                   {"severity", std::string(name_of(one.severity))},
                   {"gravity", std::string(name_of(one.severity))},  // the name that "severity" had in the last version
                   {"known", one.known},
                   {"finding", one.breaks_a_rule},
                   {"patterns", one.patterns},
                   {"programs", one.met},
                   {"program", one.program}});
  return out;
}

Exit compare(const CompareOptions& options) {
  properties::watch_for_interrupt();
  if (options.subjects.size() != 2)
    throw UsageError(fmt::format("--subjects: two subjects are compared, like torch:cpu,torch-2.15.0:cpu; not {}",
                                 options.subjects.size()));
  require_writable(options.json, "--json");
  const auto subjects = choose_subjects(options.subjects);
  properties::CampaignOptions campaign;
  campaign.seed = options.seed;
  campaign.programs = static_cast<std::uint64_t>(options.programs);
  campaign.jobs =
      options.jobs != 0 ? options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  campaign.known = choose_known(false);
  campaign.oracle = properties::spec_oracle();
  const properties::Generator generator{properties::GeneratorOptions{}};
  campaign.program_into = [&](spec::Program& program, std::uint64_t index) {
    generator.program_into(program, options.seed, index);
  };
  campaign.subjects = subjects;
  const std::unique_ptr<properties::ResultsFile> results = record(
      options.recording,
      fmt::format("modecheck compare --subjects {},{} --seed {}", subjects[0].name, subjects[1].name, options.seed),
      campaign);
  std::vector<ComparedSubject> shown;
  {
    ProgressLine line;
    for (const properties::SubjectHandle& subject : subjects) {
      campaign.part = shown.size();
      shown.push_back(compared_subject(campaign, subject, [&](const properties::Progress& progress) {
        if (line.shown())
          line.show(fmt::format("{}: {}  {} programs  {} new", subject.name, progress.phase, grouped(progress.programs),
                                progress.findings));
      }));
    }
  }
  std::vector<properties::Control> controls;
  if (options.controls) {
    properties::ControlOptions wanted;
    wanted.program_into = campaign.program_into;
    wanted.canary = subject_for_control("canary:cpu");
    if (properties::interrupt_signal() != 0) wanted.not_run = "the run was interrupted";
    wanted.sanctioned_hole = false;  // compare runs no control that needs the engine
    controls = properties::run_controls(wanted);
  }
  const ComparedSubject& a = shown[0];
  const ComparedSubject& b = shown[1];
  const auto only_a = only_in(a, b);
  const auto only_b = only_in(b, a);
  const auto both = in_both(a, b);
  const properties::Style style = style_of(stdout);
  fmt::print("{}: {} and {}, seed {}, {} programs each{}\n\n", properties::build_text(), label(a), label(b),
             options.seed, grouped(static_cast<std::uint64_t>(options.programs)),
             campaign.shard.count == 1 ? ""
                                       : fmt::format(", of which shard {} of {} ran its part",
                                                     campaign.shard.number + 1, campaign.shard.count));
  fmt::print("{}{}{}", chapter("only in " + label(a), only_a, style), chapter("only in " + label(b), only_b, style),
             shared(both, b, style));
  fmt::print("{}{}", control_lines(controls, style), recording_text(options.recording, campaign));
  if (!options.json.empty()) {
    ordered_json out;
    out["version"] = properties::build_text();
    out["seed"] = options.seed;
    out["programs"] = options.programs;
    out["subjects"] = ordered_json::array();
    for (const ComparedSubject& one : shown) out["subjects"].push_back({{"name", one.name}, {"version", one.version}});
    out["only_in_first"] = json_of(only_a);
    out["only_in_second"] = json_of(only_b);
    out["in_both"] = json_of(both);
    write_text(options.json, out.dump(2) + "\n");
  }
  const auto is_new = [](const ComparedCause& one) { return !one.known; };
  const auto missed = [](const properties::Control& one) { return one.failed(); };
  return std::any_of(a.all.begin(), a.all.end(), is_new) || std::any_of(b.all.begin(), b.all.end(), is_new) ||
                 std::any_of(controls.begin(), controls.end(), missed)
             ? Exit::Findings
             : Exit::Clean;
}

}  // namespace

void add_compare(CLI::App& app, Exit& exit) {
  CLI::App* verb = app.add_subcommand(
      "compare", "Runs the same programs on two subjects and lists the mismatches that only one of them shows.");
  const auto options = std::make_shared<CompareOptions>();
  verb->add_option("--subjects", options->subjects, "two subjects, separated by a comma: torch:cpu,torch-2.15.0:cpu")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required();
  verb->add_option("--programs", options->programs, "number of programs that each subject runs")
      ->transform(whole_number(1, std::uint64_t{1} << 60))
      ->capture_default_str();
  verb->add_option("--seed", options->seed,
                   "number that determines the programs: program i of a seed is always the same")
      ->transform(any_whole_number())
      ->capture_default_str();
  verb->add_option("--jobs", options->jobs, "number of processes that search (default: one for each core)")
      ->transform(whole_number(1, 256));
  verb->add_option("--json", options->json, "file that the result is written to as JSON")->type_name("FILE");
  add_recording_options(*verb, options->recording);
  verb->add_flag("--controls,!--no-controls", options->controls,
                 "also check that the canary's planted fault is found (default: on)");
  verb->callback([options, &exit] { exit = compare(*options); });
}

}  // namespace modecheck::cli
