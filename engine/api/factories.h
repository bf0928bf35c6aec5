// The creation operators as functions in at:: and torch::. Only those in torch:: respect `requires_grad`.
#pragma once

#include "engine/core/tensor/tensor_options.h"
#include "engine/dispatch/call.h"
#include "spec/operators/creation.h"

namespace at {
inline namespace modecheck_v1 {

// The options or the last argument may give the memory format. Raises an Argument error if both give one.
inline Tensor empty(c10::IntArrayRef size, TensorOptions options = {},
                    c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  MODECHECK_CHECK(!options.has_memory_format() || !memory_format.has_value(), modecheck::engine::ErrorClass::Argument,
                  "empty: the memory format is given twice; leave it out of the options or out of the arguments");
  MODECHECK_CHECK(
      !options.requires_grad(), modecheck::engine::ErrorClass::Argument,
      "empty: requires_grad is set in the options, which functions of at:: do not implement where they take "
      "a memory format; use torch::empty, or requires_grad_()");
  return modecheck::engine::call<modecheck::spec::operators::empty_memory_format>(
      size, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt(),
      memory_format.has_value() ? memory_format : options.memory_format_opt());
}

#define MODECHECK_FACTORY(name)                                                                              \
  inline Tensor name(c10::IntArrayRef size, TensorOptions options = {}) {                                    \
    return modecheck::engine::call<modecheck::spec::operators::name>(                                        \
        size, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt()); \
  }
MODECHECK_FACTORY(zeros)
MODECHECK_FACTORY(ones)
MODECHECK_FACTORY(rand)
MODECHECK_FACTORY(randn)
#undef MODECHECK_FACTORY

inline Tensor full(c10::IntArrayRef size, const c10::Scalar& fill_value, TensorOptions options = {}) {
  return modecheck::engine::call<modecheck::spec::operators::full>(
      size, fill_value, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt());
}
inline Tensor arange(const c10::Scalar& start, const c10::Scalar& end, const c10::Scalar& step,
                     TensorOptions options = {}) {
  return modecheck::engine::call<modecheck::spec::operators::arange_start_step>(
      start, end, step, options.dtype_opt(), options.layout_opt(), options.device_opt(), options.pinned_memory_opt());
}
inline Tensor arange(const c10::Scalar& start, const c10::Scalar& end, TensorOptions options = {}) {
  return arange(start, end, 1, options);
}
inline Tensor arange(const c10::Scalar& end, TensorOptions options = {}) { return arange(0, end, 1, options); }

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

namespace detail {
// Functions in at:: ignore `requires_grad`; functions in torch:: set it on the operator's result.
inline at::Tensor with_requires_grad(at::Tensor made, const at::TensorOptions& options) {
  if (options.requires_grad()) made.set_requires_grad(true);
  return made;
}
}  // namespace detail

inline at::Tensor empty(c10::IntArrayRef size, at::TensorOptions options = {},
                        c10::optional<c10::MemoryFormat> memory_format = c10::nullopt) {
  return detail::with_requires_grad(at::empty(size, options.requires_grad(c10::nullopt), memory_format), options);
}
inline at::Tensor zeros(c10::IntArrayRef size, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::zeros(size, options), options);
}
inline at::Tensor ones(c10::IntArrayRef size, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::ones(size, options), options);
}
inline at::Tensor rand(c10::IntArrayRef size, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::rand(size, options), options);
}
inline at::Tensor full(c10::IntArrayRef size, const c10::Scalar& fill_value, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::full(size, fill_value, options), options);
}
inline at::Tensor arange(const c10::Scalar& start, const c10::Scalar& end, const c10::Scalar& step,
                         at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::arange(start, end, step, options), options);
}
inline at::Tensor arange(const c10::Scalar& start, const c10::Scalar& end, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::arange(start, end, options), options);
}
inline at::Tensor arange(const c10::Scalar& end, at::TensorOptions options = {}) {
  return detail::with_requires_grad(at::arange(end, options), options);
}

}  // namespace modecheck_v1
}  // namespace torch
