#include "spec/rules/creation.h"

#include <cmath>

#include "spec/rules/pointwise.h"

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
  // The numbers are used as given, even if an integer dtype is requested (upstream #149097, #182663).
  const double span = end.value - start.value;
  plan.reasons.add_if(step.value == 0 || (step.value > 0 ? span < 0 : span > 0), ErrorClass::Argument);
  if (!plan.reasons.none()) return plan;
  Sizes sizes;
  sizes.push(static_cast<std::int64_t>(std::ceil(span / step.value)));
  set_contiguous(plan.result, sizes);
  return plan;
}

namespace {

// Each element is written once, so a target must not overlap itself.
ResultPlan fill(const CallTensors& tensors, bool known) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  plan.result.dtype = self.dtype;
  check_overlap(self, {}, plan.reasons);
  plan.reasons.add_if(!known, ErrorClass::Dtype);
  return plan;
}

// The dtypes of a bernoulli draw, and of its probabilities.
bool is_drawn(DType dtype) { return !is_complex(dtype) && dtype != DType::Float16; }

// The bounds of an integer dtype, as far as the 8-bit numbers of programs reach.
std::int64_t lowest(DType dtype) { return dtype == DType::Bool || dtype == DType::UInt8 ? 0 : -128; }
std::int64_t highest(DType dtype) { return dtype == DType::Bool ? 1 : 127; }
bool holds(DType dtype, std::int64_t value) {
  return is_differentiable(dtype) || (value >= lowest(dtype) && value <= highest(dtype));
}

void check_probabilities(ResultPlan& plan, const Geometry& probabilities, const ValueWitness* witness) {
  if (!plan.reasons.none() || probabilities.numel() == 0) return;
  if (witness == nullptr)
    plan.leave_unspecified(Unspecified::ValuesNotKnown);
  else
    plan.reasons.add_if(!witness->all_between(probabilities, 0, 1), ErrorClass::Argument);
}

}  // namespace

ResultPlan plan_uniform(const CallTensors& tensors, double from, double to) {
  ResultPlan plan = fill(tensors, is_differentiable(tensors.inputs[0].dtype));
  plan.reasons.add_if(from > to, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_normal(const CallTensors& tensors) { return fill(tensors, is_differentiable(tensors.inputs[0].dtype)); }

ResultPlan plan_exponential(const CallTensors& tensors, double lambd) {
  ResultPlan plan = fill(tensors, is_floating(tensors.inputs[0].dtype));
  // With rate 0 the event never happens, and libraries disagree about the result.
  if (lambd == 0) plan.leave_unspecified(Unspecified::ExponentialRateZero);
  return plan;
}

ResultPlan plan_random(const CallTensors& tensors) { return fill(tensors, !is_complex(tensors.inputs[0].dtype)); }

ResultPlan plan_random_between(const CallTensors& tensors, std::int64_t from, std::optional<std::int64_t> to) {
  const DType dtype = tensors.inputs[0].dtype;
  ResultPlan plan = fill(tensors, !is_complex(dtype));
  plan.reasons.add_if(!holds(dtype, from), ErrorClass::Argument);
  if (to) plan.reasons.add_if(from >= *to || !holds(dtype, *to - 1), ErrorClass::Argument);
  return plan;
}

ResultPlan plan_permutation(std::int64_t count, DType dtype) {
  ResultPlan plan;
  plan.result.dtype = dtype;
  plan.reasons.add_if(count < 0, ErrorClass::Shape);
  plan.reasons.add_if(dtype == DType::Bool || is_complex(dtype), ErrorClass::Dtype);
  if (!plan.reasons.none()) return plan;
  Sizes sizes;
  sizes.push(count);
  set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_integers(std::int64_t low, std::int64_t high, const IntList& size, DType dtype) {
  ResultPlan plan = plan_filled(size, dtype);
  CallTensors drawn;
  drawn.inputs.add(&plan.result);
  plan.reasons.add(plan_random_between(drawn, low, high).reasons);
  return plan;
}

ResultPlan plan_drawn_like(const Geometry& self, DType dtype) {
  ResultPlan plan;
  set_preserved(plan.result, self);
  plan.result.dtype = dtype;
  plan.reasons.add_if(!is_differentiable(dtype), ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_dropout(const Geometry& input, double p) {
  Geometry mask;
  set_preserved(mask, input);
  mask.dtype = DType::Bool;
  CallTensors both;
  both.inputs.add(&input);
  both.inputs.add(&mask);
  ResultPlan plan = pointwise(both, ResultDtype::Promoted);
  plan.reasons.add_if(p > 1, ErrorClass::Argument);
  plan.reasons.add_if(!is_differentiable(input.dtype), ErrorClass::Dtype);
  plan.others[0] = mask;
  // Without elements libtorch returns its argument, and a mask that is not of dtype bool.
  if (input.numel() == 0) plan.leave_unspecified(Unspecified::NativeDropoutOfNoElements);
  return plan;
}

ResultPlan plan_bernoulli(const CallTensors& tensors, double p) {
  ResultPlan plan = fill(tensors, is_drawn(tensors.inputs[0].dtype));
  plan.reasons.add_if(p > 1, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_bernoulli_each(const CallTensors& tensors, const ValueWitness* witness) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& p = tensors.inputs[1];
  ResultPlan plan = fill(tensors, is_drawn(self.dtype) && is_floating(p.dtype) && is_drawn(p.dtype));
  Sizes sizes = sizes_of(self);
  plan.reasons.add_if(!broadcast(sizes, sizes_of(p)) || sizes != sizes_of(self), ErrorClass::Shape);
  // Libraries read the probabilities at different times: before all draws, or between them.
  if (p.storage == self.storage) plan.leave_unspecified(Unspecified::OutputOverlapsInput);
  // Without elements no library checks the probabilities.
  if (self.numel() != 0) check_probabilities(plan, p, witness);
  return plan;
}

ResultPlan plan_bernoulli_of(const Geometry& probabilities, const ValueWitness* witness) {
  ResultPlan plan;
  plan.result.dtype = probabilities.dtype;
  plan.reasons.add_if(!is_floating(probabilities.dtype) || !is_drawn(probabilities.dtype), ErrorClass::Dtype);
  set_contiguous(plan.result, sizes_of(probabilities));
  if (plan.reasons.none()) check_probabilities(plan, probabilities, witness);
  return plan;
}

ResultPlan plan_full(const IntList& size, DType dtype, ScalarValue value) {
  ResultPlan plan = plan_filled(size, dtype);
  check_number(plan, plan.result.dtype, value);
  return plan;
}

ResultPlan plan_drawn(const IntList& size, DType dtype) {
  ResultPlan plan = plan_filled(size, dtype);
  plan.reasons.add_if(!is_differentiable(plan.result.dtype), ErrorClass::Dtype);
  return plan;
}

}  // namespace modecheck::spec
