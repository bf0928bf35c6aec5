// A Counterfactual tells a cause from other causes with the same symptom. It changes the commands of a program so that
// the cause cannot act. If the mismatch is then gone, the cause is confirmed; a mismatch that remains has another
// cause. A counterfactual that changes less proves more:
//
//   {"operations": ["gather"], "replace": [{"argument": "sparse_grad", "value": 0}]}
//   {"operations": ["backward"], "replace": [{"argument": "seeding", "from": 2, "value": 1}]}
//                                               the argument gets the value "value"; in a list, every element gets
//                                               it. An optional argument is left out instead. With "from", the
//                                               argument changes only if it has the value "from". For an optional
//                                               list, "from" is the number of elements
//   {"operations": ["t_"], "how": "out of place"}    `t_(r0)` becomes `r0 = t(r0)`; a command is removed
//                                                    if its operator has no functional form
//   {"operations": ["view"], "how": "same tensor"}   `r0 = t(r1)` becomes `r0 = assign(r1)`; of several
//                                                    arguments, the first differentiable one is assigned
//   {"operations": ["as_strided"], "how": "of the base"}   the command takes the same elements from the
//                                                          view's base, if a register holds the base
//   {"operations": ["retain_grad"], "how": "take out"}     the command is removed
//
// "predicates" (properties/known/predicate.h) and "conditions" (properties/known/condition.h; "this" is the command to
// be changed) restrict the change to commands for which all of them hold. "also" holds another counterfactual, which is
// applied too, for example if the first one leaves commands that can no longer run.
//
// Only commands before the mismatching command are changed, because the mismatching command must stay the same.
// Predicates and conditions describe a cause that lies in the mismatching command itself.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/known/condition.h"
#include "properties/known/predicate.h"
#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct Counterfactual {
  enum class How : std::uint8_t { Replace, OutOfPlace, SameTensor, OfTheBase, TakeOut };

  struct Replacement {
    std::string argument;
    std::int8_t value = 0;
    std::optional<std::int8_t> from;
  };

  // Maps the position of a command in the program to its replacement; std::nullopt removes the command.
  using Changes = std::map<int, std::optional<spec::Record>>;

  struct Altered {
    spec::Program program;
    int step = 0;  // the index that the mismatching command has in the changed program
  };

  OperationSet operations;
  How how = How::TakeOut;
  std::vector<Replacement> replacements;
  std::vector<const Predicate*> predicates;
  std::vector<Condition> conditions;
  std::vector<Counterfactual> also;  // holds at most one counterfactual, which is applied too

  // Returns the changes to the commands before `step`; `expected` is the specification's run of `program`. The result
  // is empty if the counterfactual changes none of these commands.
  Changes changes(const spec::Program& program, const Expected& expected, int step) const;

  static Altered apply(const Changes& changes, const spec::Program& program, int step);

 private:
  Changes own_changes(const spec::Program& program, const Expected& expected, int step) const;
};

// Reads a counterfactual from JSON. Throws std::invalid_argument with a message that says what is wrong.
Counterfactual counterfactual_of(const nlohmann::json& json);

}  // namespace modecheck::properties
