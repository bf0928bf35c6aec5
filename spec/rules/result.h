// What an operator makes of its arguments: dtype, sizes and strides of the result, and every reason why the arguments
// are wrong. The table of operators is in result.cpp; it asks the family that an operator belongs to
// (pointwise.h and its siblings).
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// The result of any operator that is no view and changes no metadata. Composites are not known here.
ResultPlan plan_result(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

}  // namespace modecheck::spec
