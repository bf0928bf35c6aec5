// The hooks of one tensor in the order of their registration. The tensor, which may remove hooks, and the nodes that
// run the hooks share the list's slots.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

struct HookList final : public c10::intrusive_ptr_target {
  using Function = std::function<at::Tensor(const at::Tensor&)>;
  // A slot holds one hook's function, or null after the hook was removed. The code that runs a hook copies the pointer
  // first, so that the function stays alive if another thread removes the hook.
  using Slot = std::shared_ptr<std::shared_ptr<const Function>>;

  std::vector<Slot> slots;
};

}  // namespace modecheck::engine
