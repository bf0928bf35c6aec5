#include "spec/rules/pointwise.h"

#include <array>
#include <cmath>
#include <limits>

namespace modecheck::spec {

namespace {

// The strides follow from the inputs as the kernel reads them: after conversion to the common dtype.
void give_converted_strides(ResultPlan& plan, const IteratorInputs& inputs, const Sizes& sizes, DType common,
                            Number number) {
  std::array<Geometry, IteratorInputs::capacity> read;
  IteratorInputs as_read;
  for (int i = 0; i < inputs.count; ++i) {
    if (inputs[i].dtype == common) {
      as_read.add(inputs.tensors[at(i)]);
    } else {
      read[at(i)] = converted(inputs[i], common);
      as_read.add(&read[at(i)]);
    }
  }
  Geometry zero_dim;
  zero_dim.dtype = common;
  if (number.present) as_read.add(&zero_dim);
  iterator_output(as_read, sizes, plan.result);
}

// Fast path for the usual case, in which no input is converted.
void give_strides(ResultPlan& plan, const IteratorInputs& inputs, const Sizes& sizes, DType common, Number number) {
  bool as_they_are = !number.present;
  for (int i = 0; i < inputs.count; ++i) as_they_are = as_they_are && inputs[i].dtype == common;
  if (as_they_are)
    iterator_output(inputs, sizes, plan.result);
  else
    give_converted_strides(plan, inputs, sizes, common, number);
}

}  // namespace

ResultPlan pointwise(const CallTensors& tensors, ResultDtype rule, Dtypes takes, Number number) {
  ResultPlan plan;
  const IteratorInputs& inputs = tensors.inputs;
  if (tensors.target) check_overlap(*tensors.target, inputs, plan.reasons);

  Sizes sizes;
  const bool fits = broadcast_of(inputs, sizes);
  plan.reasons.add_if(!fits, ErrorClass::Shape);
  // An `out` that is also an input cannot be resized.
  bool fixed = tensors.target && !tensors.out;
  for (int i = 0; i < inputs.count; ++i) fixed = fixed || inputs.tensors[at(i)] == tensors.target;
  if (fits && fixed) plan.reasons.add_if(sizes != sizes_of(*tensors.target), ErrorClass::Shape);

  DType common = common_dtype(inputs, number, &plan);
  if (rule == ResultDtype::Floating && !is_differentiable(common)) common = DType::Float32;
  plan.reasons.add_if(!takes.contains(common), ErrorClass::Dtype);
  plan.result.dtype = rule == ResultDtype::Compared ? DType::Bool : common;
  if (rule == ResultDtype::Parts && is_complex(common)) plan.result.dtype = part_of(common);
  if (tensors.target && rule != ResultDtype::Compared) {
    const DType target = tensors.target->dtype;
    const bool same = rule == ResultDtype::Same || rule == ResultDtype::Parts;
    plan.reasons.add_if(same ? target != plan.result.dtype : !can_cast(common, target), ErrorClass::Dtype);
  }
  if (!fits || plan.is_beyond_limits()) return plan;
  if (sizes.rank > kMaxRank) {
    plan.beyond_limits = Unspecified::TooManyDimensions;
    return plan;
  }
  if (tensors.target && !tensors.out) return plan;
  if (tensors.out && sizes_of(*tensors.target) == sizes) return plan;

  give_strides(plan, inputs, sizes, common, number);
  if (tensors.out) plan.resizes = plan.restrides = true;
  return plan;
}

void check_alpha(ResultPlan& plan, DType dtype, ScalarValue alpha) {
  plan.reasons.add_if(alpha.kind == ScalarValue::Kind::Bool && dtype != DType::Bool, ErrorClass::Argument);
  plan.reasons.add_if(alpha.kind == ScalarValue::Kind::Float && !is_differentiable(dtype), ErrorClass::Argument);
}

ResultPlan plan_subtraction(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
  for (int i = 0; i < tensors.inputs.count; ++i)
    plan.reasons.add_if(tensors.inputs[i].dtype == DType::Bool, ErrorClass::Dtype);
  return plan;
}

ResultPlan made_like(const CallTensors& tensors, ResultPlan plan) {
  const DType dtype = plan.result.dtype;
  if (tensors.target == nullptr) set_preserved(plan.result, tensors.inputs[0]);
  plan.result.dtype = dtype;
  return plan;
}

ResultPlan plan_abs_into(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& target = *tensors.target;
  if (!is_complex(self.dtype) || is_complex(target.dtype))
    return pointwise(tensors, ResultDtype::Same, {.boolean = false});
  ResultPlan plan;
  plan.reasons.add_if(!can_cast(part_of(self.dtype), target.dtype), ErrorClass::Dtype);
  give_contiguous(plan, tensors, sizes_of(self));
  plan.reasons.add_if(!plan.resizes && has_internal_overlap(target), ErrorClass::Overlap);
  return plan;
}

ResultPlan plan_isinf(const CallTensors& tensors) {
  if (!is_differentiable(tensors.inputs[0].dtype)) return made_like(tensors, pointwise(tensors, ResultDtype::Compared));
  if (is_complex(tensors.inputs[0].dtype)) {
    Geometry part = tensors.inputs[0];
    part.dtype = part_of(part.dtype);
    for (int i = 0; i < part.rank; ++i) part.strides[at(i)] *= 2;
    CallTensors one;
    one.inputs.add(&part);
    return plan_isinf(one);
  }
  const ResultPlan magnitudes = pointwise(tensors, ResultDtype::Same);
  if (!magnitudes.reasons.none() || magnitudes.is_beyond_limits()) return magnitudes;
  CallTensors second;
  second.inputs.add(&magnitudes.result);
  return pointwise(second, ResultDtype::Compared, {}, {true, ScalarValue::Kind::Float});
}

namespace {

// Whether every element of an integer tensor would become a number outside its dtype: the lower bound is above the
// range, or the upper one below it. Fractions of the bounds are dropped.
bool leaves_the_dtype(DType dtype, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  if (!is_integer(dtype)) return false;
  const int bits = 8 * static_cast<int>(item_size(dtype));
  const double end = std::ldexp(1, dtype == DType::UInt8 ? bits : bits - 1);
  const double lowest = dtype == DType::UInt8 ? 0 : -end;
  return (least && std::trunc(least->value) >= end) || (most && std::trunc(most->value) < lowest);
}

}  // namespace

ResultPlan plan_clamp(const CallTensors& tensors, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  Promotion promotion;
  promotion.add(tensors.inputs[0]);
  if (least) promotion.add_number(least->kind);
  if (most) promotion.add_number(most->kind);
  const DType dtype = promotion.result();
  const Geometry self = converted(tensors.inputs[0], dtype);
  CallTensors as_read = tensors;
  as_read.inputs = {};
  as_read.inputs.add(dtype == tensors.inputs[0].dtype ? tensors.inputs.tensors[0] : &self);
  ResultPlan plan = pointwise(as_read, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
  plan.reasons.add_if((!least && !most) || leaves_the_dtype(dtype, least, most), ErrorClass::Argument);
  return plan;
}

ResultPlan plan_clamp_by_tensors(const CallTensors& tensors) {
  if (tensors.inputs.count == 3)
    return pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .half = false, .complex = false});
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.complex = false});
  plan.reasons.add_if(tensors.inputs.count == 1, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_bitwise(const CallTensors& tensors, Number number) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {}, number);
  plan.reasons.add_if(is_differentiable(common_dtype(tensors.inputs, number)), ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_hardtanh(const CallTensors& tensors, ScalarValue least, ScalarValue most) {
  ResultPlan plan =
      made_like(tensors, pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false}));
  plan.reasons.add_if(leaves_the_dtype(tensors.inputs[0].dtype, least, most), ErrorClass::Argument);
  return plan;
}

ResultPlan plan_power(const CallTensors& tensors, ScalarValue exponent) {
  const DType dtype = common_dtype(tensors.inputs, {true, exponent.kind});
  const Geometry self = converted(tensors.inputs[0], dtype);
  CallTensors as_read = tensors;
  as_read.inputs = {};
  as_read.inputs.add(dtype == tensors.inputs[0].dtype ? tensors.inputs.tensors[0] : &self);
  ResultPlan plan = pointwise(as_read, ResultDtype::Same);
  // If the base has to be converted, libtorch reads a copy, except for exponents with a fast path of their own. Whether
  // `out` may then overlap the base differs between libraries.
  if (tensors.out && dtype != tensors.inputs[0].dtype && may_overlap(*tensors.target, tensors.inputs[0]))
    plan.leave_unspecified(Unspecified::OutputOverlapsInput);
  plan.reasons.add_if(dtype == DType::Bool, ErrorClass::Dtype);
  plan.reasons.add_if(exponent.kind != ScalarValue::Kind::Float && exponent.value < 0 && !is_differentiable(dtype),
                      ErrorClass::Argument);
  return plan;
}

ResultPlan plan_of_floats(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.half = false});
  plan.reasons.add_if(!is_floating(common_dtype(tensors.inputs, {})), ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_division(const CallTensors& tensors, const ValueWitness* witness) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .complex = false});
  const Geometry& divisor = tensors.inputs[1];
  if (is_differentiable(common_dtype(tensors.inputs, {})) || !plan.reasons.none()) return plan;
  if (tensors.inputs[0].numel() == 0 || divisor.numel() == 0 || witness == nullptr) return plan;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (divisor.dtype != common_dtype(tensors.inputs, {}) ||
      !(witness->all_within(divisor, 1, most) || witness->all_within(divisor, -most, 0)))
    plan.leave_unspecified(Unspecified::IntegerDivisionByZero);
  return plan;
}

ResultPlan plan_division(const CallTensors& tensors, ScalarValue divisor) {
  const Number number{true, divisor.kind};
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .complex = false}, number);
  plan.reasons.add_if(
      !is_differentiable(common_dtype(tensors.inputs, number)) && divisor.value == 0 && tensors.inputs[0].numel() > 0,
      ErrorClass::Argument);
  return plan;
}

ResultPlan plan_lerp(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Same, {.half = false});
  const DType dtype = tensors.inputs[0].dtype;
  for (int i = 1; i < tensors.inputs.count; ++i)
    plan.reasons.add_if(tensors.inputs[i].dtype != dtype, ErrorClass::Dtype);
  plan.reasons.add_if(!is_differentiable(dtype), ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_addcdiv(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.half = false});
  plan.reasons.add_if(!is_differentiable(tensors.inputs[1].dtype) && !is_differentiable(tensors.inputs[2].dtype),
                      ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_where(const CallTensors& tensors) {
  ResultPlan plan;
  // uint8 conditions are accepted, from before bool existed.
  const DType condition = tensors.inputs[0].dtype;
  plan.reasons.add_if(condition != DType::Bool && condition != DType::UInt8, ErrorClass::Dtype);
  IteratorInputs values;
  values.add(tensors.inputs.tensors[1]);
  values.add(tensors.inputs.tensors[2]);
  plan.result.dtype = common_dtype(values, {}, &plan);
  Sizes sizes;
  if (!broadcast_of(tensors.inputs, sizes)) {
    plan.reasons.add(ErrorClass::Shape);
    return plan;
  }
  const Geometry self = converted(tensors.inputs[1], plan.result.dtype);
  const Geometry other = converted(tensors.inputs[2], plan.result.dtype);
  IteratorInputs as_read;
  as_read.add(tensors.inputs.tensors[0]);
  as_read.add(&self);
  as_read.add(&other);
  iterator_output(as_read, sizes, plan.result);
  return plan;
}

ResultPlan plan_copy_into(const CallTensors& tensors) {
  ResultPlan plan;
  if (tensors.inputs.tensors[0] == tensors.inputs.tensors[1]) return plan;  // a copy onto itself does nothing
  IteratorInputs source;
  source.add(tensors.inputs.tensors[1]);
  check_overlap(*tensors.target, source, plan.reasons);
  Sizes sizes;
  const bool fits = broadcast_of(tensors.inputs, sizes);
  plan.reasons.add_if(!fits || sizes != sizes_of(*tensors.target), ErrorClass::Shape);
  return plan;
}

ResultPlan plan_masked_fill(const CallTensors& tensors, ScalarValue value) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  check_number(plan, self.dtype, value);
  const Geometry& mask = tensors.inputs[1];
  plan.result.dtype = self.dtype;
  Sizes sizes;
  const bool fits = broadcast_of(tensors.inputs, sizes);
  if (tensors.target) {
    plan.reasons.add_if(overlap_of(self, mask) == Overlap::Partial && &self != &mask, ErrorClass::Overlap);
    plan.reasons.add_if(!fits || sizes != sizes_of(self), ErrorClass::Shape);
  } else {
    plan.reasons.add_if(!fits, ErrorClass::Shape);
  }
  plan.reasons.add_if(mask.dtype != DType::Bool, ErrorClass::Dtype);
  if (fits && !tensors.target) give_contiguous(plan, tensors, sizes);
  return plan;
}

void check_value_tensor(ResultPlan& plan, DType dtype, const Geometry& value) {
  plan.reasons.add_if(value.rank != 0, ErrorClass::Shape);
  if (!always_fits(value.dtype, dtype)) plan.leave_unspecified(Unspecified::ValueBeyondDtype);
}

ResultPlan plan_masked_fill_by_tensor(const CallTensors& tensors) {
  CallTensors without_value = tensors;
  without_value.inputs.count = 2;
  ResultPlan plan = plan_masked_fill(without_value, {});
  check_value_tensor(plan, tensors.inputs[0].dtype, tensors.inputs[2]);
  return plan;
}

ResultPlan plan_abs(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Parts, {.boolean = false});
  if (is_complex(tensors.inputs[0].dtype)) set_preserved(plan.result, tensors.inputs[0]);
  return plan;
}

ResultPlan plan_polygamma(const CallTensors& tensors, std::int64_t order) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Floating, {.half = false, .complex = false});
  plan.reasons.add_if(order < 0, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_sum_of_two(const CallTensors& tensors, ScalarValue alpha) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
  check_alpha(plan, common_dtype(tensors.inputs, {}), alpha);
  return plan;
}

ResultPlan plan_sum_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha) {
  const Number number{true, other.kind};
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {}, number);
  check_alpha(plan, common_dtype(tensors.inputs, number), alpha);
  return plan;
}

ResultPlan plan_difference(const CallTensors& tensors, ScalarValue alpha) {
  ResultPlan plan = plan_subtraction(tensors);
  check_alpha(plan, common_dtype(tensors.inputs, {}), alpha);
  return plan;
}

ResultPlan plan_difference_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha) {
  const Number number{true, other.kind};
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {}, number);
  plan.reasons.add_if(tensors.inputs[0].dtype == DType::Bool || number.kind == ScalarValue::Kind::Bool,
                      ErrorClass::Dtype);
  check_alpha(plan, common_dtype(tensors.inputs, number), alpha);
  return plan;
}

ResultPlan plan_reversed_difference(const CallTensors& tensors, ScalarValue alpha) {
  CallTensors reversed = tensors;
  std::swap(reversed.inputs.tensors[0], reversed.inputs.tensors[1]);
  ResultPlan plan = plan_subtraction(reversed);
  check_alpha(plan, common_dtype(tensors.inputs, {}), alpha);
  return plan;
}

ResultPlan plan_power_of_number(const CallTensors& tensors, ScalarValue base) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false}, {true, base.kind});
  set_contiguous(plan.result, sizes_of(tensors.inputs[0]));
  return plan;
}

ResultPlan plan_power_of_number_into(const CallTensors& tensors, ScalarValue base) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false}, {true, base.kind});
  // With base 1 libtorch fills `out` without a check of its dtype. Other bases write to `out` after it has been
  // resized.
  plan.leave_unspecified(Unspecified::OutputDtype, base.value == 1);
  plan.leave_unspecified(Unspecified::OutputResizedBeforeRead,
                         plan.resizes && may_overlap(*tensors.target, tensors.inputs[0]));
  const DType dtype = plan.result.dtype;
  if (plan.resizes) set_contiguous(plan.result, sizes_of(tensors.inputs[0]));
  plan.result.dtype = dtype;
  return plan;
}

ResultPlan plan_rounded_quotient(const CallTensors& tensors, bool rounds, const ValueWitness* witness) {
  return rounds ? plan_division(tensors, witness) : pointwise(tensors, ResultDtype::Floating);
}

ResultPlan plan_rounded_quotient(const CallTensors& tensors, bool rounds, ScalarValue divisor) {
  return rounds ? plan_division(tensors, divisor) : pointwise(tensors, ResultDtype::Floating, {}, {true, divisor.kind});
}

ResultPlan plan_addcmul(const CallTensors& tensors, ScalarValue value) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .half = false});
  check_number(plan, common_dtype(tensors.inputs, {}), value);
  return plan;
}

ResultPlan plan_written_activation(const CallTensors& tensors, std::initializer_list<ScalarValue> slopes) {
  ResultPlan plan = only_on(tensors, is_floating, {.half = false});
  for (const ScalarValue slope : slopes)
    plan.leave_unspecified(Unspecified::InPlaceNegativeSlope, tensors.target != nullptr && slope.value < 0);
  return plan;
}

ResultPlan plan_celu(const CallTensors& tensors, ScalarValue alpha) {
  ResultPlan plan = plan_written_activation(tensors, {alpha});
  plan.reasons.add_if(alpha.value == 0, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_softshrink(const CallTensors& tensors, ScalarValue limit) {
  ResultPlan plan = only_on(tensors, is_floating, {.half = false});
  plan.reasons.add_if(limit.value < 0, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_fill(const Geometry& self, ScalarValue value) {
  ResultPlan plan;
  check_number(plan, self.dtype, value);
  return plan;
}

ResultPlan plan_fill_by_tensor(const Geometry& self, const Geometry& value) {
  ResultPlan plan;
  check_value_tensor(plan, self.dtype, value);
  return plan;
}

}  // namespace modecheck::spec
