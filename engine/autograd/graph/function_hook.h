// What programs may have done before and after a node runs in backward (S7).
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using variable_list = std::vector<at::Tensor>;

// Called with the gradients that have arrived, undefined ones for zero; returns as many.
struct FunctionPreHook {
  virtual ~FunctionPreHook() = default;
  virtual variable_list operator()(const variable_list& grads) = 0;
};

// Called with what the node returns and with what it was given; returns as many as it returns.
struct FunctionPostHook {
  virtual ~FunctionPostHook() = default;
  virtual variable_list operator()(const variable_list& outputs, const variable_list& inputs) = 0;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
