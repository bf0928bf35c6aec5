#include "engine/api/number_factories.h"

#include <algorithm>
#include <vector>

#include "engine/core/memory/allocate.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/creation.h"
#include "spec/operators/elementwise.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

c10::Device place(const TensorOptions& options) { return options.device(); }

std::vector<std::int64_t> dense_strides(c10::IntArrayRef sizes) {
  std::vector<std::int64_t> out(sizes.size(), 1);
  for (std::size_t i = sizes.size(); i-- > 1;) out[i - 1] = out[i] * sizes[i];
  return out;
}

// The first half of the numbers is computed from `first` and the second half from `last`. Rounding errors can therefore
// change neither end of the interval.
template <typename T>
void write_linspace(T* to, T first, T last, std::int64_t steps) {
  const T step = steps < 2 ? T(0) : (last - first) / static_cast<T>(steps - 1);
  for (std::int64_t i = 0; i < steps; ++i)
    to[i] =
        i < steps / 2 || steps == 1 ? first + step * static_cast<T>(i) : last - step * static_cast<T>(steps - i - 1);
}

}  // namespace

Tensor eye(std::int64_t n, TensorOptions options) { return at::eye(n, n, options); }

Tensor eye(std::int64_t n, std::int64_t m, TensorOptions options) {
  MODECHECK_CHECK(n >= 0 && m >= 0, ErrorClass::Argument, "eye: n and m must be greater or equal to 0, got ", n,
                  " and ", m);
  Tensor out = at::zeros({n, m}, options);
  const std::int64_t count = std::min(n, m);
  if (count > 0) {
    const std::int64_t step = m + 1;
    KernelAnywhere<operators::fill__Scalar>::call(make_alias(out, c10::IntArrayRef(count), c10::IntArrayRef(step), 0),
                                                  1);
  }
  return out;
}

Tensor linspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps, TensorOptions options) {
  MODECHECK_CHECK(steps >= 0, ErrorClass::Argument, "linspace: number of steps must be non-negative, got ", steps);
  if (options.device().in_cuda_memory()) {
    const Tensor host = linspace(start, end, steps, options.device(c10::kCPU));
    return host.has_bytes() ? modecheck::engine::placed(host, options.device()) : host.to(options.device());
  }
  Tensor out = at::empty(steps, options.requires_grad(c10::nullopt));
  MODECHECK_CHECK(out.scalar_type() != c10::kBool, ErrorClass::Dtype,
                  "linspace: not implemented for Bool; use another dtype");
  if (!out.has_bytes()) return out;
  if (out.scalar_type() == c10::kDouble) {
    write_linspace(out.data_ptr<double>(), start.to<double>(), end.to<double>(), steps);
  } else if (out.scalar_type() == c10::kFloat) {
    write_linspace(out.data_ptr<float>(), start.to<float>(), end.to<float>(), steps);
  } else {
    const Tensor wide = at::empty(steps, options.requires_grad(c10::nullopt).dtype(c10::kDouble));
    write_linspace(wide.data_ptr<double>(), start.to<double>(), end.to<double>(), steps);
    Kernel<operators::copy_>::call(out, wide, false);
  }
  return out;
}

Tensor logspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps, double base,
                TensorOptions options) {
  MODECHECK_CHECK(steps >= 0, ErrorClass::Argument, "logspace: number of steps must be non-negative, got ", steps);
  const c10::ScalarType dtype = options.dtype();
  MODECHECK_CHECK(dtype != c10::kBool && !c10::isComplexType(dtype), ErrorClass::Dtype,
                  "logspace: not implemented for ", dtype, "; use a floating or an integer dtype");
  const Tensor exponents = linspace(start, end, steps, options.dtype(c10::kDouble).requires_grad(c10::nullopt));
  return call<operators::pow_Scalar>(base, exponents).to(dtype);
}

Tensor scalar_tensor(const c10::Scalar& value, TensorOptions options) {
  return call<operators::scalar_tensor>(value, options.dtype_opt(), c10::nullopt, options.device_opt(), c10::nullopt);
}

Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, TensorOptions options) {
  return call<operators::empty_strided>(size, stride, options.dtype_opt(), c10::nullopt, options.device_opt(),
                                        c10::nullopt);
}

Tensor from_blob(void* data, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                 const std::function<void(void*)>& deleter, TensorOptions options) {
  MODECHECK_CHECK(sizes.size() == strides.size(), ErrorClass::Strides, "from_blob: ", sizes.size(),
                  " sizes do not match ", strides.size(), " strides");
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    MODECHECK_CHECK(sizes[d] >= 0, ErrorClass::Shape, "from_blob: negative size ", sizes[d], " in ", sizes);
    MODECHECK_CHECK(strides[d] >= 0, ErrorClass::Strides, "from_blob: negative strides are not supported: ", strides);
  }
  MODECHECK_CHECK(place(options).in_cpu_memory(), ErrorClass::Unsupported, "from_blob: only memory of the CPU, not ",
                  place(options));
  return on_storage(c10::StorageImpl::adopt(data, bytes_needed(sizes, strides, 0, c10::elementSize(options.dtype())),
                                            place(options), deleter),
                    sizes, strides, options.dtype(), place(options));
}

Tensor from_blob(void* data, c10::IntArrayRef sizes, const std::function<void(void*)>& deleter, TensorOptions options) {
  return at::from_blob(data, sizes, dense_strides(sizes), deleter, options);
}

Tensor from_blob(void* data, c10::IntArrayRef sizes, c10::IntArrayRef strides, TensorOptions options) {
  return at::from_blob(data, sizes, strides, std::function<void(void*)>(), options);
}

Tensor from_blob(void* data, c10::IntArrayRef sizes, TensorOptions options) {
  return at::from_blob(data, sizes, dense_strides(sizes), std::function<void(void*)>(), options);
}

}  // namespace modecheck_v1
}  // namespace at
