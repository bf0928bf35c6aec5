// modecheck rules

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/terminal.h"
#include "cli/verbs.h"
#include "properties/table.h"
#include "spec/rules.h"

namespace modecheck::cli {
namespace {

void print_rules() {
  properties::Table table({"rule", "source", "what it says"});
  for (const spec::RuleFacts& rule : spec::rules())
    table.add({std::string(rule.id), std::string(rule.source), std::string(rule.statement)});
  fmt::print("{}", table.text(style_of(stdout), 0));
  fmt::print(
      "\nSources: R RFC-0011, P pull request 54403, N PyTorch's notes, L libtorch 1.13.1 as measured, O our own "
      "decision.\n");
}

}  // namespace

void add_rules(CLI::App& app, Exit&) {
  app.add_subcommand("rules", "Lists the rules that are checked, and where each comes from.")->callback(print_rules);
}

}  // namespace modecheck::cli
