// eye, linspace, logspace, scalar_tensor, empty_strided and from_blob as functions in at:: and torch::. No gradient
// flows through them.
#pragma once

#include <functional>

#include "engine/api/factories.h"

namespace at {
inline namespace modecheck_v1 {

// Returns an n x n or n x m matrix with ones on the diagonal and zeros elsewhere.
Tensor eye(std::int64_t n, TensorOptions options = {});
Tensor eye(std::int64_t n, std::int64_t m, TensorOptions options = {});
// Returns `steps` evenly spaced numbers that include both ends; by default in float32. Raises if `steps` is negative.
Tensor linspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps = 100, TensorOptions options = {});
// Returns `steps` numbers whose logarithms to `base` are evenly spaced.
Tensor logspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps = 100, double base = 10,
                TensorOptions options = {});
// Returns a tensor without dimensions, by default in float32.
Tensor scalar_tensor(const c10::Scalar& value, TensorOptions options = {});
Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, TensorOptions options = {});

// Returns a tensor on the caller's memory, which must outlive the tensor. `deleter`, if given, is called with the
// memory when the last tensor on the memory is gone. InferenceMode decides whether the result is an inference tensor
// (rule K1). The result has its own version counter (rule H) and cannot grow. Raises for sizes and strides that do not
// fit each other.
Tensor from_blob(void* data, c10::IntArrayRef sizes, const std::function<void(void*)>& deleter,
                 TensorOptions options = {});
Tensor from_blob(void* data, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                 const std::function<void(void*)>& deleter, TensorOptions options = {});
Tensor from_blob(void* data, c10::IntArrayRef sizes, c10::IntArrayRef strides, TensorOptions options = {});
Tensor from_blob(void* data, c10::IntArrayRef sizes, TensorOptions options = {});

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

// These functions in torch:: do the same as those in at::, and respect requires_grad in the options.
inline at::Tensor eye(std::int64_t n, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::eye(n, options), options);
}
inline at::Tensor eye(std::int64_t n, std::int64_t m, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::eye(n, m, options), options);
}
inline at::Tensor logspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps = 100, double base = 10,
                           at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::logspace(start, end, steps, base, options), options);
}
inline at::Tensor linspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps = 100,
                           at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::linspace(start, end, steps, options), options);
}
inline at::Tensor scalar_tensor(const c10::Scalar& value, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::scalar_tensor(value, options), options);
}
inline at::Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::empty_strided(size, stride, options), options);
}
inline at::Tensor from_blob(void* data, c10::IntArrayRef sizes, const std::function<void(void*)>& deleter,
                            at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::from_blob(data, sizes, deleter, options), options);
}
inline at::Tensor from_blob(void* data, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                            const std::function<void(void*)>& deleter, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::from_blob(data, sizes, strides, deleter, options), options);
}
inline at::Tensor from_blob(void* data, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                            at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::from_blob(data, sizes, strides, options), options);
}
inline at::Tensor from_blob(void* data, c10::IntArrayRef sizes, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::from_blob(data, sizes, options), options);
}

}  // namespace modecheck_v1
}  // namespace torch
