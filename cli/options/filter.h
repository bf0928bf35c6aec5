// `--only` and `--without`: operators, guards and groups say what programs are made of, rules say what is judged.
#pragma once

#include <string>
#include <vector>

#include "properties/generate/generator.h"
#include "properties/generate/operation_set.h"
#include "spec/model/rules.h"

namespace modecheck::cli {

struct Filter {
  properties::OperationSet operations;
  spec::RuleSet rules;  // departures from other rules are not looked at
};

// Of all that `allowed` holds, or what `only` names. Throws UsageError for a name that means nothing, and if nothing is
// left.
Filter make_filter(const std::vector<std::string>& only, const std::vector<std::string>& without,
                   const properties::OperationSet& allowed = properties::operations_of_one_device());

// What programs are drawn from, by `run` and by `draw` alike. `max_commands`: 0 if it was not said.
properties::GeneratorOptions generator_options(const Filter& filter, int max_commands);

}  // namespace modecheck::cli
