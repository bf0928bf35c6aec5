// Broadcasts shapes: aligns two lists of sizes at the last dimension, and expands sizes of one.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

// The reason why two shapes do not broadcast: in `dimension` of the result, the first shape has `size_a` and the second
// `size_b`.
struct BroadcastMismatch {
  std::int64_t size_a = 0;
  std::int64_t size_b = 0;
  int dimension = 0;
};

// Replaces `shape` by the broadcast of `shape` and `other`. Returns false and sets `mismatch` if the two do not
// broadcast.
bool broadcast_into(Dims& shape, DimSpan other, BroadcastMismatch& mismatch);

// Returns true if a tensor of `sizes` can be expanded to exactly `shape`.
bool broadcasts_to(DimSpan sizes, DimSpan shape);

// Computes the strides of a tensor after it has been expanded to `shape`. `sizes` and `strides` describe the tensor
// before the expansion. Call only if broadcasts_to is true.
void expanded_strides(DimSpan sizes, DimSpan strides, DimSpan shape, Dims& out);

}  // namespace modecheck::engine::backends
