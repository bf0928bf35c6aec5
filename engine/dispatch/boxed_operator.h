// Type-erased calls of the catalogue's operators: an operator is found by its name and called with boxed arguments.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "engine/dispatch/ivalue.h"
#include "spec/operators/schema.h"

namespace modecheck::engine {

struct BoxedOperator {
  const spec::operators::Schema* schema;
  // Calls the operator with the arguments on the stack. With `keys` the call is a kernel's redispatch (rule D2); with
  // nullptr it is an ordinary call.
  void (*call)(torch::jit::Stack& stack, const c10::DispatchKeySet* keys);
};

// Returns whether the operators of the catalogue have a kernel that is registered for exactly this key. They have such
// a kernel for each device: CPU, CUDA and Meta.
constexpr bool catalogue_has_kernel(c10::DispatchKey key) {
  return key == c10::DispatchKey::CPU || key == c10::DispatchKey::CUDA || key == c10::DispatchKey::Meta;
}
// Returns whether a call of an operator of the catalogue under this key finds a kernel. It does for every key that a
// tensor on the CPU, on CUDA or on Meta can have.
constexpr bool catalogue_serves(c10::DispatchKey key) {
  return catalogue_has_kernel(key) || key == c10::DispatchKey::ADInplaceOrView ||
         key == c10::DispatchKey::AutogradCPU || key == c10::DispatchKey::AutogradCUDA ||
         key == c10::DispatchKey::AutogradMeta;
}

// Returns the operator of the catalogue with this name and overload, or nullptr if there is none. `name` must not
// contain the namespace.
const BoxedOperator* find_operator(std::string_view name, std::string_view overload);
void each_operator(const std::function<void(const BoxedOperator& op)>& visit);
// Returns the operator at position `index` of the catalogue.
const BoxedOperator& operator_at(std::size_t index);

}  // namespace modecheck::engine
