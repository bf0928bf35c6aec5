// Rules for operators that are made of other operators and compute with sizes. Their bodies are not traced.
#pragma once

#include <string_view>

#include "engine/fake/rules/size_rules.h"
#include "engine/fake/rules/view_rules.h"

namespace modecheck::engine::fake {

// Returns the rule for the geometry of the results of a composite, or null if there is none. `op` is the qualified
// name.
ViewRule composite_view_rule_of(std::string_view op);
// Returns the rule for the sizes of the results, which are fresh tensors, or null if there is none.
SizeRule composite_size_rule_of(std::string_view op);
// Returns whether the body computes with sizes and there is no rule. What the body does is then only right for these
// sizes. If a tensor has no elements, any body may: reshape() then takes a number that is wrong for other sizes.
bool reads_sizes(const RuleCall& call);
// Returns whether there is a rule for the composite, or its body computes with sizes for some arguments.
bool can_follow(std::string_view op);

}  // namespace modecheck::engine::fake
