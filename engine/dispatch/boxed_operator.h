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

// Returns nullptr if the catalogue has no such operator. `name` must not contain the namespace.
const BoxedOperator* find_operator(std::string_view name, std::string_view overload);
void each_operator(const std::function<void(const BoxedOperator& op)>& visit);
// `index` is the operator's position in the catalogue.
const BoxedOperator& operator_at(std::size_t index);

}  // namespace modecheck::engine
