// Reductions of segments.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// segment_reduce. Lengths have to add up to what there is; offsets libtorch takes as they are.
ResultPlan plan_segments(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

}  // namespace modecheck::spec
