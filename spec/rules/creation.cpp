#include "spec/rules/creation.h"

#include <cmath>

namespace modecheck::spec {

ResultPlan plan_filled(const IntList& size, DType dtype) {
  ResultPlan plan;
  plan.result.dtype = dtype;
  const Sizes sizes = sizes_of(size);
  for (std::int64_t length : size) plan.reasons.add_if(length < 0, ErrorClass::Shape);
  if (plan.reasons.none()) set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_strided(const IntList& size, const IntList& stride, DType dtype) {
  ResultPlan plan = plan_filled(size, dtype);
  plan.reasons.add_if(size.size != stride.size, ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  for (int d = 0; d < stride.size; ++d) plan.result.strides[at(d)] = static_cast<std::int32_t>(stride[d]);
  return plan;
}

ResultPlan plan_filled_like(const Geometry& self, DType dtype, ScalarValue value) {
  ResultPlan plan;
  set_preserved(plan.result, self);
  plan.result.dtype = dtype;
  check_number(plan, dtype, value);
  return plan;
}

DType dtype_of_number(ScalarValue value) {
  if (value.kind == ScalarValue::Kind::Float) return DType::Float32;
  return value.kind == ScalarValue::Kind::Bool ? DType::Bool : DType::Int64;
}

ResultPlan plan_arange(const Arguments& arguments) {
  const ScalarValue start = arguments.scalar(0);
  const ScalarValue end = arguments.scalar(1);
  const ScalarValue step = arguments.scalar(2);
  const bool integral = start.kind != ScalarValue::Kind::Float && end.kind != ScalarValue::Kind::Float &&
                        step.kind != ScalarValue::Kind::Float;
  ResultPlan plan;
  plan.result.dtype = arguments.optional_dtype(3).value_or(integral ? DType::Int64 : DType::Float32);
  plan.reasons.add_if(plan.result.dtype == DType::Bool || is_complex(plan.result.dtype), ErrorClass::Dtype);
  // The numbers count as they were given, even where integers are asked for (upstream #149097, #182663).
  const double span = end.value - start.value;
  plan.reasons.add_if(step.value == 0 || (step.value > 0 ? span < 0 : span > 0), ErrorClass::Argument);
  if (!plan.reasons.none()) return plan;
  Sizes sizes;
  sizes.push(static_cast<std::int64_t>(std::ceil(span / step.value)));
  set_contiguous(plan.result, sizes);
  return plan;
}

}  // namespace modecheck::spec
