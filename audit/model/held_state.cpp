#include "audit/model/held_state.h"

#include <functional>
#include <string_view>

#include "audit/model/tensors.h"
#include "audit/model/value_functions.h"

namespace modecheck::audit {
namespace {

std::size_t hash_of_elements(const at::Tensor& tensor) {
  const c10::InferenceMode guard;
  const at::Tensor plain = dense(tensor.detach()).cpu().contiguous();
  const auto bytes = static_cast<std::size_t>(plain.numel()) * plain.element_size();
  return bytes == 0 ? 0 : std::hash<std::string_view>{}({static_cast<const char*>(plain.data_ptr()), bytes});
}

}  // namespace

HeldState::Held HeldState::held(const at::Tensor& tensor) {
  const bool is_inference = tensor.is_inference();
  return {tensor, is_inference ? -1 : static_cast<std::int64_t>(tensor._version()), is_inference,
          hash_of_elements(tensor)};
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
    const bool replaced = !is_new && !found->second.tensor.is_same(now.tensor);
    const bool became_inference = now.is_inference && (is_new || !found->second.is_inference);
    const std::int64_t bumps = is_new || replaced || now.is_inference ? 0 : now.version - found->second.version;
    const bool changed = is_new || found->second.elements != now.elements;
    if (!replaced && !became_inference && bumps == 0 && !changed) continue;
    changes.push_back({{"name", name},
                       {"new", is_new},
                       {"replaced", replaced},
                       {"became_inference", became_inference},
                       {"is_inference", now.is_inference},
                       {"version_bumps", bumps},
                       {"changed", changed}});
  }
  return changes;
}

}  // namespace modecheck::audit
