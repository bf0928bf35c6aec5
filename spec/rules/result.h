// What an operator makes of its arguments: dtype, sizes and strides of the result, and every reason why the arguments
// are wrong. spec/rules/rows has one row for each operator, by family; spec/rules/table.cpp joins them.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// The result of any operator that is no view and changes no metadata. Composites are not known here.
ResultPlan plan_result(const Record& record, const CallTensors& tensors, const ValueWitness* witness);

}  // namespace modecheck::spec
