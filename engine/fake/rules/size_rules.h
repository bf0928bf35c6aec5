// Rules for the sizes of an operator's results. A rule also asks what the kernel asks of sizes, so that the answers
// become guards. The strides of a fresh result need no rule of their own (fresh_strides.h).
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/fake/rules/rule_call.h"

namespace modecheck::engine::fake {

// Returns the sizes of each result. The result that an in-place operator writes is its first argument. Raises
// c10::Error if the kernel rejects the sizes.
using SizeRule = std::vector<Sizes> (*)(const RuleCall&);
using SizeRules = std::unordered_map<std::string_view, SizeRule>;

// Returns the rule of an operator, or null if there is none.
SizeRule size_rule_of(const CallRecord::About& about);

// The rules of one group of operators, by the operator's name without its overload and without a final "_".
const SizeRules& rules_of_elements();
const SizeRules& rules_of_reductions();
const SizeRules& rules_of_products();
const SizeRules& rules_of_joins();
const SizeRules& rules_of_indices();
const SizeRules& rules_of_images();

// The sizes of the first argument, for one result or for two.
std::vector<Sizes> same_sizes(const RuleCall& call);
std::vector<Sizes> two_of_same_sizes(const RuleCall& call);
// The sizes to which all tensors of the call broadcast.
std::vector<Sizes> broadcast(const RuleCall& call);
// The sizes of the first argument, to which all other tensors broadcast.
std::vector<Sizes> broadcast_to_first(const RuleCall& call);
// Convolutions whose padding is named: "valid" or "same" (conv1d.padding and others).
std::vector<Sizes> convolution_by_name(const RuleCall& call);

}  // namespace modecheck::engine::fake
