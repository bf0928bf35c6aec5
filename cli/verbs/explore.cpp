// The verb `modecheck explore`: counts the transitions that short programs can reach, and those that a run reached.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/options/whole_number.h"
#include "cli/output/coverage_file.h"
#include "cli/output/files.h"
#include "cli/output/numbers.h"
#include "cli/output/terminal.h"
#include "cli/report/exploration.h"
#include "cli/verbs/verbs.h"
#include "properties/generate/alphabet.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"

namespace modecheck::cli {
namespace {

using properties::Transition;
using Result = Exploration;
using Level = Exploration::Level;

struct ExploreOptions {
  int depth = 5;
  std::uint64_t programs = 50'000'000;
  int jobs = 0;
  std::string reached;
  std::string json;
};

// Compares the transitions that a campaign reached with the transitions that are reachable.
struct Coverage {
  std::set<std::string> reached;
  std::vector<std::string> never;
  // the number of transitions that the campaign reached with operations of the alphabet, but the exploration did not
  std::size_t beyond = 0;

  Coverage(const Result& result, std::set<std::string> those) : reached(std::move(those)) {
    std::set<std::string> reachable;
    for (const Transition& transition : result.reachable) {
      reachable.insert(to_text(transition));
      if (reached.count(to_text(transition)) == 0) never.push_back(to_text(transition));
    }
    std::set<std::string_view> names;
    for (const spec::Record& letter : properties::alphabet()) names.insert(spec::operation(letter.operation).name);
    for (const std::string& text : reached) {
      const std::string_view name = std::string_view(text).substr(0, text.find_first_of(" ,"));
      if (names.count(name) != 0 && reachable.count(text) == 0) ++beyond;
    }
  }
};

std::string summary(const Result& result, const Coverage* coverage, const properties::Style& style) {
  std::string out = fmt::format(
      "{}\n\n", style.bold(fmt::format("{}: the model alone, over {} commands, {:.1f} s", properties::build_text(),
                                       properties::alphabet().size(), result.seconds)));
  properties::Table table({"commands", "programs", "new states", "not continued", "new transitions"});
  int depth = 0;
  for (const Level& level : result.levels)
    table.add({fmt::format("{}", ++depth), grouped(level.walked.programs), grouped(level.walked.new_states),
               grouped(level.walked.pruned), grouped(level.new_transitions)});
  out += table.text(style);
  out += fmt::format("  {} states, {} transitions (kind of target, operation, mode state, outcome)\n",
                     grouped(result.states), grouped(result.reachable.size()));
  out += fmt::format("  It ended with: {}.\n", result.end);
  if (coverage == nullptr) return out;

  properties::Table by_operation({"operation", "reachable", "reached", "never"});
  std::map<std::string_view, std::array<std::uint64_t, 2>> counts;
  for (const Transition& transition : result.reachable) {
    auto& [reachable, reached] = counts[spec::operation(transition.operation).name];
    ++reachable;
    reached += coverage->reached.count(to_text(transition));
  }
  for (const auto& [name, count] : counts)
    by_operation.add({std::string(name), grouped(count[0]), grouped(count[1]), grouped(count[0] - count[1])});
  const std::size_t reached = result.reachable.size() - coverage->never.size();
  out += fmt::format("\n{}\n  {} of {} transitions reached ({}), {} never\n", by_operation.text(style),
                     grouped(reached), grouped(result.reachable.size()), percent(reached, result.reachable.size()),
                     grouped(coverage->never.size()));
  if (coverage->beyond > 0)
    out += fmt::format("  {} more with these operations: by other arguments, tensors or more commands\n",
                       grouped(coverage->beyond));
  return out;
}

std::string json_of(const Result& result, const Coverage* coverage) {
  nlohmann::ordered_json out;
  out["version"] = properties::build_text();
  out["states"] = result.states;
  out["seconds"] = result.seconds;
  out["ended_with"] = result.end;
  out["levels"] = nlohmann::ordered_json::array();
  int depth = 0;
  for (const Level& level : result.levels)
    out["levels"].push_back({{"commands", ++depth},
                             {"programs", level.walked.programs},
                             {"new_states", level.walked.new_states},
                             {"not_continued", level.walked.pruned},
                             {"new_transitions", level.new_transitions}});
  out["transitions"] = nlohmann::ordered_json::array();
  for (const Transition& transition : result.reachable) out["transitions"].push_back(to_text(transition));
  if (coverage == nullptr) return out.dump(2) + "\n";
  out["never"] = coverage->never;
  out["reached"] = result.reachable.size() - coverage->never.size();
  out["beyond"] = coverage->beyond;
  return out.dump(2) + "\n";
}

void run(const ExploreOptions& options) {
  require_writable(options.json, "--json");
  std::set<std::string> reached;
  if (!options.reached.empty()) reached = read_coverage(options.reached, "--reached");
  const Result result = explore(options.depth, options.programs, options.jobs);
  std::unique_ptr<Coverage> coverage;
  if (!options.reached.empty()) coverage = std::make_unique<Coverage>(result, std::move(reached));
  fmt::print("{}", summary(result, coverage.get(), style_of(stdout)));
  if (!options.json.empty()) write_text(options.json, json_of(result, coverage.get()));
}

}  // namespace

void add_explore(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand(
      "explore", "Counts the transitions that short programs can reach, and which of them a run reached.");
  const auto options = std::make_shared<ExploreOptions>();
  verb->add_option("--depth", options->depth, "length of the longest programs, in commands")
      ->transform(whole_number(1, 64))
      ->capture_default_str();
  verb->add_option("--programs", options->programs, "number of programs at which the walk ends")
      ->transform(whole_number(1, std::uint64_t{1} << 40))
      ->capture_default_str();
  verb->add_option("--jobs", options->jobs, "number of threads (default: one for each core)")
      ->transform(whole_number(1, 256));
  verb->add_option("--reached", options->reached, "file of `run --coverage`: count what that run reached")
      ->type_name("FILE");
  verb->add_option("--json", options->json, "file that the result is written to as JSON, with all transitions")
      ->type_name("FILE");
  verb->callback([options] { run(*options); });
}

}  // namespace modecheck::cli
