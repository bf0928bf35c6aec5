// Defines torch::autograd::make_variable, which returns a new tensor that shares another tensor's data.
#pragma once

#include "engine/autograd/graph/node.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Returns an alias of `data` with its own version counter and no history (rules V1 and H). The alias requires grad if
// `requires_grad` is set. Raises for the same reasons as requires_grad_(): the dtype must be floating point or complex
// (rule M3). An undefined tensor gives an undefined tensor.
inline Variable make_variable(const at::Tensor& data, bool requires_grad = false,
                              bool /*allow_tensor_metadata_change*/ = true) {
  if (!data.defined()) return {};
  Variable out = data.variable_data();
  if (requires_grad) out.set_requires_grad(true);
  return out;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
