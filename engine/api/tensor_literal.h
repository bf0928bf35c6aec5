// torch::tensor and at::tensor make tensors from values in the program.
#pragma once

#include "engine/api/factories.h"
#include "engine/api/tensor_data_container.h"

namespace at {
inline namespace modecheck_v1 {

// These functions return a tensor of one dimension, also for a single number. Without a dtype in the options, the dtype
// is that of the C++ type: int32 for `int`, float64 for `double`. They raise for numbers that do not fit the dtype, and
// for complex numbers if the dtype is real.
template <typename T, typename = std::enable_if_t<torch::detail::TensorDataContainer::is_number<T>>>
Tensor tensor(c10::ArrayRef<T> values, const TensorOptions& options = {}) {
  const c10::ScalarType own = c10::CppTypeToScalarType<T>::value;
  const c10::ScalarType wanted = options.dtype_opt().value_or(own);
  MODECHECK_CHECK(!c10::is_complex_number<T> || c10::isComplexType(wanted), modecheck::engine::ErrorClass::Dtype,
                  "tensor: \"tensor_cpu\" not implemented for '", wanted, "', which holds no complex numbers");
  return torch::detail::TensorDataContainer(values).convert_to_tensor(options.dtype(wanted));
}
template <typename T, typename = std::enable_if_t<torch::detail::TensorDataContainer::is_number<T>>>
Tensor tensor(std::initializer_list<T> values, const TensorOptions& options = {}) {
  return at::tensor(c10::ArrayRef<T>(values), options);
}
template <typename T, typename = std::enable_if_t<torch::detail::TensorDataContainer::is_number<T>>>
Tensor tensor(const std::vector<T>& values, const TensorOptions& options = {}) {
  return at::tensor(c10::ArrayRef<T>(values), options);
}
template <typename T, typename = std::enable_if_t<torch::detail::TensorDataContainer::is_number<T>>>
Tensor tensor(T value, const TensorOptions& options = {}) {
  return at::tensor(c10::ArrayRef<T>(value), options);
}

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

// Returns a tensor of nested braced lists of numbers of one type, and respects requires_grad in the options. Raises if
// sub-lists have different sizes, if numbers have different types, or if a number does not fit the dtype.
inline at::Tensor tensor(detail::TensorDataContainer values, const at::TensorOptions& options = {}) {
  return detail::with_requires_grad(values.convert_to_tensor(options), options);
}

}  // namespace modecheck_v1
}  // namespace torch
