// Reductions of segments, and of bags of rows that numbers name.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// segment_reduce. Lengths have to add up to what there is; offsets libtorch takes as they are.
ResultPlan plan_segments(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

// Behind weight, indices and offsets stand the weights of the samples, if they are there. libtorch's public function
// hands over vectors that lie densely, and so it reads them: of others there is no answer. Neither is there one for
// sparse gradients, for float16, which has no gradient, for bags that do not follow one another, and for indices behind
// the last offset if that is the end. How large the second result is follows from how libtorch computes the first.
ResultPlan plan_embedding_bag(const CallTensors& tensors, const Arguments& arguments, const ValueWitness* witness);

}  // namespace modecheck::spec
