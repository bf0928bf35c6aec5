// Broadcasting of shapes: sizes are aligned at the last dimension, and a size of one expands.
#pragma once

#include "engine/backends/iterate/dims.h"

namespace modecheck::engine::backends {

// Why two shapes do not broadcast: at `dimension` of the result, one has `size_a` and the other `size_b`.
struct BroadcastMismatch {
  std::int64_t size_a = 0;
  std::int64_t size_b = 0;
  int dimension = 0;
};

// Replaces `shape` by the broadcast of itself and `other`. Returns false and sets `mismatch` if they do not broadcast.
bool broadcast_into(Dims& shape, DimSpan other, BroadcastMismatch& mismatch);

// Returns true if a tensor of `sizes` can be expanded to exactly `shape`.
bool broadcasts_to(DimSpan sizes, DimSpan shape);

// Computes the strides with which a tensor of `sizes` and `strides` is read as a tensor of the broadcast `shape`. Call
// only if broadcasts_to is true.
void expanded_strides(DimSpan sizes, DimSpan strides, DimSpan shape, Dims& out);

}  // namespace modecheck::engine::backends
