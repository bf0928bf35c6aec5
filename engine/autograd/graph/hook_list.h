// The hooks of one tensor by position. The tensor, which may remove them, and the nodes that run them share the list's
// slots.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

struct HookList final : public c10::intrusive_ptr_target {
  using Function = std::function<at::Tensor(const at::Tensor&)>;
  // Null after the hook was removed. A running hook is kept alive by its caller.
  using Slot = std::shared_ptr<std::shared_ptr<const Function>>;

  std::vector<Slot> slots;
};

}  // namespace modecheck::engine
