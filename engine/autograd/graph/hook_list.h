// The hooks of one tensor, by position: held by the tensor, which may remove them, and by the nodes that run them.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

struct HookList final : public c10::intrusive_ptr_target {
  using Function = std::function<at::Tensor(const at::Tensor&)>;
  // Empty if the hook was removed. One that is running keeps itself.
  using Slot = std::shared_ptr<std::shared_ptr<const Function>>;

  std::vector<Slot> slots;
};

}  // namespace modecheck::engine
