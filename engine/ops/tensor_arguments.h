// The tensors among an operator's arguments.
#pragma once

#include <tuple>

#include "engine/core/tensor.h"

namespace modecheck::engine {

namespace detail {

template <typename Visit>
void visit_tensors(Visit& visit, const at::Tensor& tensor) {
  visit(tensor);
}
template <typename Visit>
void visit_tensors(Visit& visit, at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) visit(tensor);
}
template <typename Visit>
void visit_tensors(Visit& visit, const c10::optional<at::Tensor>& tensor) {
  if (tensor.has_value() && tensor->defined()) visit(*tensor);
}
template <typename Visit, typename T>
void visit_tensors(Visit& /*visit*/, const T& /*no tensor*/) {}

}  // namespace detail

// In the schema's order, lists element by element.
template <typename Visit, typename... Arguments>
void each_tensor(Visit&& visit, const Arguments&... arguments) {
  (detail::visit_tensors(visit, arguments), ...);
}

template <typename... Arguments>
bool any_requires_grad(const Arguments&... arguments) {
  bool any = false;
  each_tensor([&](const at::Tensor& tensor) { any |= tensor.requires_grad(); }, arguments...);
  return any;
}

template <std::size_t index, typename... Arguments>
const at::Tensor& argument(const Arguments&... arguments) {
  return std::get<index>(std::tie(arguments...));
}

}  // namespace modecheck::engine
