#include "cli/options/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/options/suggestion.h"
#include "cli/options/usage_error.h"
#include "spec/program/operation.h"
#include "spec/program/quoted.h"

namespace modecheck::cli {
namespace {

using properties::OperationSet;
using spec::RuleSet;

constexpr RuleSet kAllRules{~std::uint64_t{0}};

std::optional<spec::Rule> rule_named(std::string_view name) {
  for (std::size_t i = 0; i < spec::rules().size(); ++i)
    if (spec::rules()[i].id == name) return static_cast<spec::Rule>(i);
  return std::nullopt;
}

std::vector<std::string> all_names() {
  std::vector<std::string> out;
  for (const spec::Operation& row : spec::operations()) {
    out.emplace_back(row.name);
    out.emplace_back(row.name.substr(0, row.name.find('.')));
  }
  for (int i = 0; i < spec::kGroups; ++i) out.emplace_back(properties::name_of(static_cast<spec::Group>(i)));
  for (const spec::RuleFacts& rule : spec::rules()) out.emplace_back(rule.id);
  return out;
}

struct Named {
  OperationSet operations;
  RuleSet rules;
};

Named named(const std::vector<std::string>& names, const char* option) {
  Named out;
  for (const std::string& name : names) {
    if (name.empty())
      throw UsageError(
          fmt::format("{}: a name is missing; give operations, groups or rules, separated by commas", option));
    if (const auto rule = rule_named(name)) {
      out.rules.add(*rule);
    } else if (const auto operations = properties::operations_named(name)) {
      out.operations |= *operations;
    } else {
      throw UsageError(fmt::format(
          "{}: {} names no operation, group or rule{}; `modecheck operators` and `modecheck rules` list them", option,
          spec::quoted(name), suggestion(name, all_names())));
    }
  }
  return out;
}

}  // namespace

Filter make_filter(const std::vector<std::string>& only, const std::vector<std::string>& without,
                   const properties::OperationSet& allowed) {
  Filter out{allowed, kAllRules};
  const Named wanted = named(only, "--only");
  const Named unwanted = named(without, "--without");
  if (wanted.operations.any()) {
    out.operations = wanted.operations;
    // If `--only` names a guard, programs must also be able to leave the guard.
    bool guards = false;
    for (std::size_t id = 0; id < spec::operations().size(); ++id)
      guards = guards || (out.operations.test(static_cast<std::size_t>(id)) &&
                          spec::operations()[static_cast<std::size_t>(id)].kind == spec::CommandKind::EnterGuard);
    if (guards)
      for (spec::BuiltinCommand leave : {spec::BuiltinCommand::Leave, spec::BuiltinCommand::LeaveByException})
        out.operations.set(spec::id_of(leave));
  }
  out.operations &= ~unwanted.operations;
  if (wanted.rules.bits() != 0) out.rules = wanted.rules;
  out.rules = RuleSet(out.rules.bits() & ~unwanted.rules.bits());
  if (out.operations.none()) throw UsageError("--only and --without leave no operation to make programs of");
  if ((out.rules.bits() & ((std::uint64_t{1} << spec::kRules) - 1)) == 0)
    throw UsageError("--only and --without leave no rule to judge by");
  return out;
}

properties::GeneratorOptions generator_options(const Filter& filter, int max_commands) {
  properties::GeneratorOptions out;
  if (max_commands != 0) {
    out.max_commands = max_commands;
    out.min_commands = std::min(out.min_commands, max_commands);
  }
  out.operations = filter.operations;
  return out;
}

std::function<bool(const properties::Mismatch&, spec::RuleSet)> judge_of(spec::RuleSet rules,
                                                                         properties::Profile profile) {
  const bool all_rules = ~rules.bits() == 0;
  if (all_rules && profile == properties::Profile::All) return {};
  return [=](const properties::Mismatch& mismatch, spec::RuleSet deciding) {
    if (!properties::judges(profile, mismatch)) return false;
    if (all_rules || (rules.bits() & deciding.bits()) != 0) return true;
    for (std::size_t i = 0; i < spec::rules().size(); ++i)
      if (spec::rules()[i].id == mismatch.signature.rule) return rules.contains(static_cast<spec::Rule>(i));
    return false;
  };
}

}  // namespace modecheck::cli
