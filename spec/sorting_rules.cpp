#include "spec/sorting_rules.h"

#include "spec/reduction_rules.h"

namespace modecheck::spec {
namespace {

// What has the sizes of the values says of each where it was.
void add_places(ResultPlan& plan) {
  plan.others[0] = plan.result;
  plan.others[0].dtype = DType::Int64;
}

// The number of elements along a dimension that exists.
std::int64_t length_along(const Geometry& self, std::int64_t dim) {
  return self.rank == 0 ? 1 : self.sizes[at(wrapped_dim(dim, self.rank))];
}

// One element along the dimension, of at least one.
ResultPlan plan_one_along(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_reduction(tensors, one_dim(dim), keepdim, self.dtype);
  if (!plan.reasons.none()) return plan;
  plan.reasons.add_if(length_along(self, dim) == 0, ErrorClass::Range);
  add_places(plan);
  return plan;
}

// Where nothing is compared, libtorch takes complex numbers, but not for a derivative (L).
void ask_of_no_uncompared_complex(ResultPlan& plan, const Geometry& self) {
  if (is_complex(self.dtype) && (self.rank == 0 || self.numel() == 0)) plan.unanswered = true;
}

// What the CPU puts in order; not all that have one (L).
bool is_ordered(DType dtype) { return !is_complex(dtype) && dtype != DType::Bool && dtype != DType::Float16; }

}  // namespace

ResultPlan plan_extreme_along(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  ResultPlan plan = plan_one_along(tensors, dim, keepdim);
  plan.reasons.add_if(is_complex(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_sort(const CallTensors& tensors, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  plan.reasons.add_if(self.rank > 0 && is_complex(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  set_preserved(plan.result, self);
  add_places(plan);
  return plan;
}

ResultPlan plan_topk(const CallTensors& tensors, std::int64_t k, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  const int along = wrapped_dim(dim, self.rank);
  if (along < 0) {
    plan.reasons.add(ErrorClass::Range);
    return plan;
  }
  plan.reasons.add_if(k < 0 || k > length_along(self, dim), ErrorClass::Argument);
  plan.reasons.add_if(self.rank > 0 && !is_ordered(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  if (!plan.reasons.none()) return plan;
  Sizes sizes = sizes_of(self);
  if (self.rank > 0) sizes[along] = k;
  set_contiguous(plan.result, sizes);
  add_places(plan);
  return plan;
}

ResultPlan plan_kthvalue(const CallTensors& tensors, std::int64_t k, std::int64_t dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_one_along(tensors, dim, keepdim);
  if (!plan.reasons.none()) return plan;
  plan.reasons.add_if(k < 1 || k > length_along(self, dim), ErrorClass::Argument);
  plan.reasons.add_if(self.rank > 0 && !is_ordered(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  return plan;
}

ResultPlan plan_cumulative_extreme(const CallTensors& tensors, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  const bool known = !is_complex(self.dtype) && self.dtype != DType::Float16;
  plan.reasons.add_if(self.rank > 0 && self.numel() > 0 && !known, ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  set_contiguous(plan.result, sizes_of(self));
  add_places(plan);
  return plan;
}

ResultPlan plan_median(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  ResultPlan plan = plan_one_along(tensors, dim, keepdim);
  plan.reasons.add_if(!is_ordered(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return plan;
}

}  // namespace modecheck::spec
