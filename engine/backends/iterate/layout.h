// What sizes and strides say about the memory beneath: contiguous, dense, channels-last.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

// Row-major strides; a size of zero counts as one, so that strides stay positive.
void contiguous_strides(DimSpan sizes, Dims& strides);

// Row-major, ignoring the strides of dimensions of size one; a tensor without elements is contiguous.
bool is_contiguous(DimSpan sizes, DimSpan strides);

// Every element has a place of its own and the places leave no gap: some permutation of the dimensions is row-major.
bool is_non_overlapping_and_dense(DimSpan sizes, DimSpan strides);

// NHWC (rank 4) and NDHWC (rank 5) layouts.
void channels_last_strides(DimSpan sizes, Dims& strides);
bool is_channels_last_contiguous(DimSpan sizes, DimSpan strides);
// Looks like channels-last without being dense: what "suggested memory format" means.
bool strides_suggest_channels_last(DimSpan sizes, DimSpan strides);

// The dense strides that keep the order of the dimensions of a tensor that is not dense itself: what a copy "preserving
// the format" of an expanded or sliced tensor gets.
void dense_strides_like(DimSpan sizes, DimSpan strides, Dims& out);

// The strides of a copy that preserves the format: the tensor's own if it is dense, else dense_strides_like.
void preserved_strides(DimSpan sizes, DimSpan strides, Dims& out);

}  // namespace modecheck::engine::backends
