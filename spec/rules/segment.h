// Reductions of segments (segment_reduce), and of bags of rows named by indices (embedding_bag).
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// segment_reduce. Lengths must add up to the size of the data; libtorch does not check offsets.
OutputMeta infer_segments(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

// The inputs are weight, indices and offsets, then the sample weights if present. libtorch reads the vectors as
// contiguous, because its public function passes them so. Unspecified: other strides, sparse gradients, float16 (which
// has no gradient), bags that do not follow one another, and indices behind the last offset if that is the end. The
// size of the second result depends on the algorithm that libtorch uses for the first.
OutputMeta infer_embedding_bag(const CallTensors& tensors, const Arguments& arguments, const ValueOracle* oracle);

}  // namespace modecheck::spec
