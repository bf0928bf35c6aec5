// Implements the kernels of amax, amin, aminmax, argmax and argmin. NaN wins over every number.
#include <cmath>
#include <tuple>
#include <utility>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cpu/reductions/lines.h"
#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cpu/reductions/reduce_elements.h"
#include "engine/backends/functions/reducers.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Raises for complex dtypes, because complex numbers have no order. Also raises if a result would be the maximum or
// minimum of no elements.
void check_extreme(const char* name, const at::Tensor& self, const Reduction& reduction, bool all) {
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()) || self.numel() == 0, ErrorClass::Dtype, name,
                  ": not implemented for ", self.scalar_type(), ", whose numbers have no order");
  if (self.numel() != 0) return;
  MODECHECK_CHECK(!all, ErrorClass::Dimension, name,
                  ": Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
                  "'dim' argument.");
  for (int d = 0; d < static_cast<int>(self.dim()); ++d)
    MODECHECK_CHECK(!reduction.reduces(d) || self.sizes()[static_cast<std::size_t>(d)] != 0, ErrorClass::Dimension,
                    name, ": Expected reduction dim ", d, " to have non-zero size");
}

template <Extreme which>
void write_extremes(const Reduction& reduction, const at::Tensor& self, const at::Tensor& out) {
  if (!has_bytes(out)) return;
  visit_real_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    reduce_elements(which == Extreme::Greatest ? "amax" : "amin", reduction, self, out, ExtremeOf<which, T>(),
                    StoreTotal<T>{static_cast<char*>(out.data_ptr())});
  });
}

template <Extreme which>
at::Tensor extremes(const char* name, const at::Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  const Reduction reduction(name, self, dim, keepdim);
  check_extreme(name, self, reduction, dim.empty());
  at::Tensor out = empty(reduction.sizes(), self.scalar_type(), self.device());
  write_extremes<which>(reduction, self, out);
  return out;
}

template <Extreme which>
void extremes_into(const char* name, const at::Tensor& self, c10::IntArrayRef dim, bool keepdim,
                   const at::Tensor& out) {
  const Reduction reduction(name, self, dim, keepdim);
  MODECHECK_CHECK(self.scalar_type() == out.scalar_type(), ErrorClass::Dtype, name,
                  ": Expected the dtype for input and out to match, but got ", self.scalar_type(),
                  " for input's dtype and ", out.scalar_type(), " for out's dtype");
  check_extreme(name, self, reduction, dim.empty());
  check_same_device(name, self, out);
  const at::Tensor input = kept_geometry(self, out);
  resize_output(name, out, reduction.sizes());
  if (!has_bytes(out)) return;
  SafeOutput safe(out, !out.is_contiguous() || out.is_alias_of(input));
  write_extremes<which>(reduction, input, safe.target());
  safe.finish();
}

// argmax and argmin: returns the index of the first NaN if there is one. Otherwise returns the index of the first
// element that equals the maximum or minimum.
template <Extreme which, typename T>
std::int64_t place_of_extreme(const T* from, std::int64_t step, std::int64_t n) {
  Computed<T> extreme = static_cast<Computed<T>>(from[0]);
  std::int64_t place = 0;
  for (std::int64_t i = 1; i < n; ++i) {
    if constexpr (std::is_floating_point_v<Computed<T>>)
      if (std::isnan(extreme)) return place;
    const auto value = static_cast<Computed<T>>(from[i * step]);
    bool beyond = which == Extreme::Greatest ? value > extreme : value < extreme;
    if constexpr (std::is_floating_point_v<Computed<T>>) beyond = beyond || std::isnan(value);
    if (!beyond) continue;
    extreme = value;
    place = i;
  }
  return place;
}

template <Extreme which>
at::Tensor places(const char* name, const at::Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  const c10::IntArrayRef dims = dim.has_value() ? c10::IntArrayRef(&*dim, 1) : c10::IntArrayRef();
  const Reduction reduction(name, self, dims, keepdim);
  // argmax and argmin reject bool and complex dtypes for tensors of any size (PyTorch issue #126776).
  MODECHECK_CHECK(self.scalar_type() != c10::kBool && !c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name,
                  ": does not support ", self.scalar_type(),
                  "; convert the tensor to a dtype whose numbers have an order");
  check_extreme(name, self, reduction, dims.empty());
  at::Tensor out = empty(reduction.sizes(), c10::kLong, self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  auto* const to = static_cast<std::int64_t*>(out.data_ptr());
  visit_real_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if (self.in_cuda_memory()) {
      // Without `dim`, argmax and argmin count positions in row-major order, so the elements are made contiguous.
      const at::Tensor elements = dim.has_value() ? self : dense(self);
      using R = PlaceOfExtreme<which, T>;
      return cuda::launch_reduction(name, ReductionLoop(reduction, elements).shape(), elements, out, at::Tensor(), R(),
                                    StorePlace{to}, &cuda::reduce_like_a_gpu<R, StorePlace>);
    }
    if (!dim.has_value()) {
      const at::Tensor all = dense(self);
      *to = place_of_extreme<which>(static_cast<const Stored<T>*>(all.data_ptr()), 1, all.numel());
      return;
    }
    const std::int64_t along = wrap_dimension(name, *dim, self.dim());
    const std::int64_t length = self.dim() == 0 ? 1 : self.sizes()[static_cast<std::size_t>(along)];
    const std::int64_t step = self.dim() == 0 ? 0 : self.strides()[static_cast<std::size_t>(along)];
    const auto* const from = static_cast<const Stored<T>*>(self.data_ptr());
    for_each_line(self, self, along, [=](std::int64_t offset, std::int64_t /*the same*/, std::int64_t index) {
      to[index] = place_of_extreme<which>(from + offset, step, length);
    });
  });
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::amax>::call(const at::Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return extremes<Extreme::Greatest>("amax", self, dim, keepdim);
}
template <>
at::Tensor Kernel<operators::amin>::call(const at::Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  return extremes<Extreme::Least>("amin", self, dim, keepdim);
}
template <>
void Kernel<operators::amax_out>::call(const at::Tensor& self, c10::IntArrayRef dim, bool keepdim,
                                       const at::Tensor& out) {
  extremes_into<Extreme::Greatest>("amax", self, dim, keepdim, out);
}
template <>
void Kernel<operators::amin_out>::call(const at::Tensor& self, c10::IntArrayRef dim, bool keepdim,
                                       const at::Tensor& out) {
  extremes_into<Extreme::Least>("amin", self, dim, keepdim, out);
}
template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::aminmax>::call(const at::Tensor& self,
                                                                    c10::optional<std::int64_t> dim, bool keepdim) {
  const c10::ScalarType type = self.scalar_type();
  const bool is_short = type == c10::kHalf || (type == c10::kBFloat16 && dim.has_value());
  MODECHECK_CHECK(!is_short && !c10::isComplexType(type), ErrorClass::Dtype, "aminmax: not implemented for ", type,
                  "; amin and amax take short floating-point numbers, and complex numbers have no order");
  const c10::IntArrayRef dims = dim.has_value() ? c10::IntArrayRef(&*dim, 1) : c10::IntArrayRef();
  at::Tensor least = extremes<Extreme::Least>("aminmax", self, dims, keepdim);
  return {std::move(least), extremes<Extreme::Greatest>("aminmax", self, dims, keepdim)};
}
template <>
at::Tensor Kernel<operators::argmax>::call(const at::Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  return places<Extreme::Greatest>("argmax", self, dim, keepdim);
}
template <>
at::Tensor Kernel<operators::argmin>::call(const at::Tensor& self, c10::optional<std::int64_t> dim, bool keepdim) {
  return places<Extreme::Least>("argmin", self, dim, keepdim);
}

}  // namespace modecheck::engine
