// Reads `--only` and `--without`. Operators, guards and groups restrict what programs consist of; rules restrict what
// is judged.
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
  spec::RuleSet rules;  // the rules to judge; a mismatch under another rule is ignored
};

// Returns the operations of `allowed`, or those that `only` names, less those that `without` names. Selects rules in
// the same way. Throws UsageError for an unknown name, or if nothing is left.
Filter make_filter(const std::vector<std::string>& only, const std::vector<std::string>& without,
                   const properties::OperationSet& allowed = properties::operations_of_one_device());

// Returns the options of the generator that `run` and `draw` use. `max_commands` is 0 if the user gave no such option.
properties::GeneratorOptions generator_options(const Filter& filter, int max_commands);

// Returns a function that says whether a mismatch is judged. `profile` must judge the mismatch. Besides, one of `rules`
// must be the rule that the mismatch breaks, or a rule that decides the command. A command's mismatch may be reported
// under another rule than the one that decides. A mismatch without a rule is judged only if `rules` are all rules. The
// function is empty if every mismatch is judged.
std::function<bool(const properties::Mismatch&, spec::RuleSet)> judge_of(
    spec::RuleSet rules, properties::Profile profile = properties::Profile::All);

}  // namespace modecheck::cli
