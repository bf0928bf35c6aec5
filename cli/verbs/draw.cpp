// modecheck draw

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
  CLI::App* verb = app.add_subcommand("draw", "Prints a program of `run`, which tells it by seed and number.");
  const auto options = std::make_shared<DrawOptions>();
  verb->add_option("--seed", options->seed, "as of `run`")->transform(any_whole_number())->capture_default_str();
  verb->add_option("--program", options->program, "its number, from 0 on")->transform(any_whole_number())->required();
  verb->add_option("--max-commands", options->max_commands, "as of `run`")
      ->transform(whole_number(1, spec::kMaxCommands));
  verb->add_option("--only", options->only, "as of `run`")->delimiter(',')->allow_extra_args(false);
  verb->add_option("--without", options->without, "as of `run`")->delimiter(',')->allow_extra_args(false);
  verb->add_flag("--devices", options->devices, "programs move tensors between devices, as where engine:sim is judged");
  verb->callback([options] { draw(*options); });
}

}  // namespace modecheck::cli
