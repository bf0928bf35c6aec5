// Sizes, strides and offset of a view, and how each view operator changes them. Arguments are already checked:
// dimensions are non-negative and in range, and so are indices.
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
  // Drops a dimension, whatever its size and stride.
  void drop(int dimension);
  void squeeze();
  void squeeze(int dimension);
  void unsqueeze(int dimension);
  void select(int dimension, std::int64_t index);
  // Keeps elements start, start + step, ... below end; 0 <= start <= end <= size and step > 0.
  void slice(int dimension, std::int64_t start, std::int64_t end, std::int64_t step);
  // Negative diagonals lie below the main one. The diagonal becomes the last dimension.
  void diagonal(std::int64_t diagonal, int row, int column);
};

// `expand`: computes the geometry for the sizes `target`, in which -1 keeps a size. Returns false, with the offending
// dimension of `target` in `culprit`, if a size cannot be expanded. A new leading dimension of size one gets the stride
// that it would have in a contiguous tensor.
bool expanded_geometry(DimSpan sizes, DimSpan strides, DimSpan target, Geometry& out, int& culprit);

}  // namespace modecheck::engine::backends
