// Implements the kernels of _softmax and _log_softmax, which are computed in double and rounded once.
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cuda/launch/line_launch.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/wide_functions.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/neural.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

enum class Softmax : bool { Shares, Logarithms };

// Writes exp(x - maximum) to `shares` for each of the n elements x of a row with stride `step`. Returns the maximum of
// the row, and the sum of the written numbers.
template <typename T>
std::pair<double, double> shares_of(const T* from, std::int64_t step, std::int64_t n, double* shares) {
#if defined(MODECHECK_WIDE_FUNCTIONS)
  if constexpr (std::is_same_v<T, float>)
    if (step == 1 && n >= 16 && has_wide_functions) {
      const auto greatest = static_cast<double>(wide_greatest(from, n));
      return {greatest, wide_shares(from, greatest, shares, n)};
    }
#endif
  double greatest = static_cast<double>(from[0]);
  for (std::int64_t i = 1; i < n; ++i) {
    const auto value = static_cast<double>(from[i * step]);
    if (value > greatest || std::isnan(value)) greatest = value;
  }
  double total = 0.0;
  for (std::int64_t i = 0; i < n; ++i) {
    shares[i] = std::exp(static_cast<double>(from[i * step]) - greatest);
    total += shares[i];
  }
  return {greatest, total};
}

// Computes softmax or log_softmax of one row of n elements. `step` is the stride of the input and `out_step` that of
// the output. `shares` is a buffer for n numbers.
template <Softmax kind, typename T>
void softmax_row(const T* from, std::int64_t step, T* to, std::int64_t out_step, std::int64_t n, double* shares) {
  const auto [greatest, total] = shares_of(from, step, n, shares);
  if constexpr (kind == Softmax::Shares) {
    if (out_step == 1) {
      for (std::int64_t i = 0; i < n; ++i) to[i] = convert<T>(shares[i] / total);
    } else {
      for (std::int64_t i = 0; i < n; ++i) to[i * out_step] = convert<T>(shares[i] / total);
    }
  } else {
    const double logarithm = std::log(total);
    for (std::int64_t i = 0; i < n; ++i)
      to[i * out_step] = convert<T>(static_cast<double>(from[i * step]) - greatest - logarithm);
  }
}

// Computes softmax of rows begin..end along `dimension`. The rows are numbered in row-major order of the other
// dimensions.
template <Softmax kind, typename T>
void softmax_rows(const at::Tensor& self, const at::Tensor& out, std::int64_t dimension, std::int64_t begin,
                  std::int64_t end) {
  const bool scalar = self.dim() == 0;
  const auto along = static_cast<std::size_t>(dimension);
  const std::int64_t n = scalar ? 1 : self.sizes()[along];
  const std::int64_t step = scalar ? 0 : self.strides()[along];
  const std::int64_t out_step = scalar ? 0 : out.strides()[along];
  std::int64_t position[max_dims] = {};
  const T* from = static_cast<const T*>(self.data_ptr());
  T* to = static_cast<T*>(out.data_ptr());
  std::int64_t rest = begin;
  for (int i = static_cast<int>(self.dim()) - 1; i >= 0; --i) {
    if (i == dimension) continue;
    const auto at = static_cast<std::size_t>(i);
    position[i] = rest % self.sizes()[at];
    rest /= self.sizes()[at];
    from += self.strides()[at] * position[i];
    to += out.strides()[at] * position[i];
  }
  std::vector<double> shares(static_cast<std::size_t>(n));
  for (std::int64_t row = begin; row < end; ++row) {
    softmax_row<kind>(from, step, to, out_step, n, shares.data());
    for (int i = static_cast<int>(self.dim()) - 1; i >= 0; --i) {
      if (i == dimension) continue;
      const auto at = static_cast<std::size_t>(i);
      from += self.strides()[at];
      to += out.strides()[at];
      if (++position[i] < self.sizes()[at]) break;
      from -= self.strides()[at] * position[i];
      to -= out.strides()[at] * position[i];
      position[i] = 0;
    }
  }
}

template <Softmax kind>
at::Tensor softmax(const char* name, const at::Tensor& self, std::int64_t dim, bool half_to_float) {
  check_rank(name, self.sizes().size());
  MODECHECK_CHECK(!half_to_float, ErrorClass::Dtype, name,
                  ": softmax with half to float conversion is not supported on CPU; pass false");
  const std::int64_t dimension = wrap_dimension(name, dim, self.dim());
  MODECHECK_CHECK(self.numel() == 0 || (c10::isFloatingType(self.scalar_type()) && self.scalar_type() != c10::kHalf),
                  ErrorClass::Dtype, name, ": not implemented for ", self.scalar_type(),
                  "; convert the tensor to Float, Double or BFloat16");
  at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  visit_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_floating_point_v<Computed<T>>) {
      if (out.in_cuda_memory())
        return cuda::launch_lines<cuda::SoftmaxKernel<kind == Softmax::Logarithms, T>,
                                  cuda::SoftmaxShares<kind == Softmax::Logarithms, T>>(name, out, self, dimension);
      const std::int64_t n = self.dim() == 0 ? 1 : self.sizes()[static_cast<std::size_t>(dimension)];
      parallel_for(
          out.numel() / n, std::max<std::int64_t>(1, parallel_grain / n),
          [&](std::int64_t begin, std::int64_t end) { softmax_rows<kind, T>(self, out, dimension, begin, end); });
    }
  });
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::_softmax>::call(const at::Tensor& self, std::int64_t dim, bool half_to_float) {
  return softmax<Softmax::Shares>("_softmax", self, dim, half_to_float);
}

template <>
at::Tensor Kernel<operators::_log_softmax>::call(const at::Tensor& self, std::int64_t dim, bool half_to_float) {
  return softmax<Softmax::Logarithms>("_log_softmax", self, dim, half_to_float);
}

}  // namespace modecheck::engine
