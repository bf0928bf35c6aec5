// Computes the sizes that two tensors broadcast to.
#pragma once

#include <algorithm>

#include "spec/interface/effect.h"

namespace modecheck::reference {

// Returns a contiguous (row-major) geometry. The caller has checked that the tensors can be broadcast together.
inline spec::Geometry common_sizes(const spec::Geometry& a, const spec::Geometry& b) {
  spec::Geometry out;
  out.rank = std::max(a.rank, b.rank);
  std::int32_t block = 1;
  for (std::size_t i = 0; i < out.rank; ++i) {
    const std::size_t d = out.rank - 1 - i;
    const std::int32_t of_a = i < a.rank ? a.sizes[a.rank - 1 - i] : 1;
    const std::int32_t of_b = i < b.rank ? b.sizes[b.rank - 1 - i] : 1;
    out.sizes[d] = of_a == 1 ? of_b : of_a;
    out.strides[d] = block;
    block *= std::max(out.sizes[d], 1);
  }
  return out;
}

}  // namespace modecheck::reference
