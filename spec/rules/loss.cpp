#include "spec/rules/loss.h"

#include <algorithm>

#include "spec/rules/pointwise.h"

namespace modecheck::spec {
namespace {

// The result is one number, in memory that was allocated for all elements.
void reduce_in_place(ResultPlan& plan) {
  const std::int64_t count = plan.result.numel();
  if (count * item_size(plan.result.dtype) > kMaxStorageBytes) plan.beyond_limits = Unspecified::StorageTooLarge;
  plan.spare_of_first = static_cast<std::int32_t>(std::max<std::int64_t>(count, 1) - 1);
  set_contiguous(plan.result, {});
}

bool is_known(DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; }

}  // namespace

ResultPlan plan_loss(const CallTensors& tensors, std::int64_t reduction, bool bfloat) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
  const DType dtype = plan.result.dtype;
  plan.reasons.add_if(!is_floating(dtype) || (dtype == DType::BFloat16 && !bfloat), ErrorClass::Dtype);
  if (!plan.reasons.none() || plan.is_beyond_limits() || reduction == 0) return plan;
  reduce_in_place(plan);
  return plan;
}

ResultPlan plan_huber_loss(const CallTensors& tensors, std::int64_t reduction, double delta) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
  const DType computed = plan.result.dtype;
  plan.reasons.add_if(delta <= 0, ErrorClass::Argument);
  plan.reasons.add_if(!is_floating(computed) || !is_floating(self.dtype), ErrorClass::Dtype);
  plan.result.dtype = self.dtype;
  if (!plan.reasons.none() || plan.is_beyond_limits()) return plan;
  if (plan.result.numel() * item_size(self.dtype) > kMaxStorageBytes) plan.beyond_limits = Unspecified::StorageTooLarge;
  if (same_sizes(plan.result, self)) set_preserved(plan.result, self);
  // A result without elements keeps the memory that libtorch allocated for its first shape.
  else if (plan.result.numel() == 0)
    plan.leave_unspecified(Unspecified::LayoutWithoutElements);
  plan.result.dtype = self.dtype;
  if (reduction != 0) set_contiguous(plan.result, {});
  return plan;
}

ResultPlan plan_binary_cross_entropy(const CallTensors& tensors, std::int64_t reduction, const ValueWitness* witness) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& target = tensors.inputs[1];
  ResultPlan plan;
  plan.reasons.add_if(!is_known(self.dtype) || target.dtype != self.dtype, ErrorClass::Dtype);
  // libtorch squeezes both arguments before it compares shapes, and broadcasts; its documentation requires one shape.
  if (!same_sizes(self, target)) plan.leave_unspecified(Unspecified::LossTargetShape);
  if (tensors.inputs.count > 2) {
    const Geometry& weight = tensors.inputs[2];
    plan.reasons.add_if(!is_expandable_to(sizes_of(weight), sizes_of(self)), ErrorClass::Shape);
    // libtorch multiplies the loss by the weight, which works for some dtypes only.
    if (weight.dtype != self.dtype) plan.leave_unspecified(Unspecified::MixedDtypes);
  }
  set_preserved(plan.result, self);
  plan.result.dtype = self.dtype;
  if (!is_known(self.dtype) || target.dtype != self.dtype || plan.is_unspecified()) return plan;
  // This check comes before those of the weight.
  if (self.numel() != 0) {
    if (witness == nullptr)
      plan.leave_unspecified(Unspecified::ValuesNotKnown);
    else
      for (const Geometry* const probabilities : {&self, &target})  // pytorch issue 87373
        plan.reasons.add_if(!witness->all_between(*probabilities, 0, 1), ErrorClass::Argument);
  }
  if (!plan.reasons.none()) return plan;
  if (reduction != 0) {
    // The element losses stay in the storage behind their mean or sum: no rule says what those bytes are.
    if (self.numel() > 1) plan.leave_unspecified(Unspecified::BytesBeyondTheResult);
    reduce_in_place(plan);
  }
  return plan;
}

ResultPlan plan_nll_loss(const CallTensors& tensors, std::int64_t reduction, std::int64_t ignored,
                         const ValueWitness* witness) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& target = tensors.inputs[1];
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(self.rank == 0 || self.rank > 2, ErrorClass::Shape);
  plan.reasons.add_if(target.rank > 1, ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  const std::int64_t classes = self.sizes[at(self.rank - 1)];
  // For other ranks libtorch counts classes as samples, or fails for a missing dimension.
  if (self.rank - 1 != target.rank)
    plan.leave_unspecified(Unspecified::LossTargetShape);
  else if (self.rank == 2)
    plan.reasons.add_if(self.sizes[0] != target.sizes[0], ErrorClass::Shape);
  plan.reasons.add_if(!is_known(self.dtype) && self.dtype != DType::BFloat16, ErrorClass::Dtype);
  // uint8 targets are accepted, as indices were in old versions.
  bool dtypes_fit = target.dtype == DType::Int64 || target.dtype == DType::UInt8;
  if (tensors.inputs.count > 2) {
    const Geometry& weight = tensors.inputs[2];
    plan.reasons.add_if(weight.rank != 1 || weight.sizes[0] != classes, ErrorClass::Shape);
    dtypes_fit = dtypes_fit && weight.dtype == self.dtype;
  }
  plan.reasons.add_if(!dtypes_fit, ErrorClass::Dtype);
  // Without targets no library checks their dtype.
  if (target.numel() == 0 && !dtypes_fit) plan.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!plan.reasons.none() || plan.is_unspecified()) return plan;
  if (target.numel() > 0 && witness != nullptr && !witness->all_within(target, 0, classes)) {
    // A target out of range may be the ignored class.
    if (ignored >= 0 && ignored < classes)
      plan.reasons.add(ErrorClass::Range);
    else
      plan.leave_unspecified(Unspecified::IgnoredClassOutOfRange);
  }
  Sizes sizes;
  if (reduction == 0 && self.rank == 2) sizes.push(self.sizes[0]);
  set_contiguous(plan.result, sizes);
  plan.others[0].dtype = self.dtype;
  set_contiguous(plan.others[0], {});
  return plan;
}

}  // namespace modecheck::spec
