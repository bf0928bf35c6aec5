// Shows the elements of a tensor with other sizes without a copy, for `view`, `reshape` and dtype views.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

enum class InferredSizes : std::uint8_t { Ok, TwoUnknown, Negative, Ambiguous, Invalid };

// Replaces a single -1 in `shape` by the size that follows from `elements`.
//   TwoUnknown: there is more than one -1. Negative: a size below -1, which `culprit` holds.
//   Ambiguous: no elements, so -1 could be anything. Invalid: the sizes do not multiply to `elements`.
InferredSizes infer_sizes(DimSpan shape, std::int64_t elements, Dims& out, std::int64_t& culprit);

// Computes the strides with which a tensor of `sizes` and `strides` shows its elements, in the same order, as
// `new_sizes`. Returns false if a new dimension would span old ones that are not adjacent in memory: then a view is
// impossible. Both shapes must have the same number of elements.
bool view_strides(DimSpan sizes, DimSpan strides, DimSpan new_sizes, Dims& out);

enum class DtypeView : std::uint8_t {
  Ok,
  ScalarToSmaller,     // a 0-dim tensor cannot change its element size
  LastStrideNotOne,    // the bytes of the last dimension are not adjacent
  SizeNotDivisible,    // the last dimension does not hold a whole number of new elements
  OffsetNotDivisible,  // the offset is not a multiple of the new element size
  StrideNotDivisible,  // the stride of dimension `culprit` is not a multiple of the ratio of the element sizes
};

// Computes the geometry of a dtype view: elements of `old_bytes` bytes are read as elements of `new_bytes` bytes.
DtypeView dtype_view(DimSpan sizes, DimSpan strides, std::int64_t offset, int old_bytes, int new_bytes, Dims& new_sizes,
                     Dims& new_strides, std::int64_t& new_offset, int& culprit);

}  // namespace modecheck::engine::backends
