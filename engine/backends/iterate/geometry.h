// Where a view's elements are: sizes, strides and offset, and what each view operator does to them.
//
// Arguments are already checked: dimensions are counted from the front and in range, indices are in range.
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
  // Drops a dimension; its size and stride no longer matter.
  void drop(int dimension);
  void squeeze();
  void squeeze(int dimension);
  void unsqueeze(int dimension);
  void select(int dimension, std::int64_t index);
  // Elements start, start + step, ... below end; 0 <= start <= end <= size and step > 0.
  void slice(int dimension, std::int64_t start, std::int64_t end, std::int64_t step);
  // Negative diagonals lie below the main one. The diagonal becomes the last dimension.
  void diagonal(std::int64_t diagonal, int row, int column);
};

// `expand`: what size each dimension gets. False, with the offending dimension of `target`, if it cannot.
// A new leading dimension of size one gets the stride that it would have in a contiguous tensor.
bool expanded_geometry(DimSpan sizes, DimSpan strides, DimSpan target, Geometry& out, int& culprit);

}  // namespace modecheck::engine::backends
