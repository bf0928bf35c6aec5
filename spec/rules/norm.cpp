#include "spec/rules/norm.h"

#include <cmath>

#include "spec/rules/reduction.h"

namespace modecheck::spec {
namespace {

// Of no elements there is no least one and no greatest one: only a sum has a value (pytorch issue 52783).
void check_identity(ResultPlan& plan, const Geometry& self, double order, const IntList& dims) {
  if (self.numel() != 0 || (order >= 0 && !std::isinf(order))) return;
  plan.reasons.add_if(dims.size == 0, ErrorClass::Range);
  for (const std::int64_t dim : dims) {
    const int along = wrapped_dim(dim, self.rank);
    plan.reasons.add_if(along >= 0 && self.rank > 0 && self.sizes[at(along)] == 0, ErrorClass::Range);
  }
}

}  // namespace

ResultPlan plan_norm(const CallTensors& tensors, std::optional<ScalarValue> order, const IntList& dims, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, part_of(self.dtype));
  plan.reasons.add_if(!is_differentiable(self.dtype), ErrorClass::Dtype);
  // A truth value is no order; where there is nothing to look at libtorch does not see it.
  if (order && order->kind == ScalarValue::Kind::Bool) {
    plan.reasons.add_if(self.numel() != 0, ErrorClass::Argument);
    if (self.numel() == 0) plan.leave_unspecified(Unspecified::EmptyInputChecks);
  } else if (order) {
    check_identity(plan, self, order->value, dims);
  }
  return plan;
}

ResultPlan plan_vector_norm(const CallTensors& tensors, ScalarValue order, const IntList& dims, bool keepdim,
                            std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  const DType dtype = asked.value_or(self.dtype);
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, part_of(dtype));
  const bool known = is_differentiable(self.dtype) && is_differentiable(dtype);
  const bool holds = is_complex(dtype) == is_complex(self.dtype) && promote(self.dtype, dtype) == dtype;
  plan.reasons.add_if(!known || !holds, ErrorClass::Dtype);
  check_identity(plan, self, order.value, dims);
  return plan;
}

}  // namespace modecheck::spec
