// _softmax: computed in double and rounded once.
#include <cmath>

#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/element.h"
#include "engine/backends/cpu/reduce.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace backends {
namespace {

// exp(x - greatest) / sum of the same, over n elements `step` apart (in elements), written `out_step` apart.
template <typename T>
void softmax_row(const T* from, std::int64_t step, T* to, std::int64_t out_step, std::int64_t n) {
  double greatest = static_cast<double>(from[0]);
  for (std::int64_t i = 1; i < n; ++i) {
    const auto value = static_cast<double>(from[i * step]);
    if (value > greatest || std::isnan(value)) greatest = value;
  }
  double total = 0.0;
  for (std::int64_t i = 0; i < n; ++i) total += std::exp(static_cast<double>(from[i * step]) - greatest);
  for (std::int64_t i = 0; i < n; ++i)
    to[i * out_step] = convert<T>(std::exp(static_cast<double>(from[i * step]) - greatest) / total);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

template <>
at::Tensor Kernel<operators::_softmax>::call(const at::Tensor& self, std::int64_t dim, bool half_to_float) {
  check_rank("_softmax", self.sizes().size());
  MODECHECK_CHECK(!half_to_float, ErrorClass::Dtype,
                  "_softmax: softmax with half to float conversion is not supported on CPU; pass false");
  const std::int64_t dimension = wrap_dimension("_softmax", dim, self.dim());
  MODECHECK_CHECK(self.numel() == 0 || (c10::isFloatingType(self.scalar_type()) && self.scalar_type() != c10::kHalf),
                  ErrorClass::Dtype, "_softmax: not implemented for ", self.scalar_type(),
                  "; convert the tensor to Float, Double or BFloat16");
  at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  visit_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_floating_point_v<Computed<T>>) {
      const bool scalar = self.dim() == 0;
      const auto d = static_cast<std::size_t>(dimension);
      const std::int64_t n = scalar ? 1 : self.sizes()[d];
      const std::int64_t step = scalar ? 0 : self.strides()[d];
      const std::int64_t out_step = scalar ? 0 : out.strides()[d];
      // Every element of the other dimensions starts a row.
      std::int64_t position[max_dims] = {};
      const T* from = static_cast<const T*>(self.data_ptr());
      T* to = static_cast<T*>(out.data_ptr());
      for (std::int64_t row = 0; row < out.numel() / n; ++row) {
        softmax_row(from, step, to, out_step, n);
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
  });
  return out;
}

}  // namespace modecheck::engine
