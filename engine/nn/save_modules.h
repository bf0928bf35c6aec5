// Defines torch::save and torch::load for modules, optimizers and other values that need an archive. They are not
// implemented and raise. engine/api/serialize.h has the overloads for tensors.
#pragma once

#include <type_traits>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/archives.h"

namespace torch {
inline namespace modecheck_v1 {

namespace serialize::detail {
template <typename Value>
constexpr bool is_saved = std::is_same_v<Value, at::Tensor> || std::is_same_v<Value, std::vector<at::Tensor>>;
}

template <typename Value, typename... Arguments, std::enable_if_t<!serialize::detail::is_saved<Value>, int> = 0>
void save(const Value& /*value*/, Arguments&&... /*where*/) {
  serialize::detail::not_built("torch::save");
}
template <typename Value, typename... Arguments, std::enable_if_t<!serialize::detail::is_saved<Value>, int> = 0>
void load(Value& /*value*/, Arguments&&... /*where*/) {
  serialize::detail::not_built("torch::load");
}

}  // namespace modecheck_v1
}  // namespace torch
