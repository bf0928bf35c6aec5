// Reading the same elements under other sizes without copying: `view`, `reshape`, dtype views.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

enum class InferredSizes : std::uint8_t { Ok, TwoUnknown, Negative, Ambiguous, Invalid };

// Replaces a single -1 in `shape` by what `elements` leave for it.
//   TwoUnknown: more than one -1. Negative: a size below -1. Ambiguous: no elements, so -1 could be anything.
//   Invalid: the sizes do not hold `elements`. `culprit` is the index or the size that a message should show.
InferredSizes infer_sizes(DimSpan shape, std::int64_t elements, Dims& out, std::int64_t& culprit);

// The strides that make the elements of (sizes, strides) appear, in the same order, as `new_sizes`. False if there are
// none: a new dimension would span old ones that do not follow each other in memory. Both shapes hold equally many.
bool view_strides(DimSpan sizes, DimSpan strides, DimSpan new_sizes, Dims& out);

enum class DtypeView : std::uint8_t {
  Ok,
  ScalarToSmaller,     // rank 0 cannot change its element size
  LastStrideNotOne,    // the bytes of the last dimension are not adjacent
  SizeNotDivisible,    // the last dimension does not hold a whole number of new elements
  OffsetNotDivisible,  // the first element is not at a whole new element
  StrideNotDivisible,  // `culprit` is the dimension
};

// The sizes, strides and offset of a tensor of elements of `old_bytes` read as elements of `new_bytes`.
DtypeView dtype_view(DimSpan sizes, DimSpan strides, std::int64_t offset, int old_bytes, int new_bytes, Dims& new_sizes,
                     Dims& new_strides, std::int64_t& new_offset, int& culprit);

}  // namespace modecheck::engine::backends
