#include "spec/rules/result_plan.h"

namespace modecheck::spec {

void give_contiguous(ResultPlan& plan, const CallTensors& tensors, const Sizes& sizes) {
  if (sizes.rank > kMaxRank) {
    plan.beyond_limits = Unspecified::TooManyDimensions;
    return;
  }
  set_contiguous(plan.result, sizes);
  if (tensors.out) plan.resizes = sizes_of(*tensors.target) != sizes;
}

void demand_out_dtype(ResultPlan& plan, const CallTensors& tensors) {
  if (tensors.out) plan.reasons.add_if(tensors.target->dtype != plan.result.dtype, ErrorClass::Dtype);
}

ResultPlan plan_into_out(ResultPlan plan, const CallTensors& tensors) {
  if (plan.is_beyond_limits()) return plan;
  const Geometry& out = *tensors.target;
  demand_out_dtype(plan, tensors);
  // Libraries compute in the output itself, and differ in how they read inputs that overlap it.
  for (int i = 0; i < tensors.inputs.count; ++i)
    if (tensors.inputs[i].storage == out.storage) plan.leave_unspecified(Unspecified::OutputOverlapsInput);
  if (has_internal_overlap(out)) plan.leave_unspecified(Unspecified::OutputOverlapsItself);
  plan.spare_of_first = 0;
  // A resized output takes the strides of the result.
  plan.resizes = plan.restrides = sizes_of(out) != sizes_of(plan.result);
  for (int i = 0; i < kMaxResults - 1 && tensors.further[at(i)] != nullptr; ++i) {
    const Geometry& further = *tensors.further[at(i)];
    const Geometry& result = plan.others[at(i)];
    plan.reasons.add_if(further.dtype != result.dtype, ErrorClass::Dtype);
    // If outputs share memory, the one written last wins, and the order is unspecified.
    plan.leave_unspecified(Unspecified::OutputsShareMemory, further.storage == out.storage);
    plan.leave_unspecified(Unspecified::OutputOverlapsItself, has_internal_overlap(further));
    for (int k = 0; k < i; ++k)
      if (further.storage == tensors.further[at(k)]->storage) plan.leave_unspecified(Unspecified::OutputsShareMemory);
    for (int k = 0; k < tensors.inputs.count; ++k)
      if (tensors.inputs[k].storage == further.storage) plan.leave_unspecified(Unspecified::OutputOverlapsInput);
    plan.spare[at(i)] = 0;
    if (sizes_of(further) != sizes_of(result)) plan.others_resize |= static_cast<std::uint8_t>(1U << i);
  }
  return plan;
}

DType common_dtype(const IteratorInputs& inputs, Number number, ResultPlan* plan) {
  Promotion promotion;
  for (int i = 0; i < inputs.count; ++i) promotion.add(inputs[i]);
  if (number.present) promotion.add_number(number.kind);
  if (plan != nullptr && promotion.wants_complex_half()) plan->beyond_limits = Unspecified::ComplexHalf;
  return promotion.result();
}

void check_number(ResultPlan& plan, DType dtype, ScalarValue number) {
  plan.reasons.add_if(dtype == DType::UInt8 && number.kind == ScalarValue::Kind::Float && number.value < 0,
                      ErrorClass::Argument);
}

bool always_fits(DType from, DType to) {
  if (from == to || from == DType::Bool || to == DType::Complex128) return true;
  if (is_complex(from)) return false;
  if (is_differentiable(to)) return to != DType::Float16 && (is_integer(from) || to == DType::Float64);
  return is_integer(from) && to != DType::Bool && item_size(from) <= item_size(to);
}

}  // namespace modecheck::spec
