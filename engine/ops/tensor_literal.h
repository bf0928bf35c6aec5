// torch::tensor and at::tensor: tensors of values that stand in the program.
#pragma once

#include "engine/ops/factories.h"
#include "engine/ops/tensor_data_container.h"

namespace at {
inline namespace modecheck_v1 {

// One dimension, or none for a number. The dtype is that of the values (bool, int64 or float32) unless the options name
// one. Raises for numbers that do not fit it.
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
Tensor tensor(c10::ArrayRef<T> values, const TensorOptions& options = {}) {
  return torch::detail::TensorDataContainer(values).convert_to_tensor(options);
}
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
Tensor tensor(std::initializer_list<T> values, const TensorOptions& options = {}) {
  return at::tensor(c10::ArrayRef<T>(values), options);
}
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
Tensor tensor(const std::vector<T>& values, const TensorOptions& options = {}) {
  return torch::detail::TensorDataContainer(values).convert_to_tensor(options);
}
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
Tensor tensor(T value, const TensorOptions& options = {}) {
  return torch::detail::TensorDataContainer(value).convert_to_tensor(options);
}

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

// Any nesting of braces around numbers of one type; requires_grad as the options say. Raises if sub-lists have
// different sizes, numbers different types, or a number does not fit the dtype.
inline at::Tensor tensor(detail::TensorDataContainer values, const at::TensorOptions& options = {}) {
  return detail::with_requires_grad(values.convert_to_tensor(options), options);
}

}  // namespace modecheck_v1
}  // namespace torch
