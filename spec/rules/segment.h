// Rules for reductions of segments (segment_reduce), and of bags of rows that indices name (embedding_bag).
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata for segment_reduce. Lengths must add up to the size of the data; libtorch does not check
// offsets.
OutputMeta infer_segments(const Record& record, const CallTensors& tensors, const ValueOracle* oracle);

// Infers the result's metadata for _embedding_bag. The inputs are weight, indices and offsets, then the sample weights
// if present. libtorch reads the vectors as contiguous, because its public function passes contiguous ones. These cases
// are unspecified: other strides, sparse gradients, float16 (which has no gradient), and bags that do not follow one
// another. With include_last_offset, the last offset is the end of the last bag, and indices behind this end are
// unspecified, too. The size of the second result depends on the algorithm that libtorch uses for the first.
OutputMeta infer_embedding_bag(const CallTensors& tensors, const Arguments& arguments, const ValueOracle* oracle);

}  // namespace modecheck::spec
