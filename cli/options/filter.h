// `--only` and `--without`. Operators, guards and groups restrict what programs are made of; rules restrict what is
// judged.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "properties/campaign/profile.h"
#include "properties/generate/generator.h"
#include "properties/generate/operation_set.h"
#include "properties/lockstep/mismatch.h"
#include "spec/model/rules.h"

namespace modecheck::cli {

struct Filter {
  properties::OperationSet operations;
  spec::RuleSet rules;  // mismatches with other rules are ignored
};

// Selects from `allowed`, or what `only` names. Throws UsageError for an unknown name, or if nothing is left.
Filter make_filter(const std::vector<std::string>& only, const std::vector<std::string>& without,
                   const properties::OperationSet& allowed = properties::operations_of_one_device());

// Returns what `run` and `draw` draw programs from. `max_commands`: 0 if the option was not given.
properties::GeneratorOptions generator_options(const Filter& filter, int max_commands);

// Selects mismatches that the profile judges, with the wanted rules or at commands that the wanted rules decide: a
// mismatch there may be reported under another rule. A mismatch that no rule covers counts only if all rules are
// wanted.
std::function<bool(const properties::Mismatch&, spec::RuleSet)> judge_of(
    spec::RuleSet rules, properties::Profile profile = properties::Profile::All);

}  // namespace modecheck::cli
