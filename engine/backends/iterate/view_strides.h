// Computes the strides with which `view`, `reshape` and dtype views show the elements of a tensor without a copy.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

enum class InferredSizes : std::uint8_t { Ok, TwoUnknown, Negative, Ambiguous, Invalid };

// Replaces a single -1 in `shape` by the size that follows from `elements`. Otherwise the result is an error:
//   TwoUnknown: `shape` has more than one -1.
//   Negative: `shape` has a size below -1, which `culprit` receives.
//   Ambiguous: there are no elements, so that any size could replace -1.
//   Invalid: the product of the sizes is not `elements`.
InferredSizes infer_sizes(DimSpan shape, std::int64_t elements, Dims& out, std::int64_t& culprit);

// Computes the strides with which a tensor of `sizes` and `strides` shows its elements, in the same order, as
// `new_sizes`. Returns false if a new dimension would span old dimensions that are not adjacent in memory, because a
// view is then impossible. Both shapes must have the same number of elements.
bool view_strides(DimSpan sizes, DimSpan strides, DimSpan new_sizes, Dims& out);

enum class DtypeView : std::uint8_t {
  Ok,
  ScalarToSmaller,     // a 0-dim tensor cannot be viewed as a dtype of another element size
  LastStrideNotOne,    // the elements of the last dimension are not adjacent in memory
  SizeNotDivisible,    // the bytes of the last dimension are not a whole number of elements of the new dtype
  OffsetNotDivisible,  // the storage offset in bytes is not a multiple of the new element size
  StrideNotDivisible,  // the stride of dimension `culprit` is not a multiple of the ratio of the element sizes
};

// Computes the geometry of a dtype view: elements of `old_bytes` bytes are read as elements of `new_bytes` bytes.
DtypeView dtype_view(DimSpan sizes, DimSpan strides, std::int64_t offset, int old_bytes, int new_bytes, Dims& new_sizes,
                     Dims& new_strides, std::int64_t& new_offset, int& culprit);

}  // namespace modecheck::engine::backends
