// eye, linspace, scalar_tensor, empty_strided, from_blob: made of `empty` and of writing its elements. Functions and
// not operators: they allocate, and nothing flows through them.
#pragma once

#include <functional>

#include "engine/api/factories.h"

namespace at {
inline namespace modecheck_v1 {

// Ones on the diagonal of an n times m matrix (n times n), zeros elsewhere.
Tensor eye(std::int64_t n, TensorOptions options = {});
Tensor eye(std::int64_t n, std::int64_t m, TensorOptions options = {});
// `steps` numbers at equal distances, both ends included; float32 unless asked for otherwise. Raises for negative
// steps.
Tensor linspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps = 100, TensorOptions options = {});
// `steps` numbers whose logarithms to `base` are evenly spaced.
Tensor logspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps = 100, double base = 10,
                TensorOptions options = {});
// A tensor without dimensions; float32 unless asked for otherwise.
Tensor scalar_tensor(const c10::Scalar& value, TensorOptions options = {});
Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, TensorOptions options = {});

// A tensor on memory of the caller's, which must outlive it; `deleter`, if there is one, is called for it when the last
// tensor that uses it is gone. It is of the kind that the mode asks for (K1), and has a version of its own (H). It
// cannot grow. Raises for sizes and strides that do not fit each other.
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

// The same, with the options' requires_grad.
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
