// Reductions of segments (segment_reduce), and of bags of rows named by indices (embedding_bag).
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// segment_reduce. Lengths must add up to the size of the data; libtorch does not check offsets.
ResultPlan plan_segments(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

// The inputs are weight, indices and offsets, then the sample weights if present. libtorch reads the vectors as
// contiguous, because its public function passes them so. Unspecified: other strides, sparse gradients, float16 (which
// has no gradient), bags that do not follow one another, and indices behind the last offset if that is the end. The
// size of the second result depends on the algorithm that libtorch uses for the first.
ResultPlan plan_embedding_bag(const CallTensors& tensors, const Arguments& arguments, const ValueWitness* witness);

}  // namespace modecheck::spec
