// Declares torch::autograd::SavedVariableHooks, with which a program keeps a saved tensor outside of the graph.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// The hooks with which a program keeps one saved tensor itself. `call_pack_hook` receives the tensor once, when it is
// saved or when the hooks are registered, and must not write to it. `call_unpack_hook` must return a tensor of the same
// sizes and dtype whenever the saved one is needed. Both run with grad mode off, and on a tensor without history; the
// graph keeps the history.
struct SavedVariableHooks {
  virtual ~SavedVariableHooks() = default;
  virtual void call_pack_hook(const at::Tensor& tensor) = 0;
  virtual at::Tensor call_unpack_hook() = 0;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
