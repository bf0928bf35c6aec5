// The verb `modecheck operators`: lists the operators.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "properties/generate/operation_set.h"
#include "properties/report/table.h"
#include "spec/program/operation.h"

namespace modecheck::cli {
namespace {

void print_operators() {
  properties::Table table({"group", "operation", "schema"});
  for (int group = 0; group < spec::kGroups; ++group)
    for (const spec::Operation& row : spec::operations())
      if (static_cast<int>(row.group) == group)
        table.add({std::string(properties::name_of(row.group)), std::string(row.name), std::string(row.schema.text)});
  properties::Style style = style_of(stdout);
  style.width = std::max(style.width, 120);
  fmt::print("{}\n{} operators, {} other commands.\n", table.text(style, 0), spec::operator_count(),
             spec::kBuiltinCommands);
}

}  // namespace

void add_operators(CLI::App& app, Exit&) {
  app.add_subcommand("operators", "Lists the operators, guards and other commands that programs are made of.")
      ->callback(print_operators);
}

}  // namespace modecheck::cli
