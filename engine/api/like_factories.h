// Factories that take sizes, dtype and device from a tensor; the options may override dtype and device. Without a
// memory format the result is dense and its strides have the same order as the tensor's.
#pragma once

#include "engine/api/factories.h"
#include "engine/dispatch/call.h"
#include "spec/operators/creation.h"
#include "spec/operators/random.h"

namespace at {
inline namespace modecheck_v1 {

namespace detail {
inline void check_no_gradient(const char* name, const TensorOptions& options) {
  MODECHECK_CHECK(!options.requires_grad(), modecheck::engine::ErrorClass::Argument, name,
                  ": requires_grad is set in the options, which functions of at:: do not implement where they take a "
                  "memory format; use the function of torch::, or requires_grad_()");
}
}  // namespace detail

inline Tensor full_like(const Tensor& self, const c10::Scalar& fill_value, TensorOptions options = {},
                        c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  detail::check_no_gradient("full_like", options);
  MODECHECK_CHECK(!options.has_memory_format() || !memory_format.has_value(), modecheck::engine::ErrorClass::Argument,
                  "full_like: the memory format is given twice; leave it out of the options or out of the arguments");
  return modecheck::engine::call<modecheck::spec::operators::full_like>(
      self, fill_value, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt(),
      memory_format.has_value() ? memory_format : options.memory_format_opt());
}
inline Tensor zeros_like(const Tensor& self, TensorOptions options = {},
                         c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return full_like(self, 0, options, memory_format);
}
inline Tensor ones_like(const Tensor& self, TensorOptions options = {},
                        c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return full_like(self, 1, options, memory_format);
}
// Returns zeros, because the elements of an uninitialised tensor are unspecified.
inline Tensor empty_like(const Tensor& self, TensorOptions options = {},
                         c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return full_like(self, 0, options, memory_format);
}
inline Tensor rand_like(const Tensor& self, TensorOptions options = {},
                        c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  detail::check_no_gradient("rand_like", options);
  return modecheck::engine::call<modecheck::spec::operators::rand_like>(
      self, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt(),
      memory_format.has_value() ? memory_format : options.memory_format_opt());
}

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

#define MODECHECK_LIKE_FACTORY(name)                                                                             \
  inline at::Tensor name##_like(const at::Tensor& self, at::TensorOptions options = {},                          \
                                c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {                 \
    return detail::with_requires_grad(at::name##_like(self, options.requires_grad(c10::nullopt), memory_format), \
                                      options);                                                                  \
  }
MODECHECK_LIKE_FACTORY(empty)
MODECHECK_LIKE_FACTORY(zeros)
MODECHECK_LIKE_FACTORY(ones)
MODECHECK_LIKE_FACTORY(rand)
#undef MODECHECK_LIKE_FACTORY
inline at::Tensor full_like(const at::Tensor& self, const c10::Scalar& fill_value, at::TensorOptions options = {},
                            c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return detail::with_requires_grad(at::full_like(self, fill_value, options.requires_grad(c10::nullopt), memory_format),
                                    options);
}

}  // namespace modecheck_v1
}  // namespace torch
