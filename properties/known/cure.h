// The counterfactual that tells a cause from others with the same symptom: the commands that the cause is about are
// changed so that the cause cannot be at work, and the departure must be gone. What departs all the same has another
// cause. The less a cure changes, the more it shows:
//
//   {"operations": ["gather"], "replace": [{"argument": "sparse_grad", "value": 0}]}
//   {"operations": ["backward"], "replace": [{"argument": "seeding", "from": 2, "value": 1}]}
//                                               an argument gets that value; a list's elements all do; what is optional
//                                               is left out. With "from": only where it had that one,
//                                               or, of an optional list, that many elements
//   {"operations": ["t_"], "how": "out of place"}    `t_(r0)` becomes `r0 = t(r0)`; taken out if there is no such form
//   {"operations": ["view"], "how": "same tensor"}   `r0 = t(r1)` becomes `r0 = assign(r1)`; of
//                                               several arguments the first that can have a gradient is taken
//   {"operations": ["as_strided"], "how": "of the base"}   the same elements, taken from the view's base if a register
//                                                          holds that
//   {"operations": ["retain_grad"], "how": "take out"}
//
// With "facts" (properties/known/fact.h) and "conditions" (properties/known/condition.h; "this" is the command that is
// changed) only the commands are changed of which all of these hold. With "also", another cure, both are applied: where
// the first alone leaves commands that cannot run any more.
//
// Only commands before the one that departs are changed: without that one there would be nothing to look at. A cause
// that lies in the departing command itself is told by facts and conditions.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/known/condition.h"
#include "properties/known/fact.h"
#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct Cure {
  enum class How : std::uint8_t { Replace, OutOfPlace, SameTensor, OfTheBase, TakeOut };

  struct Replacement {
    std::string argument;
    std::int8_t value = 0;
    std::optional<std::int8_t> from;
  };

  // What becomes of commands, by their place in the program; nothing: the command is taken out.
  using Changes = std::map<int, std::optional<spec::Record>>;

  struct Cured {
    spec::Program program;
    int step = 0;  // where the departing command is now
  };

  OperationSet operations;
  How how = How::TakeOut;
  std::vector<Replacement> replacements;
  std::vector<const Fact*> facts;
  std::vector<Condition> conditions;
  std::vector<Cure> also;  // one or none

  // What it does to the commands before `step`; `expected` is the run of that program. Empty if there is nothing to do:
  // then the cause is not in the program.
  Changes changes(const spec::Program& program, const Expected& expected, int step) const;

  static Cured apply(const Changes& changes, const spec::Program& program, int step);

 private:
  Changes own_changes(const spec::Program& program, const Expected& expected, int step) const;
};

// Throws std::invalid_argument with what is wrong.
Cure cure_of(const nlohmann::json& json);

}  // namespace modecheck::properties
