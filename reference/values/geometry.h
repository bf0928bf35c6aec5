// Finds the index into the storage of each element of a Geometry (a tensor's sizes, strides and offset). Also computes
// with sizes and indices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "spec/interface/effect.h"
#include "spec/program/limits.h"

namespace modecheck::reference {

using spec::kMaxElements;

using Offsets = std::array<std::int32_t, kMaxElements>;

// For each element of a tensor, in row-major order, its index into the storage, counted in elements of the dtype. In a
// dense tensor, element i has the index `first + i`. In all others it has the index `offsets[i]`.
struct Places {
  int count = 0;
  int first = 0;
  bool dense = true;
  Offsets offsets;

  std::size_t operator[](std::size_t i) const {
    return static_cast<std::size_t>(dense ? first + static_cast<int>(i) : offsets[i]);
  }
};

// Writes the storage indices of the tensor's elements to `out`. Throws std::length_error if the tensor has more than
// kMaxElements elements.
inline void find_places(const spec::Geometry& geometry, Places& out) {
  int count = 1;
  bool dense = true;
  for (std::size_t d = geometry.rank; d-- > 0;) {
    if (geometry.sizes[d] == 1) continue;
    dense &= geometry.strides[d] == count;
    count *= geometry.sizes[d];
  }
  if (count > kMaxElements) throw std::length_error("reference: a tensor of more than 1024 elements");
  out.count = count;
  out.first = geometry.offset;
  out.dense = dense;
  if (dense || count == 0) return;
  out.offsets[0] = geometry.offset;
  count = 1;
  for (std::size_t d = 0; d < geometry.rank; ++d) {
    const int size = geometry.sizes[d];
    const int stride = geometry.strides[d];
    if (size == 1) continue;
    // The loop runs backwards, because it writes new offsets over old ones that it has already read.
    for (int i = count - 1; i >= 0; --i) {
      const int base = out.offsets[static_cast<std::size_t>(i)];
      for (int s = size - 1; s >= 0; --s)
        out.offsets[static_cast<std::size_t>(i) * static_cast<std::size_t>(size) + static_cast<std::size_t>(s)] =
            base + s * stride;
    }
    count *= size;
  }
}

inline bool same_sizes(const spec::Geometry& a, const spec::Geometry& b) {
  if (a.rank != b.rank) return false;
  for (std::size_t d = 0; d < a.rank; ++d)
    if (a.sizes[d] != b.sizes[d]) return false;
  return true;
}

// Returns the view of `tensor` that is expanded to the sizes of `shape`. An expanded dimension has stride 0.
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

// Returns the sizes to which two tensors broadcast, as a row-major geometry. The caller must have checked that the
// tensors can be broadcast together.
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

// Returns the dimension that a dimension argument names; a negative argument counts from the end. For a tensor without
// dimensions it accepts 0 and -1, like PyTorch.
inline std::size_t wrap_dimension(std::int64_t dim, int rank) {
  return static_cast<std::size_t>(dim < 0 ? dim + (rank > 0 ? rank : 1) : dim);
}

// Returns the size of a dimension, which is counted from the end: 1 is the last dimension.
inline std::size_t last_size(const spec::Geometry& shape, int from_the_end) {
  return static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(shape.rank - from_the_end)]);
}

// Returns the product of the sizes of the dimensions `begin` to `end` - 1.
inline std::size_t elements_between(const spec::Geometry& shape, std::size_t begin, std::size_t end) {
  std::size_t out = 1;
  for (std::size_t d = begin; d < end; ++d) out *= static_cast<std::size_t>(shape.sizes[d]);
  return out;
}

// The indices of an element: one index for each dimension of its tensor.
using Position = std::array<std::int64_t, spec::kMaxRank>;

// Returns the indices of the element with this row-major number.
inline Position position_of(const spec::Geometry& shape, std::size_t element) {
  Position out{};
  auto rest = static_cast<std::int64_t>(element);
  for (std::size_t d = shape.rank; d-- > 0; rest /= shape.sizes[d]) out[d] = rest % shape.sizes[d];
  return out;
}

// Returns the row-major number of the element with these indices.
inline std::size_t element_at(const spec::Geometry& shape, const Position& position) {
  std::int64_t out = 0;
  for (std::size_t d = 0; d < shape.rank; ++d) out = out * shape.sizes[d] + position[d];
  return static_cast<std::size_t>(out);
}

// Returns a view in which the dimensions of the set `last` (bit d stands for dimension d) come after all other
// dimensions. Within the set and outside it, dimensions keep their order.
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
