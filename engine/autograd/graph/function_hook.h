// Declares the hooks that programs run before and after a node in backward (rule S7).
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using variable_list = std::vector<at::Tensor>;

// A hook that is called before a node runs, with the gradients that have arrived. An undefined gradient stands for
// zero. The hook must return as many gradients as it was given.
struct FunctionPreHook {
  virtual ~FunctionPreHook() = default;
  virtual variable_list operator()(const variable_list& grads) = 0;
};

// A hook that is called after a node has run, with the gradients that the node returns (`outputs`) and those that it
// was given (`inputs`). The hook must return as many gradients as the node.
struct FunctionPostHook {
  virtual ~FunctionPostHook() = default;
  virtual variable_list operator()(const variable_list& outputs, const variable_list& inputs) = 0;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
