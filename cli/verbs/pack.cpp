// The verb `modecheck pack`: writes programs and what must be observed after each of their commands as lines of JSON.

#include "properties/pack/pack.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "cli/options/filter.h"
#include "cli/options/known_choice.h"
#include "cli/options/usage_error.h"
#include "cli/options/whole_number.h"
#include "cli/output/files.h"
#include "cli/output/numbers.h"
#include "cli/verbs/verbs.h"
#include "properties/report/build_text.h"

namespace modecheck::cli {
namespace {

struct PackOptions {
  std::string output;
  std::vector<std::string> files;
  std::uint64_t seed = 1;
  std::uint64_t programs = 4000;
  std::vector<std::string> only;
  std::vector<std::string> without;
  bool known = true;
};

// So many programs are drawn at most for each one that is kept.
constexpr std::uint64_t kDrawnForEach = 20;

void pack(const PackOptions& options) {
  require_writable(options.output, "--output");
  const Filter filter = make_filter(options.only, options.without);
  properties::Pack pack;
  std::string text = properties::Pack::head(properties::build_text()).dump() + "\n";
  std::set<std::string> rules;
  std::uint64_t count = 0;
  const auto add = [&](const nlohmann::ordered_json& line) {
    for (const auto& answer : line["answers"])
      for (const auto& rule : answer["rules"]) rules.insert(rule.get<std::string>());
    text += line.dump() + "\n";
    ++count;
  };
  for (const std::string& file : options.files)
    add(pack.line(std::filesystem::path(file).stem().string(), read_program(file)));
  const std::uint64_t drawn = options.programs * kDrawnForEach;
  for (const properties::ReducedProgram& one : properties::reduced_programs(
           generator_options(filter, 0), options.seed, drawn, static_cast<std::size_t>(options.programs)))
    add(pack.line(fmt::format("drawn/{}/{}", options.seed, count), one.program));
  if (options.known)
    for (const properties::KnownMismatch& known : choose_known(/*ignore_known=*/false)) add(pack.line(known));
  write_text(options.output, text);
  fmt::print("{} programs, whose commands {} rules decide, are in {}.\n", grouped(count), rules.size(), options.output);
}

}  // namespace

void add_pack(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand(
      "pack", "Writes programs, and what must be observed after each of their commands, as lines of JSON.");
  const auto options = std::make_shared<PackOptions>();
  verb->add_option("files", options->files, "programs that are packed as well")->type_name("FILE");
  verb->add_option("--output,-o", options->output, "file that the lines are written to")->type_name("FILE")->required();
  verb->add_option("--programs", options->programs, "number of drawn programs, each reduced to what it shows")
      ->transform(whole_number(0, 1'000'000))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "number that determines the drawn programs")
      ->transform(any_whole_number())
      ->capture_default_str();
  verb->add_option("--only", options->only,
                   "operators, guards or groups that the drawn programs are made of, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--without", options->without,
                   "operators, guards or groups that no drawn program is made of, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--known,!--no-known", options->known, "also pack the programs of known mismatches (default: on)");
  verb->callback([options] { pack(*options); });
}

}  // namespace modecheck::cli
