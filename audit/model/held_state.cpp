#include "audit/model/held_state.h"

#include "audit/model/tensors.h"

namespace modecheck::audit {

HeldState::Held HeldState::held(const at::Tensor& tensor) {
  const bool is_inference = tensor.is_inference();
  return {tensor.unsafeGetTensorImpl(), is_inference ? -1 : static_cast<std::int64_t>(tensor._version()), is_inference};
}

HeldState::HeldState(const torch::jit::Module& module) {
  for (const auto& [name, tensor] : tensors_held_by(module)) before_.emplace(name, held(tensor));
}

nlohmann::json HeldState::changes(const torch::jit::Module& module) const {
  nlohmann::json changes = nlohmann::json::array();
  for (const auto& [name, tensor] : tensors_held_by(module)) {
    const Held now = held(tensor);
    const auto found = before_.find(name);
    const bool is_new = found == before_.end();
    const bool replaced = !is_new && found->second.object != now.object;
    const bool became_inference = now.is_inference && (is_new || !found->second.is_inference);
    const std::int64_t bumps = is_new || replaced || now.is_inference ? 0 : now.version - found->second.version;
    if (!is_new && !replaced && !became_inference && bumps == 0) continue;
    changes.push_back({{"name", name},
                       {"new", is_new},
                       {"replaced", replaced},
                       {"became_inference", became_inference},
                       {"is_inference", now.is_inference},
                       {"version_bumps", bumps}});
  }
  return changes;
}

}  // namespace modecheck::audit
