// Computes the sizes, strides and storage offset of the result of each view operator. The caller has checked the
// arguments: dimensions are non-negative and in range, and so are indices.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

struct Geometry {
  Dims sizes;
  Dims strides;
  std::int64_t offset = 0;

  Geometry() = default;
  Geometry(DimSpan the_sizes, DimSpan the_strides, std::int64_t the_offset)
      : sizes(the_sizes), strides(the_strides), offset(the_offset) {}

  void transpose(int a, int b);
  // Removes a dimension from the geometry, whatever its size and stride.
  void drop(int dimension);
  void squeeze();
  void squeeze(int dimension);
  void unsqueeze(int dimension);
  void select(int dimension, std::int64_t index);
  // Keeps the elements start, start + step, ... below `end` of a dimension. The caller ensures 0 <= start <= end <=
  // size and step > 0.
  void slice(int dimension, std::int64_t start, std::int64_t end, std::int64_t step);
  // Replaces the dimensions `row` and `column` by the diagonal, which becomes the last dimension. A negative `diagonal`
  // means a diagonal below the main one.
  void diagonal(std::int64_t diagonal, int row, int column);
};

// Computes the geometry of `expand` for the sizes `target`, in which -1 keeps a size. If a size cannot be expanded,
// returns false and sets `culprit` to its dimension in `target`. A new leading dimension of size one gets the stride
// that it would have in a contiguous tensor.
bool expanded_geometry(DimSpan sizes, DimSpan strides, DimSpan target, Geometry& out, int& culprit);

}  // namespace modecheck::engine::backends
