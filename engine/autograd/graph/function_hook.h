// Hooks that programs run before and after a node in backward (S7).
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using variable_list = std::vector<at::Tensor>;

// Called with the gradients that have arrived; an undefined one stands for zero. Must return as many gradients.
struct FunctionPreHook {
  virtual ~FunctionPreHook() = default;
  virtual variable_list operator()(const variable_list& grads) = 0;
};

// Called with the gradients that the node returns and with those that it was given. Must return as many as the node.
struct FunctionPostHook {
  virtual ~FunctionPostHook() = default;
  virtual variable_list operator()(const variable_list& outputs, const variable_list& inputs) = 0;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
