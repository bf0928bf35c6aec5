// torch::autograd::SavedVariableHooks: where a saved tensor is kept instead of in the graph.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// `call_pack_hook` is given the tensor once, when it is saved or when the hooks are registered; it must not write it.
// `call_unpack_hook` returns a tensor of the same sizes and dtype whenever the saved one is needed. Both run with grad
// mode off and without their tensor's history, which the graph keeps.
struct SavedVariableHooks {
  virtual ~SavedVariableHooks() = default;
  virtual void call_pack_hook(const at::Tensor& tensor) = 0;
  virtual at::Tensor call_unpack_hook() = 0;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
