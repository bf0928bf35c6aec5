// Rules for the sizes, strides and offset of views, and of operators that change these of their argument.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/fake/rules/rule_call.h"

namespace modecheck::engine::fake {

// Returns the geometry of each view, or the new geometry of the first argument of an operator such as t_. Returns
// nothing if no rule can tell it. Raises c10::Error if the kernel rejects the call.
using ViewRule = std::vector<SymbolicGeometry> (*)(const RuleCall&);

// Returns the rule of an operator, or null if there is none. `name` is without the overload and without a final "_".
ViewRule view_rule_of(std::string_view name);

// Returns the view of `self` with these sizes, one of which may be -1. Raises c10::Error (Shape) if there is none.
SymbolicGeometry viewed(const RuleCall& call, SymbolicGeometry self, const Sizes& asked);
// Returns a part of a dimension: from `start` to before `end`, every `step`-th. Negative numbers count from the end,
// and what lies outside is cut off.
SymbolicGeometry sliced(const RuleCall& call, SymbolicGeometry self, std::size_t d, const Expression& start,
                        const std::optional<Expression>& end, std::int64_t step);
// Returns `self` expanded to these sizes, of which -1 keeps a size. Raises c10::Error (Shape) if one cannot be
// expanded.
SymbolicGeometry expanded(const RuleCall& call, const SymbolicGeometry& self, const Sizes& asked);

}  // namespace modecheck::engine::fake
