// What sizes and strides say about the memory layout: contiguous, dense, channels-last.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

// Row-major strides; a size of zero counts as one, so that strides stay positive.
void contiguous_strides(DimSpan sizes, Dims& strides);

// Row-major, ignoring the strides of dimensions of size one; a tensor without elements is contiguous.
bool is_contiguous(DimSpan sizes, DimSpan strides);

// Returns true if every element has its own memory and there are no gaps, that is, if some permutation of the
// dimensions is row-major.
bool is_non_overlapping_and_dense(DimSpan sizes, DimSpan strides);

// The channels-last layouts: NHWC (rank 4) and NDHWC (rank 5).
void channels_last_strides(DimSpan sizes, Dims& strides);
bool is_channels_last_contiguous(DimSpan sizes, DimSpan strides);
// Returns true if the strides have channels-last order, dense or not; this decides suggest_memory_format.
bool strides_suggest_channels_last(DimSpan sizes, DimSpan strides);

// Dense strides in the order of the tensor's own strides: the format of a copy with torch.preserve_format of an
// expanded or sliced tensor.
void dense_strides_like(DimSpan sizes, DimSpan strides, Dims& out);

// Strides of a copy with torch.preserve_format: the tensor's own if it is dense, else those of dense_strides_like.
void preserved_strides(DimSpan sizes, DimSpan strides, Dims& out);

}  // namespace modecheck::engine::backends
