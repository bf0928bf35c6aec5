// Implements the kernel of multinomial with replacement, which draws the indices of categories with the probabilities
// in `self`.
#include <algorithm>
#include <cmath>
#include <mutex>
#include <vector>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/random/generator.h"
#include "engine/backends/cuda/launch/random.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/errors/error.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "engine/dispatch/library_rows.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<internal::_multinomial_with_replacement>::call(const at::Tensor& self, std::int64_t num_samples) {
  MODECHECK_CHECK(c10::isFloatingType(self.scalar_type()), ErrorClass::Dtype, "multinomial: not implemented for ",
                  self.scalar_type(), "; use a floating dtype");
  const at::Tensor weights = dense(self);
  Dims sizes(self.sizes());
  const std::int64_t categories = sizes.back();
  sizes.back() = num_samples;
  at::Tensor out = empty(sizes, c10::kLong, self.device());
  if (out.in_cuda_memory()) {
    cuda::draw_places("multinomial", out, weights);
    return out;
  }
  Generator& generator = generator_in_use();
  if (!has_bytes(self)) return out;
  auto* to = out.data_ptr<std::int64_t>();
  visit_real_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_floating_point_v<Computed<T>>) {
      using C = Computed<T>;
      const T* from = static_cast<const T*>(weights.data_ptr());
      const std::int64_t rows = self.numel() / categories;
      std::vector<C> shares(static_cast<std::size_t>(rows * categories));
      for (std::int64_t row = 0; row < rows; ++row) {
        C total = 0;
        C* const share = shares.data() + row * categories;
        for (std::int64_t i = 0; i < categories; ++i) {
          const auto weight = convert<C>(from[row * categories + i]);
          MODECHECK_CHECK(weight >= 0 && std::isfinite(weight), ErrorClass::Argument,
                          "multinomial: invalid distribution (encountering probability entry < 0, infinite or NaN)");
          total += weight;
          share[i] = total;
        }
        MODECHECK_CHECK(total > 0, ErrorClass::Argument,
                        "multinomial: invalid multinomial distribution (sum of probabilities <= 0)");
        for (std::int64_t i = 0; i < categories; ++i) share[i] /= total;
        share[categories - 1] = 1;
      }
      const std::lock_guard lock(generator.mutex_);
      for (std::int64_t row = 0; row < rows; ++row) {
        const C* const share = shares.data() + row * categories;
        for (std::int64_t i = 0; i < num_samples; ++i) {
          const double draw = generator.uniform_double();
          *to++ = std::lower_bound(share, share + categories, draw,
                                   [](C bound, double value) { return static_cast<double>(bound) < value; }) -
                  share;
        }
      }
    }
  });
  return out;
}

}  // namespace modecheck::engine
