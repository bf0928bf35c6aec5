// Operators that pick elements by value, by mask or by position, and operators that move them elsewhere.
#pragma once

#include <cstdint>

#include "spec/program/arguments.h"
#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// max and min of a whole tensor.
ResultPlan plan_extreme_of_all(const CallTensors& tensors);
ResultPlan plan_median_of_all(const CallTensors& tensors);
ResultPlan plan_trace(const CallTensors& tensors);
// The result has one element for each true element of the broadcast mask.
ResultPlan plan_masked_select(const CallTensors& tensors, const ValueWitness* witness);
ResultPlan plan_take(const CallTensors& tensors, const ValueWitness* witness);
ResultPlan plan_roll(const Geometry& self, const IntList& shifts, const IntList& dims);
ResultPlan plan_diag_embed(const Geometry& self, std::int64_t offset, std::int64_t dim1, std::int64_t dim2);
ResultPlan plan_logcumsumexp(const CallTensors& tensors, std::int64_t dim);
ResultPlan plan_threshold(const CallTensors& tensors, ScalarValue limit, ScalarValue value);

}  // namespace modecheck::spec
