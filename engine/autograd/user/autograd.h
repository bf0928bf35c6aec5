// torch::autograd::backward and torch::autograd::grad.
#pragma once

#include <optional>

#include "engine/autograd/graph/node.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Accumulates the gradients of `tensors` into the leaves, or only into `inputs` if there are any. A root with one
// element may have no gradient, which then counts as one. The graph is freed unless `retain_graph`, by default
// `create_graph`, is set.
void backward(const variable_list& tensors, const variable_list& grad_tensors = {},
              std::optional<bool> retain_graph = std::nullopt, bool create_graph = false,
              const variable_list& inputs = {});

// Returns the gradients with respect to `inputs` and accumulates nothing.
variable_list grad(const variable_list& outputs, const variable_list& inputs, const variable_list& grad_outputs = {},
                   std::optional<bool> retain_graph = std::nullopt, bool create_graph = false,
                   bool allow_unused = false);

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
