#include "engine/api/random_factories.h"

#include "engine/api/factories.h"
#include "engine/api/like_factories.h"
#include "engine/dispatch/call.h"
#include "spec/operators/creation.h"
#include "spec/operators/random.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

Tensor randn_like(const Tensor& self, TensorOptions options) {
  detail::check_no_gradient("randn_like", options);
  return call<operators::randn_like>(self, options.dtype_opt(), options.layout_opt(), options.device_opt(),
                                     options.pinned_memory_opt(), options.memory_format_opt());
}

Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, TensorOptions options) {
  return call<operators::randint_low>(low, high, size, options.dtype_opt().value_or(c10::kLong), options.layout_opt(),
                                      options.device_opt(), options.pinned_memory_opt());
}

Tensor randint(std::int64_t high, c10::IntArrayRef size, TensorOptions options) {
  return call<operators::randint>(high, size, options.dtype_opt().value_or(c10::kLong), options.layout_opt(),
                                  options.device_opt(), options.pinned_memory_opt());
}

Tensor randperm(std::int64_t n, TensorOptions options) {
  return call<operators::randperm>(n, options.dtype_opt().value_or(c10::kLong), options.layout_opt(),
                                   options.device_opt(), options.pinned_memory_opt());
}

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

using detail::with_requires_grad;

at::Tensor randn(c10::IntArrayRef size, at::TensorOptions options) {
  return with_requires_grad(at::randn(size, options), options);
}
at::Tensor randn_like(const at::Tensor& self, at::TensorOptions options) {
  return with_requires_grad(at::randn_like(self, options.requires_grad(c10::nullopt)), options);
}
at::Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, at::TensorOptions options) {
  return with_requires_grad(at::randint(low, high, size, options), options);
}
at::Tensor randint(std::int64_t high, c10::IntArrayRef size, at::TensorOptions options) {
  return with_requires_grad(at::randint(high, size, options), options);
}
at::Tensor randperm(std::int64_t n, at::TensorOptions options) {
  return with_requires_grad(at::randperm(n, options), options);
}

}  // namespace modecheck_v1
}  // namespace torch
