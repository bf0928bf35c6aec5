#include "spec/rules/pointwise.h"

#include <array>
#include <cmath>
#include <limits>

namespace modecheck::spec {

namespace {

// Computes the result's strides from the inputs as the kernel reads them, which is after conversion to the common
// dtype.
void give_converted_strides(OutputMeta& meta, const IteratorInputs& inputs, const Sizes& sizes, DType common,
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
  iterator_output(as_read, sizes, meta.result);
}

// Computes the result's strides. It has a fast path for the usual case, in which no input is converted.
void give_strides(OutputMeta& meta, const IteratorInputs& inputs, const Sizes& sizes, DType common, Number number) {
  bool as_they_are = !number.present;
  for (int i = 0; i < inputs.count; ++i) as_they_are = as_they_are && inputs[i].dtype == common;
  if (as_they_are)
    iterator_output(inputs, sizes, meta.result);
  else
    give_converted_strides(meta, inputs, sizes, common, number);
}

}  // namespace

OutputMeta pointwise(const CallTensors& tensors, ResultDtype rule, Dtypes takes, Number number) {
  OutputMeta meta;
  const IteratorInputs& inputs = tensors.inputs;
  if (tensors.target) check_overlap(*tensors.target, inputs, meta.reasons);

  Sizes sizes;
  const bool fits = broadcast_of(inputs, sizes);
  meta.reasons.add_if(!fits, ErrorClass::Shape);
  // An element-by-element operator: if `out` is also an input, it cannot be resized.
  bool fixed = tensors.target && !tensors.out;
  for (int i = 0; i < inputs.count; ++i) fixed = fixed || inputs.tensors[at(i)] == tensors.target;
  if (fits && fixed) meta.reasons.add_if(sizes != sizes_of(*tensors.target), ErrorClass::Shape);

  DType common = common_dtype(inputs, number, &meta);
  if (rule == ResultDtype::Floating && !is_differentiable(common)) common = DType::Float32;
  meta.reasons.add_if(!takes.contains(common), ErrorClass::Dtype);
  meta.result.dtype = rule == ResultDtype::Compared ? DType::Bool : common;
  if (rule == ResultDtype::Parts && is_complex(common)) meta.result.dtype = part_of(common);
  if (tensors.target && rule != ResultDtype::Compared) {
    const DType target = tensors.target->dtype;
    const bool same = rule == ResultDtype::Same || rule == ResultDtype::Parts;
    meta.reasons.add_if(same ? target != meta.result.dtype : !can_cast(common, target), ErrorClass::Dtype);
  }
  if (!fits || meta.is_beyond_limits()) return meta;
  if (sizes.rank > kMaxRank) {
    meta.beyond_limits = Unspecified::TooManyDimensions;
    return meta;
  }
  if (tensors.target && !tensors.out) return meta;
  if (tensors.out && sizes_of(*tensors.target) == sizes) return meta;

  give_strides(meta, inputs, sizes, common, number);
  if (tensors.out) meta.resizes = meta.restrides = true;
  return meta;
}

void check_alpha(OutputMeta& meta, DType dtype, ScalarValue alpha) {
  meta.reasons.add_if(alpha.kind == ScalarValue::Kind::Bool && dtype != DType::Bool, ErrorClass::Argument);
  meta.reasons.add_if(alpha.kind == ScalarValue::Kind::Float && !is_differentiable(dtype), ErrorClass::Argument);
}

OutputMeta infer_subtraction(const CallTensors& tensors) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted);
  for (int i = 0; i < tensors.inputs.count; ++i)
    meta.reasons.add_if(tensors.inputs[i].dtype == DType::Bool, ErrorClass::Dtype);
  return meta;
}

OutputMeta made_like(const CallTensors& tensors, OutputMeta meta) {
  const DType dtype = meta.result.dtype;
  if (tensors.target == nullptr) set_preserved(meta.result, tensors.inputs[0]);
  meta.result.dtype = dtype;
  return meta;
}

OutputMeta infer_abs_into(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& target = *tensors.target;
  if (!is_complex(self.dtype) || is_complex(target.dtype))
    return pointwise(tensors, ResultDtype::Same, {.boolean = false});
  OutputMeta meta;
  meta.reasons.add_if(!can_cast(part_of(self.dtype), target.dtype), ErrorClass::Dtype);
  give_contiguous(meta, tensors, sizes_of(self));
  meta.reasons.add_if(!meta.resizes && has_internal_overlap(target), ErrorClass::Overlap);
  return meta;
}

OutputMeta infer_isinf(const CallTensors& tensors) {
  if (!is_differentiable(tensors.inputs[0].dtype)) return made_like(tensors, pointwise(tensors, ResultDtype::Compared));
  if (is_complex(tensors.inputs[0].dtype)) {
    Geometry part = tensors.inputs[0];
    part.dtype = part_of(part.dtype);
    for (int i = 0; i < part.rank; ++i) part.strides[at(i)] *= 2;
    CallTensors one;
    one.inputs.add(&part);
    return infer_isinf(one);
  }
  const OutputMeta magnitudes = pointwise(tensors, ResultDtype::Same);
  if (!magnitudes.reasons.none() || magnitudes.is_beyond_limits()) return magnitudes;
  CallTensors second;
  second.inputs.add(&magnitudes.result);
  return pointwise(second, ResultDtype::Compared, {}, {true, ScalarValue::Kind::Float});
}

namespace {

// clamp: returns true if every element of an integer tensor would become a number outside its dtype. That happens if
// the lower bound is above the dtype's range, or the upper bound below it. Fractions of the bounds are dropped.
bool leaves_the_dtype(DType dtype, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  if (!is_integer(dtype)) return false;
  const int bits = 8 * static_cast<int>(item_size(dtype));
  const double end = std::ldexp(1, dtype == DType::UInt8 ? bits : bits - 1);
  const double lowest = dtype == DType::UInt8 ? 0 : -end;
  return (least && std::trunc(least->value) >= end) || (most && std::trunc(most->value) < lowest);
}

}  // namespace

OutputMeta infer_clamp(const CallTensors& tensors, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  Promotion promotion;
  promotion.add(tensors.inputs[0]);
  if (least) promotion.add_number(least->kind);
  if (most) promotion.add_number(most->kind);
  const DType dtype = promotion.result();
  const Geometry self = converted(tensors.inputs[0], dtype);
  CallTensors as_read = tensors;
  as_read.inputs = {};
  as_read.inputs.add(dtype == tensors.inputs[0].dtype ? tensors.inputs.tensors[0] : &self);
  OutputMeta meta = pointwise(as_read, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
  meta.reasons.add_if((!least && !most) || leaves_the_dtype(dtype, least, most), ErrorClass::Argument);
  return meta;
}

OutputMeta infer_clamp_by_tensors(const CallTensors& tensors) {
  if (tensors.inputs.count == 3)
    return pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .half = false, .complex = false});
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.complex = false});
  meta.reasons.add_if(tensors.inputs.count == 1, ErrorClass::Argument);
  return meta;
}

OutputMeta infer_bitwise(const CallTensors& tensors, Number number) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {}, number);
  meta.reasons.add_if(is_differentiable(common_dtype(tensors.inputs, number)), ErrorClass::Dtype);
  return meta;
}

namespace {

OutputMeta infer_shifted(const CallTensors& tensors, Number number) {
  OutputMeta meta = infer_bitwise(tensors, number);
  meta.reasons.add_if(common_dtype(tensors.inputs, number) == DType::Bool, ErrorClass::Dtype);
  return meta;
}

}  // namespace

OutputMeta infer_shift(const CallTensors& tensors, const ValueOracle* oracle) {
  OutputMeta meta = infer_shifted(tensors, {});
  const Geometry& bits = tensors.inputs[1];
  if (!meta.reasons.none() || oracle == nullptr || tensors.inputs[0].numel() == 0 || bits.numel() == 0) return meta;
  const std::int64_t width = 8 * item_size(common_dtype(tensors.inputs, {}));
  meta.leave_unspecified(Unspecified::ShiftBeyondTheWidth, !oracle->all_within(bits, 0, width));
  return meta;
}

OutputMeta infer_shift(const CallTensors& tensors, ScalarValue bits) {
  const Number number{true, bits.kind};
  OutputMeta meta = infer_shifted(tensors, number);
  const auto width = static_cast<double>(8 * item_size(common_dtype(tensors.inputs, number)));
  meta.leave_unspecified(Unspecified::ShiftBeyondTheWidth,
                         meta.reasons.none() && !(bits.value >= 0 && bits.value < width));
  return meta;
}

OutputMeta infer_hardtanh(const CallTensors& tensors, ScalarValue least, ScalarValue most) {
  OutputMeta meta =
      made_like(tensors, pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false}));
  meta.reasons.add_if(leaves_the_dtype(tensors.inputs[0].dtype, least, most), ErrorClass::Argument);
  return meta;
}

OutputMeta infer_power(const CallTensors& tensors, ScalarValue exponent) {
  const DType dtype = common_dtype(tensors.inputs, {true, exponent.kind});
  const Geometry self = converted(tensors.inputs[0], dtype);
  CallTensors as_read = tensors;
  as_read.inputs = {};
  as_read.inputs.add(dtype == tensors.inputs[0].dtype ? tensors.inputs.tensors[0] : &self);
  OutputMeta meta = pointwise(as_read, ResultDtype::Same);
  // pow: if the base has to be converted, libtorch reads a copy, except for exponents with a fast path of their own. So
  // libraries differ in whether `out` may overlap the base.
  if (tensors.out && dtype != tensors.inputs[0].dtype && may_overlap(*tensors.target, tensors.inputs[0]))
    meta.leave_unspecified(Unspecified::OutputOverlapsInput);
  meta.reasons.add_if(dtype == DType::Bool, ErrorClass::Dtype);
  meta.reasons.add_if(exponent.kind != ScalarValue::Kind::Float && exponent.value < 0 && !is_differentiable(dtype),
                      ErrorClass::Argument);
  return meta;
}

OutputMeta infer_of_floats(const CallTensors& tensors) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.half = false});
  meta.reasons.add_if(!is_floating(common_dtype(tensors.inputs, {})), ErrorClass::Dtype);
  return meta;
}

OutputMeta infer_division(const CallTensors& tensors, const ValueOracle* oracle) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .complex = false});
  const Geometry& divisor = tensors.inputs[1];
  if (is_differentiable(common_dtype(tensors.inputs, {})) || !meta.reasons.none()) return meta;
  if (tensors.inputs[0].numel() == 0 || divisor.numel() == 0 || oracle == nullptr) return meta;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const DType common = common_dtype(tensors.inputs, {});
  const bool of_one_sign =
      divisor.dtype == common && (oracle->all_within(divisor, 1, most) || oracle->all_within(divisor, -most, 0));
  // A nonzero divisor of a wider dtype may become zero in the common dtype: 256 becomes 0 as uint8. A number of eight
  // bits keeps all its bits.
  const bool wraps = item_size(divisor.dtype) > item_size(common) && !oracle->all_within(divisor, -128, 128);
  meta.leave_unspecified(Unspecified::IntegerDivisionByZero,
                         !of_one_sign && (wraps || oracle->count_true(divisor) < divisor.numel()));
  return meta;
}

OutputMeta infer_division(const CallTensors& tensors, ScalarValue divisor) {
  const Number number{true, divisor.kind};
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .complex = false}, number);
  meta.reasons.add_if(
      !is_differentiable(common_dtype(tensors.inputs, number)) && divisor.value == 0 && tensors.inputs[0].numel() > 0,
      ErrorClass::Argument);
  return meta;
}

OutputMeta infer_lerp(const CallTensors& tensors) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Same, {.half = false});
  const DType dtype = tensors.inputs[0].dtype;
  for (int i = 1; i < tensors.inputs.count; ++i)
    meta.reasons.add_if(tensors.inputs[i].dtype != dtype, ErrorClass::Dtype);
  meta.reasons.add_if(!is_differentiable(dtype), ErrorClass::Dtype);
  return meta;
}

OutputMeta infer_addcdiv(const CallTensors& tensors) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.half = false});
  meta.reasons.add_if(!is_differentiable(tensors.inputs[1].dtype) && !is_differentiable(tensors.inputs[2].dtype),
                      ErrorClass::Dtype);
  return meta;
}

OutputMeta infer_where(const CallTensors& tensors) {
  OutputMeta meta;
  // where: a uint8 condition is accepted, because PyTorch once had no dtype bool.
  const DType condition = tensors.inputs[0].dtype;
  meta.reasons.add_if(condition != DType::Bool && condition != DType::UInt8, ErrorClass::Dtype);
  IteratorInputs values;
  values.add(tensors.inputs.tensors[1]);
  values.add(tensors.inputs.tensors[2]);
  meta.result.dtype = common_dtype(values, {}, &meta);
  Sizes sizes;
  if (!broadcast_of(tensors.inputs, sizes)) {
    meta.reasons.add(ErrorClass::Shape);
    return meta;
  }
  const Geometry self = converted(tensors.inputs[1], meta.result.dtype);
  const Geometry other = converted(tensors.inputs[2], meta.result.dtype);
  IteratorInputs as_read;
  as_read.add(tensors.inputs.tensors[0]);
  as_read.add(&self);
  as_read.add(&other);
  iterator_output(as_read, sizes, meta.result);
  return meta;
}

OutputMeta infer_copy_into(const CallTensors& tensors) {
  OutputMeta meta;
  // copy_ of a tensor onto itself does nothing
  if (tensors.inputs.tensors[0] == tensors.inputs.tensors[1]) return meta;
  IteratorInputs source;
  source.add(tensors.inputs.tensors[1]);
  check_overlap(*tensors.target, source, meta.reasons);
  Sizes sizes;
  const bool fits = broadcast_of(tensors.inputs, sizes);
  meta.reasons.add_if(!fits || sizes != sizes_of(*tensors.target), ErrorClass::Shape);
  return meta;
}

OutputMeta infer_masked_fill(const CallTensors& tensors, ScalarValue value) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  check_number(meta, self.dtype, value);
  const Geometry& mask = tensors.inputs[1];
  meta.result.dtype = self.dtype;
  Sizes sizes;
  const bool fits = broadcast_of(tensors.inputs, sizes);
  if (tensors.target) {
    meta.reasons.add_if(overlap_of(self, mask) == Overlap::Partial && &self != &mask, ErrorClass::Overlap);
    meta.reasons.add_if(!fits || sizes != sizes_of(self), ErrorClass::Shape);
  } else {
    meta.reasons.add_if(!fits, ErrorClass::Shape);
  }
  meta.reasons.add_if(mask.dtype != DType::Bool, ErrorClass::Dtype);
  if (fits && !tensors.target) give_contiguous(meta, tensors, sizes);
  return meta;
}

void check_value_tensor(OutputMeta& meta, DType dtype, const Geometry& value) {
  meta.reasons.add_if(value.rank != 0, ErrorClass::Shape);
  if (!always_fits(value.dtype, dtype)) meta.leave_unspecified(Unspecified::ValueBeyondDtype);
}

OutputMeta infer_masked_fill_by_tensor(const CallTensors& tensors) {
  CallTensors without_value = tensors;
  without_value.inputs.count = 2;
  OutputMeta meta = infer_masked_fill(without_value, {});
  check_value_tensor(meta, tensors.inputs[0].dtype, tensors.inputs[2]);
  return meta;
}

OutputMeta infer_abs(const CallTensors& tensors) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Parts, {.boolean = false});
  if (is_complex(tensors.inputs[0].dtype)) set_preserved(meta.result, tensors.inputs[0]);
  return meta;
}

OutputMeta infer_polygamma(const CallTensors& tensors, std::int64_t order) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Floating, {.half = false, .complex = false});
  meta.reasons.add_if(order < 0, ErrorClass::Argument);
  return meta;
}

OutputMeta infer_sum_of_two(const CallTensors& tensors, ScalarValue alpha) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted);
  check_alpha(meta, common_dtype(tensors.inputs, {}), alpha);
  return meta;
}

OutputMeta infer_sum_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha) {
  const Number number{true, other.kind};
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {}, number);
  check_alpha(meta, common_dtype(tensors.inputs, number), alpha);
  return meta;
}

OutputMeta infer_difference(const CallTensors& tensors, ScalarValue alpha) {
  OutputMeta meta = infer_subtraction(tensors);
  check_alpha(meta, common_dtype(tensors.inputs, {}), alpha);
  return meta;
}

OutputMeta infer_difference_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha) {
  const Number number{true, other.kind};
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {}, number);
  meta.reasons.add_if(tensors.inputs[0].dtype == DType::Bool || number.kind == ScalarValue::Kind::Bool,
                      ErrorClass::Dtype);
  check_alpha(meta, common_dtype(tensors.inputs, number), alpha);
  return meta;
}

OutputMeta infer_reversed_difference(const CallTensors& tensors, ScalarValue alpha) {
  CallTensors reversed = tensors;
  std::swap(reversed.inputs.tensors[0], reversed.inputs.tensors[1]);
  OutputMeta meta = infer_subtraction(reversed);
  check_alpha(meta, common_dtype(tensors.inputs, {}), alpha);
  return meta;
}

OutputMeta infer_power_of_number(const CallTensors& tensors, ScalarValue base) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.boolean = false}, {true, base.kind});
  set_contiguous(meta.result, sizes_of(tensors.inputs[0]));
  return meta;
}

OutputMeta infer_power_of_number_into(const CallTensors& tensors, ScalarValue base) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.boolean = false}, {true, base.kind});
  // pow.Scalar_out: libtorch resizes `out` before it reads the exponent, unless the base is 1. So an `out` that
  // overlaps the exponent makes the result unspecified.
  meta.leave_unspecified(Unspecified::OutputResizedBeforeRead,
                         meta.resizes && may_overlap(*tensors.target, tensors.inputs[0]));
  const DType dtype = meta.result.dtype;
  if (meta.resizes) set_contiguous(meta.result, sizes_of(tensors.inputs[0]));
  meta.result.dtype = dtype;
  return meta;
}

OutputMeta infer_rounded_quotient(const CallTensors& tensors, bool rounds, const ValueOracle* oracle) {
  return rounds ? infer_division(tensors, oracle) : pointwise(tensors, ResultDtype::Floating);
}

OutputMeta infer_rounded_quotient(const CallTensors& tensors, bool rounds, ScalarValue divisor) {
  return rounds ? infer_division(tensors, divisor)
                : pointwise(tensors, ResultDtype::Floating, {}, {true, divisor.kind});
}

OutputMeta infer_addcmul(const CallTensors& tensors, ScalarValue value) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .half = false});
  check_number(meta, common_dtype(tensors.inputs, {}), value);
  return meta;
}

OutputMeta infer_written_activation(const CallTensors& tensors, std::initializer_list<ScalarValue> slopes) {
  OutputMeta meta = only_on(tensors, is_floating, {.half = false});
  for (const ScalarValue slope : slopes)
    meta.leave_unspecified(Unspecified::InPlaceNegativeSlope, tensors.target != nullptr && slope.value < 0);
  return meta;
}

OutputMeta infer_celu(const CallTensors& tensors, ScalarValue alpha) {
  OutputMeta meta = infer_written_activation(tensors, {alpha});
  meta.reasons.add_if(alpha.value == 0, ErrorClass::Argument);
  return meta;
}

OutputMeta infer_softshrink(const CallTensors& tensors, ScalarValue limit) {
  OutputMeta meta = only_on(tensors, is_floating, {.half = false});
  meta.reasons.add_if(limit.value < 0, ErrorClass::Argument);
  return meta;
}

OutputMeta infer_fill(const Geometry& self, ScalarValue value) {
  OutputMeta meta;
  check_number(meta, self.dtype, value);
  return meta;
}

OutputMeta infer_fill_by_tensor(const Geometry& self, const Geometry& value) {
  OutputMeta meta;
  check_value_tensor(meta, self.dtype, value);
  return meta;
}

}  // namespace modecheck::spec
