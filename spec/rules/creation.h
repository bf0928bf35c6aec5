// Operators that make tensors from numbers.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_filled(const IntList& size, DType dtype);

// Laid out as it is told to be; elements may share a place.
ResultPlan plan_strided(const IntList& size, const IntList& stride, DType dtype);

// It lies as what it is like.
ResultPlan plan_filled_like(const Geometry& self, DType dtype, ScalarValue value);

DType dtype_of_number(ScalarValue value);

ResultPlan plan_arange(const Arguments& arguments);

}  // namespace modecheck::spec
