// torch::autograd::make_variable: a tensor of its own on another one's data.
#pragma once

#include "engine/autograd/graph/node.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// An alias of `data` with a version counter of its own and no history (V1, H), which requires grad if told so. Raises
// as requires_grad_ does. An undefined tensor stays one.
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
