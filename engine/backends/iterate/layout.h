// Decides which memory layout sizes and strides describe: contiguous, dense or channels-last.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

// Computes the strides of a contiguous tensor. A size of zero counts as one, so that strides stay positive.
void contiguous_strides(DimSpan sizes, Dims& strides);

// Returns true if the strides are those of a contiguous tensor. Strides of dimensions of size one do not matter, and a
// tensor without elements is contiguous.
bool is_contiguous(DimSpan sizes, DimSpan strides);

// Returns true if every element has its own memory and there are no gaps, that is, if some permutation of the
// dimensions is row-major.
bool is_non_overlapping_and_dense(DimSpan sizes, DimSpan strides);

// Computes the strides of the channels-last layouts: NHWC (rank 4) and NDHWC (rank 5).
void channels_last_strides(DimSpan sizes, Dims& strides);
bool is_channels_last_contiguous(DimSpan sizes, DimSpan strides);
// Returns true if the strides have channels-last order, even if there are gaps between elements. suggest_memory_format
// returns channels-last in this case.
bool strides_suggest_channels_last(DimSpan sizes, DimSpan strides);

// Computes dense strides in the order of the tensor's own strides. A copy with torch.preserve_format of an expanded or
// sliced tensor gets these strides.
void dense_strides_like(DimSpan sizes, DimSpan strides, Dims& out);

// Computes the strides of a copy with torch.preserve_format. A dense tensor keeps its own strides, and other tensors
// get those of dense_strides_like.
void preserved_strides(DimSpan sizes, DimSpan strides, Dims& out);

}  // namespace modecheck::engine::backends
