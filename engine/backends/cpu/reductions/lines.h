// Defines for_each_line, which visits the rows of a tensor along one dimension. A row (here called line) consists of
// the elements whose indices differ in that dimension only.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Calls line(offset, other_offset, index) for each row along `dimension`. The offsets, in elements, are those of the
// row's first element in `self` and in `other`, which has the same sizes. `index` numbers the rows in row-major order
// of the other dimensions. Large tensors are visited from several threads at once. A 0-dim tensor is one row, and a
// tensor without elements has no rows.
template <typename Line>
void for_each_line(const at::Tensor& self, const at::Tensor& other, std::int64_t dimension, const Line& line) {
  const int rank = static_cast<int>(self.dim());
  const std::int64_t length = rank == 0 ? 1 : self.sizes()[static_cast<std::size_t>(dimension)];
  if (self.numel() == 0) return;
  const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / length);
  parallel_for(self.numel() / length, grain, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t position[max_dims];
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t rest = begin;
    for (int d = rank - 1; d >= 0; --d) {
      if (d == dimension) continue;
      const auto at = static_cast<std::size_t>(d);
      position[d] = rest % self.sizes()[at];
      rest /= self.sizes()[at];
      from += self.strides()[at] * position[d];
      to += other.strides()[at] * position[d];
    }
    for (std::int64_t index = begin; index < end; ++index) {
      line(from, to, index);
      for (int d = rank - 1; d >= 0; --d) {
        if (d == dimension) continue;
        const auto at = static_cast<std::size_t>(d);
        from += self.strides()[at];
        to += other.strides()[at];
        if (++position[d] < self.sizes()[at]) break;
        from -= self.strides()[at] * position[d];
        to -= other.strides()[at] * position[d];
        position[d] = 0;
      }
    }
  });
}

}  // namespace modecheck::engine::backends
