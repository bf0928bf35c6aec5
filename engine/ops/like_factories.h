// Factories that take sizes, and dtype and device unless the options name others, from a tensor. The result is dense in
// row-major order, whatever the tensor's strides are.
#pragma once

#include "engine/dispatch/call.h"
#include "engine/ops/factories.h"
#include "spec/operators/creation.h"

namespace at {
inline namespace modecheck_v1 {

namespace detail {
// The options, and the tensor's where they are silent.
inline TensorOptions like(const Tensor& self, const TensorOptions& options) {
  return options.dtype(options.dtype_opt().value_or(self.scalar_type()))
      .device(options.device_opt().value_or(self.device()));
}
}  // namespace detail

#define MODECHECK_LIKE_FACTORY(name)                                          \
  inline Tensor name##_like(const Tensor& self, TensorOptions options = {}) { \
    return at::name(self.sizes(), detail::like(self, options));               \
  }
MODECHECK_LIKE_FACTORY(empty)
MODECHECK_LIKE_FACTORY(zeros)
MODECHECK_LIKE_FACTORY(ones)
MODECHECK_LIKE_FACTORY(rand)
#undef MODECHECK_LIKE_FACTORY
// But for this one, which lies as the tensor does.
inline Tensor full_like(const Tensor& self, const c10::Scalar& fill_value, TensorOptions options = {},
                        c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return modecheck::engine::call<modecheck::spec::operators::full_like>(
      self, fill_value, options.dtype_opt(), c10::nullopt, options.device_opt(), c10::nullopt, memory_format);
}

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

#define MODECHECK_LIKE_FACTORY(name)                                                      \
  inline at::Tensor name##_like(const at::Tensor& self, at::TensorOptions options = {}) { \
    return detail::with_requires_grad(at::name##_like(self, options), options);           \
  }
MODECHECK_LIKE_FACTORY(empty)
MODECHECK_LIKE_FACTORY(zeros)
MODECHECK_LIKE_FACTORY(ones)
MODECHECK_LIKE_FACTORY(rand)
#undef MODECHECK_LIKE_FACTORY
inline at::Tensor full_like(const at::Tensor& self, const c10::Scalar& fill_value, at::TensorOptions options = {},
                            c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return detail::with_requires_grad(at::full_like(self, fill_value, options, memory_format), options);
}

}  // namespace modecheck_v1
}  // namespace torch
