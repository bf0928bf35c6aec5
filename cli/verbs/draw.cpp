// The verb `modecheck draw`: prints the program that `run` draws for a seed and a number.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/options/filter.h"
#include "cli/options/whole_number.h"
#include "cli/output/numbers.h"
#include "cli/verbs/verbs.h"
#include "properties/generate/generator.h"
#include "spec/program/text.h"

namespace modecheck::cli {
namespace {

struct DrawOptions {
  std::uint64_t seed = 1;
  std::uint64_t program = 0;
  int max_commands = 0;
  std::vector<std::string> only;
  std::vector<std::string> without;
  bool devices = false;
};

void draw(const DrawOptions& options) {
  const Filter filter =
      make_filter(options.only, options.without,
                  options.devices ? properties::every_operation() : properties::operations_of_one_device());
  const properties::Generator generator(generator_options(filter, options.max_commands));
  fmt::print("{}", spec::to_text(generator.program_of(options.seed, options.program)));
}

}  // namespace

void add_draw(CLI::App& app, Exit&) {
  CLI::App* verb = app.add_subcommand("draw", "Prints the program that `run` draws for a seed and a number.");
  const auto options = std::make_shared<DrawOptions>();
  verb->add_option("--seed", options->seed, "number that determines the programs, as for `run`")
      ->transform(any_whole_number())
      ->capture_default_str();
  verb->add_option("--program", options->program, "number of the program, counted from 0")
      ->transform(any_whole_number())
      ->required();
  verb->add_option("--max-commands", options->max_commands, "longest program that is drawn, in commands (default: 28)")
      ->transform(whole_number(1, spec::kMaxCommands));
  verb->add_option("--only", options->only,
                   "operators, guards or groups that programs are made of, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--without", options->without,
                   "operators, guards or groups that no program is made of, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_flag("--devices", options->devices,
                 "draw programs that move tensors between devices, as `run --subjects engine:sim` does");
  verb->callback([options] { draw(*options); });
}

}  // namespace modecheck::cli
