// Reading and writing where tensors of indices say. Of int64 they are places, counted from the end where they are
// negative; a mask over some dimensions stands for its true places. They broadcast to one shape, which takes the place
// of the dimensions that are indexed, or comes first if those are not adjacent. What is wrong with indices is of the
// class Range. The model has no answer for bytes as masks, which are deprecated, for truth values without dimensions,
// and for what stands for a whole dimension where masks have left none.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// How many rows there are the values say.
ResultPlan plan_nonzero(const CallTensors& tensors, const ValueWitness* witness);

ResultPlan plan_index(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

// `values` broadcast to what the indices name. libtorch fills by a mask, other than by places, with a single number of
// any dtype and any rank: whether that may be has no answer. What is read where it is written has none either.
ResultPlan plan_index_put(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

}  // namespace modecheck::spec
