// The verb `modecheck operators`: lists the operators.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/output/terminal.h"
#include "cli/verbs/verbs.h"
#include "properties/generate/operation_set.h"
#include "properties/report/table.h"
#include "spec/dtypes/supported_dtypes.h"
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

// Writes the table that the generator of the C++ API reads: engine/api/generate/dtypes.txt.
void print_dtypes() {
  for (std::size_t id = spec::kBuiltinCommands; id < spec::operations().size(); ++id) {
    const auto operation = static_cast<spec::OperationId>(id);
    if (const std::string dtypes = spec::supported_dtypes(operation); !dtypes.empty())
      fmt::print("{}: {}\n", spec::operation(operation).name, dtypes);
  }
}

}  // namespace

void add_operators(CLI::App& app, Exit&) {
  CLI::App* verb =
      app.add_subcommand("operators", "Lists the operators, guards and other commands that programs are made of.");
  const auto dtypes = std::make_shared<bool>(false);
  verb->add_flag("--dtypes", *dtypes,
                 "print the dtypes that each operator accepts on the CPU, according to the specification");
  verb->callback([dtypes] { *dtypes ? print_dtypes() : print_operators(); });
}

}  // namespace modecheck::cli
