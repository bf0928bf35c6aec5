// The catalogue's operators with type-erased calls: they are found by name and called with boxed arguments.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "engine/dispatch/ivalue.h"
#include "spec/operators/schema.h"

namespace modecheck::engine {

struct BoxedOperator {
  const spec::operators::Schema* schema;
  // With `keys` this is a kernel's redispatch (D2); with nullptr it is an ordinary call.
  void (*call)(torch::jit::Stack& stack, const c10::DispatchKeySet* keys);
};

// Whether the catalogue's operators have a kernel for exactly this key: they have one for each device.
constexpr bool catalogue_has_kernel(c10::DispatchKey key) {
  return key == c10::DispatchKey::CPU || key == c10::DispatchKey::CUDA || key == c10::DispatchKey::Meta;
}
// Whether a call of the catalogue's operators with this key finds a kernel: the keys that tensors of these devices
// have.
constexpr bool catalogue_serves(c10::DispatchKey key) {
  return catalogue_has_kernel(key) || key == c10::DispatchKey::ADInplaceOrView ||
         key == c10::DispatchKey::AutogradCPU || key == c10::DispatchKey::AutogradCUDA ||
         key == c10::DispatchKey::AutogradMeta;
}

// Returns nullptr if the catalogue has no such operator. `name` must not contain the namespace.
const BoxedOperator* find_operator(std::string_view name, std::string_view overload);
void each_operator(const std::function<void(const BoxedOperator& op)>& visit);
// `index` is the operator's position in the catalogue.
const BoxedOperator& operator_at(std::size_t index);

}  // namespace modecheck::engine
