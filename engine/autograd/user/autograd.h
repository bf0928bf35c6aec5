// Declares torch::autograd::backward and torch::autograd::grad.
#pragma once

#include <optional>

#include "engine/autograd/graph/node.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Runs backward from the roots `tensors` and accumulates gradients into the leaves, or only into `inputs` if there are
// any (rule S6). `grad_tensors` is empty or has one gradient for each root. A gradient is on the root's device. It has
// the root's sizes, or sizes to which the root broadcasts, and is complex if and only if the root is. An undefined
// gradient counts as the number 1; only a real root with one element may have such a gradient. The graph is freed
// afterwards unless `retain_graph` is set, whose default is `create_graph`.
//
// Raises before any node runs if a root is undefined or does not require grad, or a gradient does not fit its root. An
// input must require grad, too. While nodes run, raises if a saved tensor was written or freed (rule S2) or a
// derivative is not implemented. Raises too if a leaf's grad is an inference tensor that may not be written (rule M2).
// Gradients that have accumulated by then stay (rule E1).
void backward(const variable_list& tensors, const variable_list& grad_tensors = {},
              std::optional<bool> retain_graph = std::nullopt, bool create_graph = false,
              const variable_list& inputs = {});

// Returns the gradients of `outputs` with respect to `inputs`, one for each input and with its sizes and dtype, and
// accumulates nothing (rule S3). The other arguments are those of backward(). Raises for the reasons of backward(), if
// `inputs` is empty, and for an input that the graph does not use. With `allow_unused` the gradient of such an input is
// undefined.
variable_list grad(const variable_list& outputs, const variable_list& inputs, const variable_list& grad_outputs = {},
                   std::optional<bool> retain_graph = std::nullopt, bool create_graph = false,
                   bool allow_unused = false);

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
