// The strides of a fresh result. A kernel chooses the order of its dimensions in memory from the layouts of its
// arguments; the traced call shows which one it chose.
#pragma once

#include <optional>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/fake/symbolic/shape_env.h"
#include "engine/fake/symbolic/symbolic_geometry.h"

namespace modecheck::engine::fake {

// Returns the strides of the result, which has the symbolic sizes `sizes`: those of a contiguous tensor, those of an
// argument, or those of another order without gaps. Returns nothing if the strides are none of these. If both of an
// argument's and an order fit the traced call, guards say that they are equal.
std::optional<std::vector<Expression>> fresh_strides(ShapeEnv& env, const at::Tensor& result,
                                                     const std::vector<Expression>& sizes,
                                                     const std::vector<SymbolicGeometry>& arguments,
                                                     std::string_view where);

// Asks everything of a layout on which a kernel's choice can depend, so that the answers become guards: whether the
// tensor is contiguous, and else the order of its strides. Returns whether it is contiguous.
bool ask_for_layout(ShapeEnv& env, const SymbolicGeometry& geometry, std::string_view where);

}  // namespace modecheck::engine::fake
