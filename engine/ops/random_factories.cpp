#include "engine/ops/random_factories.h"

#include <limits>
#include <utility>

#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/hidden_rows.h"
#include "engine/ops/like_factories.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

TensorOptions integers(TensorOptions options) {
  return options.dtype(options.dtype_opt().value_or(c10::kLong)).requires_grad(c10::nullopt);
}

}  // namespace

Tensor randn_like(const Tensor& self, TensorOptions options) { return at::empty_like(self, options).normal_(); }

Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, TensorOptions options) {
  MODECHECK_CHECK(low < high, ErrorClass::Argument, "randint: expects 'from' to be less than 'to', but got from=", low,
                  " >= to=", high);
  Tensor out = at::empty(size, integers(options));
  KernelAnywhere<hidden::random__from>::call(out, low, high);
  return out;
}

Tensor randint(std::int64_t high, c10::IntArrayRef size, TensorOptions options) {
  return at::randint(0, high, size, options);
}

Tensor randperm(std::int64_t n, TensorOptions options) {
  MODECHECK_CHECK(n >= 0, ErrorClass::Argument, "randperm: n must be non-negative, got ", n);
  Tensor out = at::arange(n, integers(options));
  if (out.is_meta() || n < 2) return out;
  // One draw for each place but the last.
  const Tensor draws = at::randint(0, std::numeric_limits<std::uint32_t>::max(), n - 1);
  const Tensor order = modecheck::engine::on_host(out).to(c10::kLong);
  auto* const places = order.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i + 1 < n; ++i)
    std::swap(places[i], places[i + draws.data_ptr<std::int64_t>()[i] % (n - i)]);
  return order.to(out.options());
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
