// Walking the elements of a Geometry.
#pragma once

#include <array>
#include <cstdint>

#include "spec/effect.h"

namespace modecheck::reference {

// More elements than any tensor of a program has, expanded ones included: sizes are at most 4 in at most kMaxRank
// dimensions, and results have at most kMaxStorageBytes bytes.
constexpr int kMaxElements = 1024;

using Offsets = std::array<std::int32_t, kMaxElements>;

// The place of every element, row-major, in elements of the dtype. Returns how many there are, -1 if too many.
inline int offsets_of(const spec::Geometry& geometry, Offsets& out) {
  int count = 1;
  out[0] = geometry.offset;
  for (std::size_t d = 0; d < geometry.rank; ++d) {
    const int size = geometry.sizes[d];
    const int stride = geometry.strides[d];
    if (size == 1) continue;
    if (count * size > kMaxElements) return -1;
    // From the back, so that what is still to be read is not overwritten.
    for (int i = count - 1; i >= 0; --i) {
      const int base = out[static_cast<std::size_t>(i)];
      for (int s = size - 1; s >= 0; --s) out[static_cast<std::size_t>(i * size + s)] = base + s * stride;
    }
    count *= size;
  }
  return count;
}

// The same tensor with the sizes of `shape`, as broadcasting reads it.
inline spec::Geometry broadcast_to(const spec::Geometry& tensor, const spec::Geometry& shape) {
  spec::Geometry out = tensor;
  out.rank = shape.rank;
  const int lead = shape.rank - tensor.rank;
  for (int d = 0; d < shape.rank; ++d) {
    const auto to = static_cast<std::size_t>(d);
    out.sizes[to] = shape.sizes[to];
    out.strides[to] = 0;
    if (d < lead) continue;
    const auto from = static_cast<std::size_t>(d - lead);
    if (tensor.sizes[from] == shape.sizes[to]) out.strides[to] = tensor.strides[from];
  }
  return out;
}

// The tensor with the dimensions of `last` (bit d: dimension d) moved behind all others, in their order.
inline spec::Geometry with_last(const spec::Geometry& tensor, unsigned last) {
  spec::Geometry out = tensor;
  std::size_t at = 0;
  for (unsigned pass = 0; pass < 2; ++pass) {
    for (std::size_t d = 0; d < tensor.rank; ++d) {
      if (((last >> d) & 1u) != pass) continue;
      out.sizes[at] = tensor.sizes[d];
      out.strides[at] = tensor.strides[d];
      ++at;
    }
  }
  return out;
}

}  // namespace modecheck::reference
