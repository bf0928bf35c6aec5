#include "engine/backends/iterate/geometry.h"

#include <algorithm>
#include <utility>

#include "engine/core/tensor/wrapped_product.h"

namespace modecheck::engine::backends {

void Geometry::transpose(int a, int b) {
  if (a == b) return;
  std::swap(sizes[a], sizes[b]);
  std::swap(strides[a], strides[b]);
}

void Geometry::drop(int dimension) {
  sizes.erase(dimension);
  strides.erase(dimension);
}

void Geometry::squeeze() {
  for (int d = sizes.size() - 1; d >= 0; --d)
    if (sizes[d] == 1) drop(d);
}

void Geometry::squeeze(int dimension) {
  if (!sizes.empty() && sizes[dimension] == 1) drop(dimension);
}

void Geometry::unsqueeze(int dimension) {
  const std::int64_t stride = dimension < sizes.size() ? wrapped_product(sizes[dimension], strides[dimension]) : 1;
  sizes.insert(dimension, 1);
  strides.insert(dimension, stride);
}

void Geometry::select(int dimension, std::int64_t index) {
  offset = wrapped_sum(offset, wrapped_product(index, strides[dimension]));
  drop(dimension);
}

void Geometry::slice(int dimension, std::int64_t start, std::int64_t end, std::int64_t step) {
  offset = wrapped_sum(offset, wrapped_product(start, strides[dimension]));
  const std::int64_t length = end - start;
  sizes[dimension] = length / step + (length % step != 0 ? 1 : 0);
  strides[dimension] = wrapped_product(strides[dimension], step);
}

void Geometry::diagonal(std::int64_t which, int row, int column) {
  // The argument `diagonal` may be any int64. The code compares it and never negates it, because negation may overflow.
  const std::int64_t rows = sizes[row];
  const std::int64_t columns = sizes[column];
  std::int64_t length = 0;
  if (which >= 0) {
    if (which < columns) length = std::min(rows, columns - which);
    if (length > 0) offset = wrapped_sum(offset, wrapped_product(which, strides[column]));
  } else {
    if (which > -rows) length = std::min(rows + which, columns);
    if (length > 0) offset = wrapped_sum(offset, wrapped_product(-which, strides[row]));
  }
  const std::int64_t stride = wrapped_sum(strides[row], strides[column]);
  drop(std::max(row, column));
  drop(std::min(row, column));
  sizes.push_back(length);
  strides.push_back(stride);
}

bool expanded_geometry(DimSpan sizes, DimSpan strides, DimSpan target, Geometry& out, int& culprit) {
  const int rank = static_cast<int>(target.size());
  const int added = rank - static_cast<int>(sizes.size());
  out.sizes.resize(rank);
  out.strides.resize(rank);
  if (sizes.empty()) {
    // expand of a 0-dim tensor: every new dimension repeats the single element. The stride of the dimension is zero,
    // even if its size is one.
    for (int i = 0; i < rank; ++i) {
      culprit = i;
      if (target[static_cast<std::size_t>(i)] < 0) return false;
      out.sizes[i] = target[static_cast<std::size_t>(i)];
      out.strides[i] = 0;
    }
    return true;
  }
  for (int i = rank - 1; i >= 0; --i) {
    const int own = i - added;
    const auto at = static_cast<std::size_t>(own);
    std::int64_t size = own >= 0 ? sizes[at] : 1;
    std::int64_t stride = 1;
    if (own >= 0) {
      stride = strides[at];
    } else if (i + 1 < rank) {
      stride = wrapped_product(out.sizes[i + 1], out.strides[i + 1]);
    }
    std::int64_t wanted = target[static_cast<std::size_t>(i)];
    culprit = i;
    if (wanted == -1) {
      if (own < 0) return false;
      wanted = size;
    }
    if (wanted < 0) return false;
    if (size != wanted) {
      if (size != 1) return false;
      size = wanted;
      stride = 0;
    }
    out.sizes[i] = size;
    out.strides[i] = stride;
  }
  return true;
}

}  // namespace modecheck::engine::backends
