// The operators of the catalogue, erased: by name, with boxed arguments.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "engine/dispatch/ivalue.h"
#include "spec/operators/schema.h"

namespace modecheck::engine {

struct BoxedOperator {
  const spec::operators::Schema* schema;
  // With `keys`, a kernel's redispatch below itself (D2); nullptr: an ordinary call.
  void (*call)(torch::jit::Stack& stack, const c10::DispatchKeySet* keys);
};

// nullptr if the catalogue has no such row. `name` without the namespace.
const BoxedOperator* find_operator(std::string_view name, std::string_view overload);
void each_operator(const std::function<void(const BoxedOperator& op)>& visit);
// By place in the catalogue.
const BoxedOperator& operator_at(std::size_t index);

}  // namespace modecheck::engine
