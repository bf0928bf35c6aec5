#include "spec/result_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "spec/operator_id.h"

namespace modecheck::spec {
namespace {

namespace ops = operators;

// ---- what a plan ends with ----------------------------------------------------------------------------------

// A fresh row-major result, or `out` made to have these sizes.
void give_contiguous(ResultPlan& plan, const CallTensors& tensors, const Sizes& sizes) {
  if (sizes.rank > kMaxRank) {
    plan.beyond_limits = true;
    return;
  }
  set_contiguous(plan.result, sizes);
  if (tensors.out) plan.resizes = sizes_of(*tensors.target) != sizes;
}

// What a structured operator demands of `out`: exactly the dtype of the result.
void demand_out_dtype(ResultPlan& plan, const CallTensors& tensors) {
  if (tensors.out) plan.reasons.add_if(tensors.target->dtype != plan.result.dtype, ErrorClass::Dtype);
}

// ---- pointwise ----------------------------------------------------------------------------------------------

enum class ResultDtype : std::uint8_t {
  Same,      // that of the only input; `out` must have it
  Parts,     // the same, but of a complex input that of its parts
  Promoted,  // of all inputs
  Floating,  // promoted, integers become float32
  Compared,  // bool; a target keeps its own dtype
};

struct Number {
  bool present = false;
  ScalarValue::Kind kind = ScalarValue::Kind::Int;
};

// The dtypes that an operator's kernels know (L): the CPU has none for many on half-precision numbers, and complex
// numbers have no order.
struct Dtypes {
  bool boolean = true;
  bool half = true;
  bool complex = true;
  constexpr bool contains(DType dtype) const {
    return (boolean || dtype != DType::Bool) && (half || dtype != DType::Float16) && (complex || !is_complex(dtype));
  }
};

// `plan`, if given, is marked as beyond the limits where programs have no such dtype.
DType common_dtype(const IteratorInputs& inputs, Number number, ResultPlan* plan = nullptr) {
  Promotion promotion;
  for (int i = 0; i < inputs.count; ++i) promotion.add(inputs[i]);
  if (number.present) promotion.add_number(number.kind);
  if (plan != nullptr && promotion.wants_complex_half()) plan->beyond_limits = true;
  return promotion.result();
}

// Everything the iterator checks and decides, in its order: overlap, shape, dtype.
ResultPlan pointwise(const CallTensors& tensors, ResultDtype rule, Dtypes takes = {}, Number number = {}) {
  ResultPlan plan;
  const IteratorInputs& inputs = tensors.inputs;
  if (tensors.target) check_overlap(*tensors.target, inputs, plan.reasons);

  Sizes sizes;
  const bool fits = broadcast_of(inputs, sizes);
  plan.reasons.add_if(!fits, ErrorClass::Shape);
  // An `out` that is also read cannot be resized.
  bool fixed = tensors.target && !tensors.out;
  for (int i = 0; i < inputs.count; ++i) fixed = fixed || inputs.tensors[at(i)] == tensors.target;
  if (fits && fixed) plan.reasons.add_if(sizes != sizes_of(*tensors.target), ErrorClass::Shape);

  DType common = common_dtype(inputs, number, &plan);
  if (rule == ResultDtype::Floating && !is_differentiable(common)) common = DType::Float32;
  plan.reasons.add_if(!takes.contains(common), ErrorClass::Dtype);
  plan.result.dtype = rule == ResultDtype::Compared ? DType::Bool : common;
  if (rule == ResultDtype::Parts && is_complex(common))
    plan.result.dtype = common == DType::Complex64 ? DType::Float32 : DType::Float64;
  if (tensors.target && rule != ResultDtype::Compared) {
    const DType target = tensors.target->dtype;
    const bool same = rule == ResultDtype::Same || rule == ResultDtype::Parts;
    plan.reasons.add_if(same ? target != plan.result.dtype : !can_cast(common, target), ErrorClass::Dtype);
  }
  if (!fits || plan.beyond_limits) return plan;
  if (sizes.rank > kMaxRank) {
    plan.beyond_limits = true;
    return plan;
  }
  if (tensors.target && !tensors.out) return plan;
  if (tensors.out && sizes_of(*tensors.target) == sizes) return plan;

  // The strides come from the inputs as the kernel reads them: converted to the common dtype.
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
  if (tensors.out) plan.resizes = plan.restrides = true;
  return plan;
}

// `alpha` must fit the dtype it multiplies.
void check_alpha(ResultPlan& plan, DType dtype, ScalarValue alpha) {
  plan.reasons.add_if(alpha.kind == ScalarValue::Kind::Bool && dtype != DType::Bool, ErrorClass::Argument);
  plan.reasons.add_if(alpha.kind == ScalarValue::Kind::Float && !is_differentiable(dtype), ErrorClass::Argument);
}

// A number that becomes an element must be one: unsigned ones take integers round the circle, but no floating number
// below zero.
void check_number(ResultPlan& plan, DType dtype, ScalarValue number) {
  plan.reasons.add_if(dtype == DType::UInt8 && number.kind == ScalarValue::Kind::Float && number.value < 0,
                      ErrorClass::Argument);
}

// Subtraction looks at the operands: neither may be bool.
ResultPlan plan_subtraction(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
  for (int i = 0; i < tensors.inputs.count; ++i)
    plan.reasons.add_if(tensors.inputs[i].dtype == DType::Bool, ErrorClass::Dtype);
  return plan;
}

// A function that knows only some dtypes, of one tensor.
template <typename Known>
ResultPlan only_on(const CallTensors& tensors, Known known, Dtypes takes = {}) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Same, takes);
  plan.reasons.add_if(!known(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return plan;
}

// A fresh result that was allocated like the argument, before the iterator had its say.
ResultPlan made_like(const CallTensors& tensors, ResultPlan plan) {
  const DType dtype = plan.result.dtype;
  if (tensors.target == nullptr) set_preserved(plan.result, tensors.inputs[0]);
  plan.result.dtype = dtype;
  return plan;
}

// Of a floating tensor the magnitudes are compared with a number, in two steps.
ResultPlan plan_isinf(const CallTensors& tensors) {
  const ResultPlan magnitudes = pointwise(tensors, ResultDtype::Same);
  if (!magnitudes.reasons.none() || magnitudes.beyond_limits) return magnitudes;
  CallTensors second;
  second.inputs.add(&magnitudes.result);
  return pointwise(second, ResultDtype::Compared, {}, {true, ScalarValue::Kind::Float});
}

// The bounds take part in type promotion; the result's dtype is then also that of a target.
ResultPlan plan_clamp(const CallTensors& tensors, std::initializer_list<std::optional<ScalarValue>> bounds) {
  Promotion promotion;
  promotion.add(tensors.inputs[0]);
  bool any = false;
  for (const std::optional<ScalarValue>& bound : bounds) {
    if (!bound) continue;
    any = true;
    promotion.add_number(bound->kind);
  }
  const DType dtype = promotion.result();
  const Geometry self = converted(tensors.inputs[0], dtype);
  CallTensors as_read = tensors;
  as_read.inputs = {};
  as_read.inputs.add(dtype == tensors.inputs[0].dtype ? tensors.inputs.tensors[0] : &self);
  ResultPlan plan = pointwise(as_read, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
  plan.reasons.add_if(!any, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_bitwise(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
  plan.reasons.add_if(is_differentiable(common_dtype(tensors.inputs, {})), ErrorClass::Dtype);
  return plan;
}

// The limits of hardtanh do not take part in type promotion.
ResultPlan plan_hardtanh(const CallTensors& tensors, ScalarValue least, ScalarValue most) {
  ResultPlan plan =
      made_like(tensors, pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false}));
  plan.reasons.add_if(
      tensors.inputs[0].dtype == DType::UInt8 && (std::trunc(least.value) < 0 || std::trunc(most.value) < 0),
      ErrorClass::Argument);
  return plan;
}

// What is raised is first converted to the common dtype, and a target must have it. Integers have no negative powers.
ResultPlan plan_power(const CallTensors& tensors, ScalarValue exponent) {
  const DType dtype = common_dtype(tensors.inputs, {true, exponent.kind});
  const Geometry self = converted(tensors.inputs[0], dtype);
  CallTensors as_read = tensors;
  as_read.inputs = {};
  as_read.inputs.add(dtype == tensors.inputs[0].dtype ? tensors.inputs.tensors[0] : &self);
  ResultPlan plan = pointwise(as_read, ResultDtype::Same);
  plan.reasons.add_if(dtype == DType::Bool, ErrorClass::Dtype);
  plan.reasons.add_if(exponent.kind != ScalarValue::Kind::Float && exponent.value < 0 && !is_floating(dtype),
                      ErrorClass::Argument);
  return plan;
}

// Only floating numbers are known to it.
ResultPlan plan_of_floats(const CallTensors& tensors) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.half = false});
  plan.reasons.add_if(!is_floating(common_dtype(tensors.inputs, {})), ErrorClass::Dtype);
  return plan;
}

// Remainders and rounded quotients. Integers cannot be divided by zero, which values alone tell; where they are out of
// sight, or would have to be converted first, there is no answer.
ResultPlan plan_division(const CallTensors& tensors, const ValueWitness* witness) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .complex = false});
  const Geometry& divisor = tensors.inputs[1];
  if (is_differentiable(common_dtype(tensors.inputs, {})) || !plan.reasons.none()) return plan;
  if (tensors.inputs[0].numel() == 0 || divisor.numel() == 0 || witness == nullptr) return plan;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (divisor.dtype != common_dtype(tensors.inputs, {}) ||
      !(witness->all_within(divisor, 1, most) || witness->all_within(divisor, -most, 0)))
    plan.unanswered = true;
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

// Nothing is converted.
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
  // Bytes were masks before there was bool.
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

// Whether every number of one dtype lies within the range of another.
bool always_fits(DType from, DType to) {
  if (from == to || from == DType::Bool || to == DType::Complex128) return true;
  if (is_complex(from)) return false;
  if (is_differentiable(to)) return to != DType::Float16 && (is_integer(from) || to == DType::Float64);
  return is_integer(from) && to != DType::Bool && item_size(from) <= item_size(to);
}

// A tensor in the place of a number. Whether a number fits a narrower dtype only its value tells: there the model has
// no answer.
void check_value_tensor(ResultPlan& plan, DType dtype, const Geometry& value) {
  plan.reasons.add_if(value.rank != 0, ErrorClass::Shape);
  if (!always_fits(value.dtype, dtype)) plan.unanswered = true;
}

ResultPlan plan_masked_fill_by_tensor(const CallTensors& tensors) {
  CallTensors without_value = tensors;
  without_value.inputs.count = 2;
  ResultPlan plan = plan_masked_fill(without_value, {});
  check_value_tensor(plan, tensors.inputs[0].dtype, tensors.inputs[2]);
  return plan;
}

// ---- creation -----------------------------------------------------------------------------------------------

ResultPlan plan_filled(const IntList& size, DType dtype) {
  ResultPlan plan;
  plan.result.dtype = dtype;
  const Sizes sizes = sizes_of(size);
  for (std::int64_t length : size) plan.reasons.add_if(length < 0, ErrorClass::Shape);
  if (plan.reasons.none()) set_contiguous(plan.result, sizes);
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
  // An integer range is worked out in integers; but how long it is only that of int64.
  const bool truncated = is_integer(plan.result.dtype);
  const double first = truncated ? std::trunc(start.value) : start.value;
  const double last = truncated ? std::trunc(end.value) : end.value;
  const double by = truncated ? std::trunc(step.value) : step.value;
  plan.reasons.add_if(by == 0, ErrorClass::Argument);
  plan.reasons.add_if((by > 0 && last < first) || (by < 0 && last > first), ErrorClass::Argument);
  if (!plan.reasons.none()) return plan;
  const bool whole = plan.result.dtype == DType::Int64;
  const double span = whole ? last - first : end.value - start.value;
  const double length = std::ceil(span / (whole ? by : step.value));
  plan.reasons.add_if(length < 0, ErrorClass::Argument);
  if (!plan.reasons.none()) return plan;
  Sizes sizes;
  sizes.push(static_cast<std::int64_t>(length));
  set_contiguous(plan.result, sizes);
  return plan;
}

// ---- reductions ---------------------------------------------------------------------------------------------

ResultPlan plan_reduction(const CallTensors& tensors, const IntList& dims, bool keepdim, DType dtype) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  plan.result.dtype = dtype;
  std::array<bool, kMaxRank> reduced{};
  for (std::int64_t value : dims) {
    const int dim = wrapped_dim(value, self.rank);
    if (dim < 0 || reduced[at(dim)]) {
      plan.reasons.add(ErrorClass::Range);
      return plan;
    }
    reduced[at(dim)] = true;
  }
  if (dims.size == 0) reduced.fill(true);
  Sizes sizes;
  for (int i = 0; i < self.rank; ++i) {
    if (!reduced[at(i)]) {
      sizes.push(self.sizes[at(i)]);
    } else if (keepdim) {
      sizes.push(1);
    }
  }
  demand_out_dtype(plan, tensors);
  give_contiguous(plan, tensors, sizes);
  return plan;
}

ResultPlan plan_sum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType own = tensors.inputs[0].dtype;
  DType dtype = is_differentiable(own) ? own : DType::Int64;
  if (tensors.out) dtype = tensors.target->dtype;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, asked.value_or(dtype));
  plan.asks_for_integers = asked && !is_differentiable(*asked);
  return plan;
}

ResultPlan plan_mean(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType dtype = asked.value_or(tensors.inputs[0].dtype);
  if (is_differentiable(dtype)) return plan_reduction(tensors, dims, keepdim, dtype);
  ResultPlan plan;
  plan.reasons.add(ErrorClass::Dtype);
  plan.reasons.add(plan_reduction(tensors, dims, keepdim, dtype).reasons);
  return plan;
}

// `compares`: complex numbers have no order.
ResultPlan plan_extreme(const CallTensors& tensors, const IntList& dims, bool keepdim, bool compares) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, self.dtype);
  plan.reasons.add_if(compares && self.numel() != 0 && is_complex(self.dtype), ErrorClass::Dtype);
  demand_out_dtype(plan, tensors);  // before dimensions are looked at
  if (self.numel() != 0 || !plan.reasons.none()) return plan;
  // There is no largest element of none.
  plan.reasons.add_if(dims.size == 0, ErrorClass::Range);
  for (std::int64_t value : dims)
    plan.reasons.add_if(self.rank > 0 && self.sizes[at(wrapped_dim(value, self.rank))] == 0, ErrorClass::Range);
  return plan;
}

ResultPlan plan_amax(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  return plan_extreme(tensors, dims, keepdim, /*compares=*/true);
}

constexpr bool is_short_float(DType dtype) { return dtype == DType::Float16 || dtype == DType::BFloat16; }

IntList one_dim(std::int64_t dim) {
  IntList out;
  out.values[0] = dim;
  out.size = 1;
  return out;
}

// The CPU has no product of short floats (L); of nothing it is one in every dtype.
ResultPlan plan_prod(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  ResultPlan plan = plan_sum(tensors, dims, keepdim, asked);
  plan.reasons.add_if(is_short_float(plan.result.dtype) && tensors.inputs[0].numel() != 0, ErrorClass::Dtype);
  return plan;
}

// Only where there are no NaNs to skip, among integers, is it a sum of every dtype (L).
ResultPlan plan_nansum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_sum(tensors, dims, keepdim, asked);
  plan.reasons.add_if(is_complex(self.dtype), ErrorClass::Dtype);
  plan.reasons.add_if(is_floating(self.dtype) && !is_floating(plan.result.dtype) && self.numel() != 0,
                      ErrorClass::Dtype);
  return plan;
}

// Bytes were truth values before there was bool.
ResultPlan plan_truth(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const bool bytes = tensors.inputs[0].dtype == DType::UInt8;
  return plan_reduction(tensors, dims, keepdim, bytes ? DType::UInt8 : DType::Bool);
}

ResultPlan plan_place_of_extreme(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  // A single element along the dimension is not looked at (L).
  const int along = dim ? wrapped_dim(*dim, self.rank) : -1;
  const bool looks = self.rank == 0 || along < 0 || self.sizes[at(along)] != 1;
  ResultPlan plan = plan_extreme(tensors, dim ? one_dim(*dim) : IntList{}, keepdim, looks);
  plan.reasons.add_if(looks && self.numel() != 0 && self.dtype == DType::Bool, ErrorClass::Dtype);
  plan.result.dtype = DType::Int64;
  return plan;
}

// What becomes of an output that lies over itself or over what is read is each library's own.
void check_reduction_target(ResultPlan& plan, const CallTensors& tensors) {
  if (has_internal_overlap(*tensors.target) || tensors.target->storage == tensors.inputs[0].storage)
    plan.unanswered = true;
}

// The sum is written in the dtype of the output, and then divided: that integers are not, libtorch finds too late.
ResultPlan plan_mean_into(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType target = tensors.target->dtype;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, asked.value_or(target));
  plan.reasons.add_if(!is_differentiable(asked.value_or(tensors.inputs[0].dtype)), ErrorClass::Dtype);
  if (plan.reasons.none() && !is_differentiable(target)) plan.unanswered = true;
  check_reduction_target(plan, tensors);
  return plan;
}

ResultPlan plan_prod_into(const CallTensors& tensors, std::int64_t dim, bool keepdim, std::optional<DType> asked) {
  ResultPlan plan = plan_prod(tensors, one_dim(dim), keepdim, asked);
  check_reduction_target(plan, tensors);
  return plan;
}

ResultPlan plan_cumsum(const CallTensors& tensors, std::int64_t dim, std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = is_differentiable(self.dtype) ? self.dtype : DType::Int64;
  if (tensors.target) plan.result.dtype = tensors.target->dtype;
  if (asked) plan.result.dtype = *asked;
  plan.asks_for_integers = asked && !is_differentiable(*asked);
  if (tensors.target) plan.reasons.add_if(tensors.target->dtype != plan.result.dtype, ErrorClass::Dtype);
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  if (!tensors.target || tensors.out) give_contiguous(plan, tensors, sizes_of(self));
  // A single number is filled in, as such.
  if (self.rank == 0 && !always_fits(self.dtype, plan.result.dtype)) plan.unanswered = true;
  if (self.numel() == 0 || self.rank == 0) return plan;
  plan.reasons.add_if(plan.result.dtype == DType::Bool || plan.result.dtype == DType::Float16, ErrorClass::Dtype);
  if (!tensors.target || plan.resizes) return plan;
  // What has another dtype is converted, and then the copy is read.
  IteratorInputs read;
  if (self.dtype == tensors.target->dtype) read = tensors.inputs;
  check_overlap(*tensors.target, read, plan.reasons);
  return plan;
}

// Over no dimension there is no such function (L).
ResultPlan plan_logsumexp(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  const DType dtype = is_differentiable(self.dtype) ? self.dtype : DType::Float32;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, dtype);
  plan.reasons.add_if(is_complex(dtype) || dtype == DType::Float16, ErrorClass::Dtype);
  plan.reasons.add_if(dims.size == 0 && !keepdim && self.rank > 0 && self.numel() != 0, ErrorClass::Shape);
  return plan;
}

ResultPlan plan_variance(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const DType own = tensors.inputs[0].dtype;
  const DType parts = own == DType::Complex64 ? DType::Float32 : own == DType::Complex128 ? DType::Float64 : own;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, parts);
  plan.reasons.add_if(!is_differentiable(own), ErrorClass::Dtype);
  return plan;
}

// ---- joining and indexing -----------------------------------------------------------------------------------

// PyTorch's old empty tensor: joined with anything.
bool is_skipped(const Geometry& tensor) { return tensor.rank == 1 && tensor.sizes[0] == 0; }

ResultPlan plan_cat(const CallTensors& tensors, std::int64_t dim) {
  ResultPlan plan;
  const IteratorInputs& inputs = tensors.inputs;
  plan.result.dtype = common_dtype(inputs, {});
  const Geometry* first = nullptr;
  bool channels_last = true;
  for (int i = 0; i < inputs.count; ++i) {
    plan.reasons.add_if(inputs[i].rank == 0, ErrorClass::Shape);
    if (!is_skipped(inputs[i]) && !first) first = inputs.tensors[at(i)];
    channels_last &= suggests_channels_last(inputs[i]) && inputs[i].rank == inputs[0].rank;
  }
  Sizes sizes;
  if (first && plan.reasons.none()) {
    const int joined = wrapped_dim(dim, first->rank);
    if (joined < 0) {
      plan.reasons.add(ErrorClass::Range);
    } else {
      sizes = sizes_of(*first);
      sizes[joined] = 0;
      for (int i = 0; i < inputs.count; ++i) {
        const Geometry& input = inputs[i];
        if (is_skipped(input)) continue;
        bool fits = input.rank == first->rank;
        for (int d = 0; fits && d < first->rank; ++d) fits = d == joined || input.sizes[at(d)] == first->sizes[at(d)];
        plan.reasons.add_if(!fits, ErrorClass::Shape);
        if (fits) sizes[joined] += input.sizes[at(joined)];
      }
    }
  }
  if (!first) sizes.push(0);
  if (tensors.out) plan.reasons.add_if(!can_cast(plan.result.dtype, tensors.target->dtype), ErrorClass::Dtype);
  if (!plan.reasons.none()) return plan;
  give_contiguous(plan, tensors, sizes);
  if (channels_last && (!tensors.out || plan.resizes)) set_channels_last(plan.result, sizes);
  if (!tensors.out || !first) return plan;
  Geometry target = *tensors.target;
  if (plan.resizes) {
    target.rank = plan.result.rank;
    target.sizes = plan.result.sizes;
    target.strides = plan.result.strides;
  }
  plan.reasons.add_if(has_internal_overlap(target), ErrorClass::Overlap);
  for (int i = 0; i < inputs.count; ++i) {
    const Overlap overlap = overlap_of(target, inputs[i]);
    plan.reasons.add_if(
        inputs.tensors[at(i)] == tensors.target || overlap == Overlap::Partial || overlap == Overlap::Full,
        ErrorClass::Overlap);
  }
  return plan;
}

ResultPlan plan_stack(const CallTensors& tensors, std::int64_t dim) {
  ResultPlan plan;
  const IteratorInputs& inputs = tensors.inputs;
  const Geometry& first = inputs[0];
  const int joined = wrapped_dim(dim, first.rank + 1);
  if (joined < 0) {
    plan.reasons.add(ErrorClass::Range);
    return plan;
  }
  for (int i = 1; i < inputs.count; ++i) plan.reasons.add_if(!same_sizes(inputs[i], first), ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  Sizes sizes = sizes_of(first);
  sizes.insert(joined, inputs.count);
  if (sizes.rank > kMaxRank) {
    plan.beyond_limits = true;
    return plan;
  }
  // Joined along an existing dimension and seen with one more, or, at the end, along a new one.
  if (joined < first.rank) {
    plan = plan_cat(tensors, joined);
    if (plan.reasons.none()) {
      const Geometry flat = plan.result;
      if (!strides_for_view(flat, sizes, plan.result)) set_contiguous(plan.result, sizes);
    }
    return plan;
  }
  std::array<Geometry, IteratorInputs::capacity> raised;
  CallTensors parts;
  for (int i = 0; i < inputs.count; ++i) {
    raised[at(i)] = unsqueeze_of(inputs[i], joined).geometry;
    parts.inputs.add(&raised[at(i)]);
  }
  plan = plan_cat(parts, joined);
  return plan;
}

ResultPlan plan_index_select(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  plan.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  plan.reasons.add_if(d < 0, ErrorClass::Range);
  plan.reasons.add_if(index.rank > 1, ErrorClass::Shape);
  plan.reasons.add_if(self.rank == 0 && index.numel() != 1, ErrorClass::Shape);
  plan.reasons.add_if(index.dtype != DType::Int64 && index.dtype != DType::Int32, ErrorClass::Dtype);
  demand_out_dtype(plan, tensors);
  if (tensors.out) {
    const Geometry& target = *tensors.target;
    plan.reasons.add_if(has_internal_overlap(target), ErrorClass::Overlap);
    for (int i = 0; i < 2; ++i) {
      const Overlap overlap = overlap_of(target, tensors.inputs[i]);
      plan.reasons.add_if(
          tensors.inputs.tensors[at(i)] == &target || overlap == Overlap::Partial || overlap == Overlap::Full,
          ErrorClass::Overlap);
    }
  }
  if (!plan.reasons.none()) return plan;
  Sizes sizes = sizes_of(self);
  if (self.rank > 0) sizes[d] = index.numel();
  give_contiguous(plan, tensors, sizes);
  if (index.numel() > 0 && witness) {
    const std::int64_t length = self.rank == 0 ? 1 : self.sizes[at(d)];
    plan.reasons.add_if(!witness->all_within(index, 0, length), ErrorClass::Range);
  }
  return plan;
}

ResultPlan plan_gather(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  plan.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  plan.reasons.add_if(d < 0, ErrorClass::Range);
  if (index.numel() > 0) {
    plan.reasons.add_if(index.dtype != DType::Int64, ErrorClass::Dtype);
    const int rank = std::max<int>(self.rank, 1);
    bool fits = rank == std::max<int>(index.rank, 1);
    for (int i = 0; fits && i < rank; ++i) {
      const int own = self.rank == 0 ? 1 : self.sizes[at(i)];
      const int asked = index.rank == 0 ? 1 : index.sizes[at(i)];
      fits = i == d || asked <= own;
    }
    plan.reasons.add_if(!fits, ErrorClass::Shape);
  }
  if (!plan.reasons.none()) return plan;
  give_contiguous(plan, tensors, sizes_of(index));
  if (index.numel() > 0 && witness) {
    const std::int64_t length = self.rank == 0 ? 1 : self.sizes[at(d)];
    plan.reasons.add_if(!witness->all_within(index, 0, length), ErrorClass::Range);
  }
  return plan;
}

// ---- writing where an index says ------------------------------------------------------------------------------

// What is written may lie neither over itself nor over what is read. Where that cannot be told, what comes of it
// depends on the order of reads and writes: there the model has no answer.
void check_apart(ResultPlan& plan, const CallTensors& tensors) {
  if (tensors.target == nullptr) return;
  const Geometry& target = *tensors.target;
  plan.reasons.add_if(has_internal_overlap(target), ErrorClass::Overlap);
  if (may_overlap_itself(target) && !has_internal_overlap(target)) plan.unanswered = true;
  for (int i = 1; i < tensors.inputs.count; ++i) {
    const bool itself = tensors.inputs.tensors[at(i)] == &target;
    const Overlap overlap = itself ? Overlap::Full : overlap_of(target, tensors.inputs[i]);
    plan.reasons.add_if(overlap == Overlap::Partial || overlap == Overlap::Full, ErrorClass::Overlap);
    if (overlap == Overlap::TooHard && may_overlap(target, tensors.inputs[i])) plan.unanswered = true;
  }
}

// Slices along a dimension. What tensors without dimensions or elements make of an index is each operator's own, and so
// is a source that has to be broadcast: there the model has no answer.
ResultPlan plan_index_into(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness, bool int32_too,
                           bool from_the_end) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  plan.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  plan.reasons.add_if(d < 0, ErrorClass::Range);
  plan.reasons.add_if(index.rank > 1, ErrorClass::Shape);
  plan.reasons.add_if(index.dtype != DType::Int64 && !(int32_too && index.dtype == DType::Int32), ErrorClass::Dtype);
  check_apart(plan, tensors);
  if (self.rank == 0 || (self.numel() == 0 && index.numel() != 0)) plan.unanswered = true;
  if (tensors.inputs.count > 2) {
    const Geometry& source = tensors.inputs[2];
    plan.reasons.add_if(source.dtype != self.dtype, ErrorClass::Dtype);
    if (source.rank == 0 || source.rank != self.rank) plan.unanswered = true;
    if (plan.unanswered || d < 0) return plan;
    plan.reasons.add_if(index.numel() != source.sizes[at(d)], ErrorClass::Shape);
    for (int i = 0; i < self.rank; ++i)
      if (i != d && source.sizes[at(i)] != self.sizes[at(i)]) {
        plan.reasons.add(ErrorClass::Shape);
        if (source.sizes[at(i)] == 1 || source.numel() == 0) plan.unanswered = true;
      }
  }
  if (!plan.reasons.none() || plan.unanswered) return plan;
  set_contiguous(plan.result, sizes_of(self));
  if (index.numel() > 0 && witness) {
    const std::int64_t length = self.sizes[at(d)];
    plan.reasons.add_if(!witness->all_within(index, from_the_end ? -length : 0, length), ErrorClass::Range);
  }
  return plan;
}

ResultPlan plan_index_add(const CallTensors& tensors, std::int64_t dim, ScalarValue alpha,
                          const ValueWitness* witness) {
  ResultPlan plan = plan_index_into(tensors, dim, witness, /*int32_too=*/true, /*from_the_end=*/false);
  const DType dtype = tensors.inputs[0].dtype;
  if (dtype == DType::Bool || alpha.kind == ScalarValue::Kind::Bool) plan.unanswered = true;
  if (alpha.kind == ScalarValue::Kind::Float && !is_differentiable(dtype)) plan.unanswered = true;
  return plan;
}

ResultPlan plan_index_fill(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                           const ValueWitness* witness) {
  ResultPlan plan = plan_index_into(tensors, dim, witness, /*int32_too=*/false, /*from_the_end=*/true);
  check_number(plan, tensors.inputs[0].dtype, value);
  if (tensors.target == nullptr) {
    set_preserved(plan.result, tensors.inputs[0]);
  } else if (has_internal_overlap(*tensors.target)) {
    plan.unanswered = true;  // it is written all the same, with a warning
  }
  return plan;
}

// Elements. The documents promise a derivative for a source of the index's sizes only.
ResultPlan plan_scatter(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  const Geometry* source = tensors.inputs.count > 2 ? tensors.inputs.tensors[2] : nullptr;
  plan.result.dtype = self.dtype;
  const int d = wrapped_dim(dim, self.rank);
  plan.reasons.add_if(d < 0, ErrorClass::Range);
  if (source != nullptr) plan.reasons.add_if(source->dtype != self.dtype, ErrorClass::Dtype);
  check_apart(plan, tensors);
  if (self.rank == 0 || index.rank == 0 || (source != nullptr && source->rank == 0)) {
    plan.unanswered = true;
    return plan;
  }
  if (index.numel() > 0) {
    plan.reasons.add_if(index.dtype != DType::Int64, ErrorClass::Dtype);
    plan.reasons.add_if(index.rank != self.rank, ErrorClass::Shape);
    if (source != nullptr && source->rank != index.rank) {
      plan.reasons.add(ErrorClass::Shape);
      plan.reasons.add_if(source->rank < index.rank, ErrorClass::Range);
    }
    if (index.rank == self.rank)
      for (int i = 0; i < self.rank; ++i) {
        plan.reasons.add_if(i != d && index.sizes[at(i)] > self.sizes[at(i)], ErrorClass::Shape);
        if (source != nullptr && source->rank == index.rank)
          plan.reasons.add_if(index.sizes[at(i)] > source->sizes[at(i)], ErrorClass::Shape);
      }
  }
  if (!plan.reasons.none()) return plan;
  if (source != nullptr && !same_sizes(index, *source)) plan.unanswered = true;
  set_contiguous(plan.result, sizes_of(self));
  if (index.numel() > 0 && witness)
    plan.reasons.add_if(!witness->all_within(index, 0, self.sizes[at(d)]), ErrorClass::Range);
  return plan;
}

// Whether truth values are added or joined is the library's own.
ResultPlan plan_scatter_add(const CallTensors& tensors, std::int64_t dim, const ValueWitness* witness) {
  ResultPlan plan = plan_scatter(tensors, dim, witness);
  if (tensors.inputs[0].dtype == DType::Bool) plan.unanswered = true;
  return plan;
}

ResultPlan plan_scatter_value(const CallTensors& tensors, std::int64_t dim, ScalarValue value,
                              const ValueWitness* witness) {
  ResultPlan plan = plan_scatter(tensors, dim, witness);
  check_number(plan, tensors.inputs[0].dtype, value);
  return plan;
}

// ---- matrix products ----------------------------------------------------------------------------------------

// Kernels of matrix products want equal dtypes, and neither bool nor float16; without elements they are not called.
void check_product_dtypes(ResultPlan& plan, std::initializer_list<DType> dtypes, bool has_elements) {
  const DType first = *dtypes.begin();
  for (const DType dtype : dtypes) plan.reasons.add_if(dtype != first, ErrorClass::Dtype);
  plan.reasons.add_if(has_elements && (first == DType::Bool || first == DType::Float16), ErrorClass::Dtype);
}

ResultPlan plan_matrix_product(const CallTensors& tensors, const Geometry& a, const Geometry& b) {
  ResultPlan plan;
  plan.result.dtype = a.dtype;
  if (a.rank != 2 || b.rank != 2 || a.sizes[1] != b.sizes[0]) {
    plan.reasons.add(ErrorClass::Shape);
    return plan;
  }
  demand_out_dtype(plan, tensors);
  Sizes sizes;
  sizes.push(a.sizes[0]);
  sizes.push(b.sizes[1]);
  give_contiguous(plan, tensors, sizes);
  // Where no elements are multiplied the kernel is not called: zeros of any dtype fill any target.
  if (sizes.numel() == 0 || a.sizes[1] == 0) return plan;
  check_product_dtypes(plan, {a.dtype, b.dtype}, true);
  if (tensors.target && !plan.resizes) plan.reasons.add_if(has_internal_overlap(*tensors.target), ErrorClass::Overlap);
  return plan;
}

ResultPlan plan_addmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& a = tensors.inputs[1];
  const Geometry& b = tensors.inputs[2];
  ResultPlan plan;
  plan.reasons.add_if(self.dtype != b.dtype || a.dtype != b.dtype, ErrorClass::Dtype);
  CallTensors in_place;
  in_place.target = tensors.target;
  const ResultPlan product = plan_matrix_product(in_place, a, b);
  plan.result = product.result;
  plan.reasons.add(product.reasons);
  if (contains(plan.reasons.all, ErrorClass::Shape)) return plan;
  const Sizes sizes = sizes_of(plan.result);
  plan.reasons.add_if(tensors.target ? sizes_of(self) != sizes : !is_expandable_to(sizes_of(self), sizes),
                      ErrorClass::Shape);
  if (sizes.numel() > 0 && a.sizes[1] > 0) {
    check_number(plan, self.dtype, beta);
    check_number(plan, self.dtype, alpha);
  }
  if (sizes.numel() > 0 && a.sizes[1] == 0 && beta.value != 0) {
    // Nothing is multiplied, only `self` scaled: by type promotion, and into the target.
    plan.reasons.add_if(!can_cast(common_dtype(tensors.inputs, {true, beta.kind}), self.dtype), ErrorClass::Dtype);
    if (tensors.target) plan.reasons.add_if(has_internal_overlap(*tensors.target), ErrorClass::Overlap);
  }
  return plan;
}

// What libtorch makes of factors of two dtypes depends on whether it multiplies at all; of other ranks than the
// operator's nothing is left to ask.
ResultPlan plan_small_product(const Geometry& a, const Geometry& b, int rank_a, int rank_b,
                              ResultPlan (*plan_of)(const Geometry&, const Geometry&)) {
  ResultPlan plan;
  plan.reasons.add_if(a.rank != rank_a || b.rank != rank_b, ErrorClass::Shape);
  plan.reasons.add_if(a.rank == 0, ErrorClass::Range);
  if (plan.reasons.none()) plan = plan_of(a, b);
  if (a.dtype != b.dtype && (a.numel() == 0 || b.numel() == 0 || !plan.reasons.none())) plan.unanswered = true;
  return plan;
}

// How a product of vectors or batches reads what it writes is each library's own, if nothing else is wrong.
void check_product_target(ResultPlan& plan, const CallTensors& tensors, int first_factor) {
  if (tensors.target == nullptr || !plan.reasons.none()) return;
  if (has_internal_overlap(*tensors.target)) plan.unanswered = true;
  for (int i = tensors.out ? 0 : first_factor; i < tensors.inputs.count; ++i)
    if (tensors.inputs[i].storage == tensors.target->storage) plan.unanswered = true;
}

// Factors of two dtypes are wrong if they are multiplied at all; else what libtorch makes of them is its own.
void check_factor_dtypes(ResultPlan& plan, const Geometry& a, const Geometry& b) {
  if (a.dtype == b.dtype) return;
  const bool is_only_reason = plan.reasons.none() || plan.reasons.all == set_of(ErrorClass::Dtype);
  if (is_only_reason && (a.numel() == 0 || b.numel() == 0)) plan.unanswered = true;
  plan.reasons.add(ErrorClass::Dtype);
}

ResultPlan plan_small_product_into(const CallTensors& tensors, int rank_a, int rank_b,
                                   ResultPlan (*plan_of)(const Geometry&, const Geometry&)) {
  const Geometry& a = tensors.inputs[0];
  const Geometry& b = tensors.inputs[1];
  ResultPlan plan;
  plan.reasons.add_if(a.rank != rank_a || b.rank != rank_b, ErrorClass::Shape);
  plan.reasons.add_if(a.rank == 0, ErrorClass::Range);
  if (plan.reasons.none()) plan = plan_of(a, b);
  check_factor_dtypes(plan, a, b);
  if (plan.reasons.none()) give_contiguous(plan, tensors, sizes_of(plan.result));
  plan.result.dtype = b.dtype;
  demand_out_dtype(plan, tensors);
  check_product_target(plan, tensors, 0);
  // An output that is a factor has been given other sizes by the time that dot looks at it.
  const bool is_dot = rank_a == 1;
  for (int i = 0; i < 2; ++i)
    if (is_dot && tensors.inputs.tensors[at(i)] == tensors.target) plan.unanswered = true;
  return plan;
}

// beta * self + alpha * product, where `self` expands to the product.
ResultPlan plan_added_product(const CallTensors& tensors, ResultPlan product, bool multiplies, ScalarValue beta,
                              ScalarValue alpha) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = std::move(product);
  const bool in_place = tensors.target != nullptr && !tensors.out;
  const Sizes sizes = sizes_of(plan.result);
  if (!contains(plan.reasons.all, ErrorClass::Shape))
    plan.reasons.add_if(in_place ? sizes_of(self) != sizes : !is_expandable_to(sizes_of(self), sizes),
                        ErrorClass::Shape);
  const DType dtype = tensors.inputs[2].dtype;
  plan.result.dtype = dtype;
  if (tensors.target != nullptr) plan.reasons.add_if(tensors.target->dtype != dtype, ErrorClass::Dtype);
  check_factor_dtypes(plan, tensors.inputs[1], tensors.inputs[2]);
  check_product_target(plan, tensors, 1);
  if (!plan.reasons.none()) return plan;
  // It is converted, or not, depending on what is multiplied.
  if (self.dtype != dtype) plan.unanswered = true;
  give_contiguous(plan, tensors, sizes);
  if (multiplies) {
    check_number(plan, dtype, beta);
    check_number(plan, dtype, alpha);
  } else if (!is_differentiable(dtype)) {
    // Only scaled, by rules that differ from operator to operator.
    if (dtype == DType::Bool || beta.kind == ScalarValue::Kind::Float) plan.unanswered = true;
  }
  return plan;
}

ResultPlan plan_addmv(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha) {
  const Geometry& matrix = tensors.inputs[1];
  const Geometry& vector = tensors.inputs[2];
  ResultPlan product;
  product.reasons.add_if(matrix.rank != 2 || vector.rank != 1 || tensors.inputs[0].rank > 1, ErrorClass::Shape);
  if (product.reasons.none()) product = plan_mv(matrix, vector);
  ResultPlan plan = plan_added_product(tensors, product, matrix.numel() > 0, beta, alpha);
  // Of a matrix without elements libtorch scales `self` as it is, not as it expands.
  if (matrix.numel() == 0 && !same_sizes(tensors.inputs[0], plan.result)) plan.unanswered = true;
  // What is written must have a dimension, whatever the product's sizes are.
  plan.reasons.add_if(tensors.target != nullptr && tensors.inputs[0].rank == 0, ErrorClass::Range);
  return plan;
}

ResultPlan plan_baddbmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha, bool sums) {
  const Geometry& a = tensors.inputs[1];
  const Geometry& b = tensors.inputs[2];
  ResultPlan product;
  product.reasons.add_if(a.rank != 3 || b.rank != 3, ErrorClass::Shape);
  product.reasons.add_if(a.rank < 2 || b.rank < 3, ErrorClass::Range);
  if (product.reasons.none()) product = plan_bmm(a, b);
  if (sums && product.reasons.none()) {
    Sizes sizes = sizes_of(product.result);
    sizes.erase(0);
    set_contiguous(product.result, sizes);
  }
  return plan_added_product(tensors, product, a.numel() > 0 && b.numel() > 0, beta, alpha);
}

// ---- moving elements ----------------------------------------------------------------------------------------

ResultPlan plan_flip(const Geometry& self, const IntList& dims) {
  ResultPlan plan = plan_clone(self, /*preserve=*/true);
  std::array<bool, kMaxRank> flipped{};
  for (const std::int64_t value : dims) {
    const int dim = wrapped_dim(value, self.rank);
    plan.reasons.add_if(dim < 0 || flipped[at(std::max(dim, 0))], ErrorClass::Range);
    if (dim >= 0) flipped[at(dim)] = true;
  }
  return plan;
}

// Negative padding leaves out. What lies channels last stays so, which the model does not follow.
ResultPlan plan_pad(const Geometry& self, const IntList& pad, ScalarValue value) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(pad.size % 2 != 0, ErrorClass::Argument);
  plan.reasons.add_if(pad.size / 2 > self.rank, ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  Geometry kept = self;
  Sizes sizes = sizes_of(self);
  bool grows = false;
  for (int i = 0; 2 * i < pad.size; ++i) {
    const int d = self.rank - 1 - i;
    for (const std::int64_t side : {pad.values[at(2 * i)], pad.values[at(2 * i + 1)]}) {
      if (side < 0) kept.sizes[at(d)] += static_cast<std::int32_t>(side);
      plan.reasons.add_if(kept.sizes[at(d)] < 0, ErrorClass::Range);
      grows |= side > 0;
      sizes[d] += side;
    }
  }
  if (!plan.reasons.none()) return plan;
  if (!grows) {
    set_preserved(plan.result, kept);
    return plan;
  }
  for (int i = 0; 2 * i < pad.size; ++i) plan.reasons.add_if(sizes[self.rank - 1 - i] <= 0, ErrorClass::Shape);
  check_number(plan, self.dtype, value);
  plan.unanswered = suggests_channels_last(self);
  if (plan.reasons.none()) set_contiguous(plan.result, sizes);
  return plan;
}

// Whether libtorch finds that a written batch lies over itself depends on how it lies: there the model has no answer.
ResultPlan plan_triangle(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_clone(self, /*preserve=*/false);
  plan.reasons.add_if(self.rank < 2 && self.numel() > 0, ErrorClass::Range);
  plan.unanswered = tensors.target != nullptr && has_internal_overlap(self);
  return plan;
}

template <typename Row>
constexpr OperationId id = id_of<Row>();

#define MODECHECK_TENSOR_FORMS(name) \
  case id<ops::name##_Tensor>:       \
  case id<ops::name##__Tensor>:      \
  case id<ops::name##_Tensor_out>:
#define MODECHECK_SCALAR_FORMS(name) \
  case id<ops::name##_Scalar>:       \
  case id<ops::name##__Scalar>:      \
  case id<ops::name##_Scalar_out>:
// A function, its in-place form and its `out=` form.
#define MODECHECK_FORMS(name) \
  case id<ops::name>:         \
  case id<ops::name##_>:      \
  case id<ops::name##_out>:

}  // namespace

ResultPlan plan_clone(const Geometry& self, bool preserve) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  if (preserve) {
    set_preserved(plan.result, self);
  } else {
    set_contiguous(plan.result, sizes_of(self));
  }
  return plan;
}

ResultPlan plan_conversion(const Geometry& self, std::optional<DType> dtype) {
  ResultPlan plan;
  plan.result.dtype = dtype.value_or(self.dtype);
  plan.asks_for_integers = dtype && !is_differentiable(*dtype);
  set_preserved(plan.result, self);
  return plan;
}

ResultPlan plan_softmax(const Geometry& self, std::int64_t dim, bool half_to_float) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  plan.reasons.add_if(half_to_float, ErrorClass::Dtype);
  plan.reasons.add_if((!is_floating(self.dtype) || self.dtype == DType::Float16) && self.numel() > 0,
                      ErrorClass::Dtype);
  set_contiguous(plan.result, sizes_of(self));
  return plan;
}

ResultPlan plan_dot(const Geometry& self, const Geometry& other) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  check_product_dtypes(plan, {self.dtype, other.dtype}, true);
  plan.reasons.add_if(self.numel() != other.numel(), ErrorClass::Shape);
  set_contiguous(plan.result, {});
  return plan;
}

ResultPlan plan_mv(const Geometry& self, const Geometry& vector) {
  ResultPlan plan;
  plan.result.dtype = vector.dtype;
  plan.reasons.add_if(self.sizes[1] != vector.sizes[0], ErrorClass::Shape);
  check_product_dtypes(plan, {self.dtype, vector.dtype}, self.numel() > 0);
  Sizes sizes;
  sizes.push(self.sizes[0]);
  set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_mm(const Geometry& self, const Geometry& other) { return plan_matrix_product({}, self, other); }

ResultPlan plan_bmm(const Geometry& self, const Geometry& other) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(self.sizes[0] != other.sizes[0] || self.sizes[2] != other.sizes[1], ErrorClass::Shape);
  check_product_dtypes(plan, {self.dtype, other.dtype}, self.numel() > 0 && other.numel() > 0);
  Sizes sizes = sizes_of(self);
  sizes[2] = other.sizes[2];
  set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_result(const Record& record, const CallTensors& tensors, const ValueWitness* witness) {
  const Arguments arguments(record);
  const IteratorInputs& inputs = tensors.inputs;
  switch (record.operation) {
    case id<ops::neg>:
    case id<ops::neg_>:
    case id<ops::neg_out>:
      return pointwise(tensors, ResultDtype::Same, {.boolean = false});
    case id<ops::abs>: {
      ResultPlan plan = pointwise(tensors, ResultDtype::Parts, {.boolean = false});
      // The sizes of complex numbers lie as the numbers do.
      if (is_complex(inputs[0].dtype)) set_preserved(plan.result, inputs[0]);
      return plan;
    }
    case id<ops::abs_>:  // the size of a complex number is none
      return pointwise(tensors, ResultDtype::Same, {.boolean = false, .complex = false});
    case id<ops::relu>:
    case id<ops::relu_>:
      return pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
    case id<ops::abs_out>:
      return pointwise(tensors, ResultDtype::Same, {.boolean = false});
      MODECHECK_FORMS(floor)
      MODECHECK_FORMS(ceil)
      MODECHECK_FORMS(trunc)
      MODECHECK_FORMS(round)
      return pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
      MODECHECK_FORMS(hardtanh)
      return plan_hardtanh(tensors, arguments.scalar(1), arguments.scalar(2));
    case id<ops::exp>:
    case id<ops::exp_>:
    case id<ops::exp_out>:
    case id<ops::sigmoid>:
    case id<ops::sigmoid_>:
    case id<ops::tanh>:
    case id<ops::tanh_>:
    case id<ops::sigmoid_out>:
    case id<ops::tanh_out>:
    case id<ops::asinh>:
    case id<ops::asinh_out>:
    case id<ops::acosh>:
    case id<ops::acosh_out>:
    case id<ops::atanh>:
    case id<ops::atanh_out>:
      MODECHECK_FORMS(log)
      MODECHECK_FORMS(log2)
      MODECHECK_FORMS(log10)
      MODECHECK_FORMS(sqrt)
      MODECHECK_FORMS(rsqrt)
      MODECHECK_FORMS(sin)
      MODECHECK_FORMS(cos)
      MODECHECK_FORMS(tan)
      MODECHECK_FORMS(asin)
      MODECHECK_FORMS(acos)
      MODECHECK_FORMS(atan)
      MODECHECK_FORMS(sinh)
      MODECHECK_FORMS(cosh)
      return pointwise(tensors, ResultDtype::Floating, {.half = false});
      MODECHECK_FORMS(log1p)
      MODECHECK_FORMS(expm1)
      MODECHECK_FORMS(erf)
      MODECHECK_FORMS(erfc)
      MODECHECK_FORMS(atan2)
      return pointwise(tensors, ResultDtype::Floating, {.half = false, .complex = false});
      MODECHECK_FORMS(exp2)
      return pointwise(tensors, ResultDtype::Floating, {.complex = false});
      MODECHECK_FORMS(reciprocal)
    case id<ops::div_Tensor>:
    case id<ops::div__Tensor>:
    case id<ops::div_out>:
      return pointwise(tensors, ResultDtype::Floating);
      MODECHECK_FORMS(sign)
      return pointwise(tensors, ResultDtype::Same, {.complex = false});
      MODECHECK_FORMS(nan_to_num)
      return made_like(tensors, pointwise(tensors, ResultDtype::Same, {.complex = false}));
      MODECHECK_FORMS(frac)
      return only_on(tensors, is_floating);
      MODECHECK_FORMS(silu)
      MODECHECK_FORMS(hardsigmoid)
    case id<ops::hardswish>:
    case id<ops::hardswish_>:
      MODECHECK_FORMS(gelu)
    case id<ops::elu>:
    case id<ops::elu_out>:
    case id<ops::leaky_relu>:
    case id<ops::leaky_relu_out>:
    case id<ops::softplus>:
    case id<ops::softplus_out>:
      return only_on(tensors, is_floating, {.half = false});
      MODECHECK_FORMS(mish)
      return only_on(tensors, [](DType dtype) { return dtype == DType::Float32 || dtype == DType::Float64; });
    case id<ops::bitwise_not>:
    case id<ops::bitwise_not_>:
      return only_on(tensors, [](DType dtype) { return !is_differentiable(dtype); });
    case id<ops::isinf>:
      if (!is_floating(inputs[0].dtype)) return made_like(tensors, pointwise(tensors, ResultDtype::Compared));
      return plan_isinf(tensors);
    case id<ops::isnan>:
    case id<ops::logical_not>:
    case id<ops::logical_not_out>:
      return pointwise(tensors, ResultDtype::Compared);
      MODECHECK_FORMS(clamp)
      return plan_clamp(tensors, {arguments.optional_scalar(1), arguments.optional_scalar(2)});
    case id<ops::clamp_min>:
    case id<ops::clamp_min_>:
    case id<ops::clamp_max>:
    case id<ops::clamp_max_>:
      return plan_clamp(tensors, {arguments.scalar(1), std::nullopt});
    case id<ops::add_Tensor>:
    case id<ops::add__Tensor>:
    case id<ops::add_out>: {
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted);
      check_alpha(plan, common_dtype(inputs, {}), arguments.scalar(2));
      return plan;
    }
    case id<ops::add_Scalar>:
    case id<ops::add__Scalar>: {
      const Number number{true, arguments.scalar(1).kind};
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {}, number);
      check_alpha(plan, common_dtype(inputs, number), arguments.scalar(2));
      return plan;
    }
    case id<ops::sub_Tensor>:
    case id<ops::sub__Tensor>:
    case id<ops::sub_out>: {
      ResultPlan plan = plan_subtraction(tensors);
      check_alpha(plan, common_dtype(inputs, {}), arguments.scalar(2));
      return plan;
    }
    case id<ops::mul_Tensor>:
    case id<ops::mul__Tensor>:
    case id<ops::mul_out>:
      return pointwise(tensors, ResultDtype::Promoted);
    case id<ops::maximum>:
    case id<ops::maximum_out>:
    case id<ops::minimum>:
    case id<ops::minimum_out>:
    case id<ops::fmax>:
    case id<ops::fmax_out>:
    case id<ops::fmin>:
    case id<ops::fmin_out>:
      return pointwise(tensors, ResultDtype::Promoted, {.complex = false});
    case id<ops::mul_Scalar>:
    case id<ops::mul__Scalar>:
      return pointwise(tensors, ResultDtype::Promoted, {}, {true, arguments.scalar(1).kind});
      MODECHECK_TENSOR_FORMS(eq)
      MODECHECK_TENSOR_FORMS(ne)
    case id<ops::logical_and>:
    case id<ops::logical_and_out>:
    case id<ops::logical_or>:
    case id<ops::logical_or_out>:
    case id<ops::logical_xor>:
    case id<ops::logical_xor_out>:
      return pointwise(tensors, ResultDtype::Compared);
      MODECHECK_TENSOR_FORMS(lt)
      MODECHECK_TENSOR_FORMS(le)
      MODECHECK_TENSOR_FORMS(gt)
      MODECHECK_TENSOR_FORMS(ge)
      return pointwise(tensors, ResultDtype::Compared, {.complex = false});
      MODECHECK_SCALAR_FORMS(eq)
      MODECHECK_SCALAR_FORMS(ne)
      return pointwise(tensors, ResultDtype::Compared, {}, {true, arguments.scalar(1).kind});
      MODECHECK_SCALAR_FORMS(lt)
      MODECHECK_SCALAR_FORMS(le)
      MODECHECK_SCALAR_FORMS(gt)
      MODECHECK_SCALAR_FORMS(ge)
      return pointwise(tensors, ResultDtype::Compared, {.complex = false}, {true, arguments.scalar(1).kind});
    case id<ops::bitwise_and_Tensor>:
    case id<ops::bitwise_and__Tensor>:
    case id<ops::bitwise_or_Tensor>:
    case id<ops::bitwise_or__Tensor>:
    case id<ops::bitwise_xor_Tensor>:
    case id<ops::bitwise_xor__Tensor>:
      return plan_bitwise(tensors);
    case id<ops::copysign_Tensor>:
    case id<ops::copysign__Tensor>:
    case id<ops::copysign_out>:
    case id<ops::xlogy_Tensor>:
    case id<ops::xlogy__Tensor>:
    case id<ops::xlogy_OutTensor>:
      return pointwise(tensors, ResultDtype::Floating);
    case id<ops::rsub_Tensor>: {
      // It is the minuend that comes first, for the strides of the result too.
      CallTensors reversed = tensors;
      std::swap(reversed.inputs.tensors[0], reversed.inputs.tensors[1]);
      ResultPlan plan = plan_subtraction(reversed);
      check_alpha(plan, common_dtype(inputs, {}), arguments.scalar(2));
      return plan;
    }
    case id<ops::sub_Scalar>:
    case id<ops::sub__Scalar>:
    case id<ops::rsub_Scalar>: {
      const Number number{true, arguments.scalar(1).kind};
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {}, number);
      plan.reasons.add_if(inputs[0].dtype == DType::Bool || number.kind == ScalarValue::Kind::Bool, ErrorClass::Dtype);
      check_alpha(plan, common_dtype(inputs, number), arguments.scalar(2));
      return plan;
    }
    case id<ops::div_Scalar>:
    case id<ops::div__Scalar>:
      return pointwise(tensors, ResultDtype::Floating, {}, {true, arguments.scalar(1).kind});
    case id<ops::pow_Tensor_Scalar>:
    case id<ops::pow__Scalar>:
    case id<ops::pow_Tensor_Scalar_out>:
      return plan_power(tensors, arguments.scalar(1));
    case id<ops::pow_Tensor_Tensor>:
    case id<ops::pow_Tensor_Tensor_out>:
    case id<ops::pow__Tensor>:
      return pointwise(tensors, ResultDtype::Promoted, {.boolean = false});
    case id<ops::pow_Scalar>: {
      // Its result lies row by row, whatever the exponent does.
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false}, {true, arguments.scalar(0).kind});
      set_contiguous(plan.result, sizes_of(inputs[0]));
      return plan;
    }
    case id<ops::fmod_Tensor>:
    case id<ops::fmod__Tensor>:
    case id<ops::fmod_Tensor_out>:
    case id<ops::remainder_Tensor>:
    case id<ops::remainder__Tensor>:
    case id<ops::remainder_Tensor_out>:
      return plan_division(tensors, witness);
    case id<ops::fmod_Scalar>:
    case id<ops::fmod__Scalar>:
    case id<ops::remainder_Scalar>:
    case id<ops::remainder__Scalar>:
      return plan_division(tensors, arguments.scalar(1));
    case id<ops::div_Tensor_mode>:
    case id<ops::div__Tensor_mode>:
      if (!arguments.rounding_mode(2)) return pointwise(tensors, ResultDtype::Floating);
      return plan_division(tensors, witness);
      MODECHECK_FORMS(hypot)
    case id<ops::logaddexp>:
    case id<ops::logaddexp_out>:
      return plan_of_floats(tensors);
    case id<ops::lerp_Scalar>:
    case id<ops::lerp__Scalar>:
    case id<ops::lerp_Tensor>:
    case id<ops::lerp__Tensor>:
      return plan_lerp(tensors);
    case id<ops::addcmul>:
    case id<ops::addcmul_>: {
      ResultPlan plan = pointwise(tensors, ResultDtype::Promoted, {.boolean = false, .half = false});
      check_number(plan, common_dtype(inputs, {}), arguments.scalar(3));
      return plan;
    }
    case id<ops::addcdiv>:
    case id<ops::addcdiv_>:
      return plan_addcdiv(tensors);
    case id<ops::where_self>:
      return plan_where(tensors);
    case id<ops::copy_>:
      return plan_copy_into(tensors);
    case id<ops::zero_>:
      return {};
    case id<ops::fill__Scalar>: {
      ResultPlan plan;
      check_number(plan, inputs[0].dtype, arguments.scalar(1));
      return plan;
    }
    case id<ops::fill__Tensor>: {
      ResultPlan plan;
      check_value_tensor(plan, inputs[0].dtype, inputs[1]);
      return plan;
    }
    case id<ops::fill_Scalar>: {
      ResultPlan plan = plan_clone(inputs[0], /*preserve=*/true);
      check_number(plan, inputs[0].dtype, arguments.scalar(1));
      return plan;
    }
    case id<ops::masked_fill_Tensor>:
    case id<ops::masked_fill__Tensor>:
      return plan_masked_fill_by_tensor(tensors);
    case id<ops::masked_fill_Scalar>:
    case id<ops::masked_fill__Scalar>:
      return plan_masked_fill(tensors, arguments.scalar(2));
    case id<ops::empty_memory_format>:
    case id<ops::zeros>:
    case id<ops::ones>:
      return plan_filled(arguments.integers(0), arguments.optional_dtype(1).value_or(DType::Float32));
    case id<ops::rand>: {
      ResultPlan plan = plan_filled(arguments.integers(0), arguments.optional_dtype(1).value_or(DType::Float32));
      plan.reasons.add_if(!is_differentiable(plan.result.dtype), ErrorClass::Dtype);
      return plan;
    }
    case id<ops::full>: {
      const ScalarValue value = arguments.scalar(1);
      ResultPlan plan =
          plan_filled(arguments.integers(0), arguments.optional_dtype(2).value_or(dtype_of_number(value)));
      check_number(plan, plan.result.dtype, value);
      return plan;
    }
    case id<ops::arange_start_step>:
      return plan_arange(arguments);
    case id<ops::clone>:
      return plan_clone(inputs[0], /*preserve=*/true);
    case id<ops::_to_copy>:
      return plan_conversion(inputs[0], arguments.optional_dtype(1));
    case id<ops::sum>:
      return plan_sum(tensors, {}, false, arguments.optional_dtype(1));
    case id<ops::sum_dim_IntList>:
    case id<ops::sum_IntList_out>:
      return plan_sum(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::mean_dim>:
      return plan_mean(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::amax>:
      return plan_amax(tensors, arguments.integers(1), arguments.boolean(2));
    case id<ops::mean>:
      return plan_mean(tensors, {}, false, arguments.optional_dtype(1));
    case id<ops::amax_out>:
    case id<ops::amin>:
    case id<ops::amin_out>:
      return plan_amax(tensors, arguments.integers(1), arguments.boolean(2));
    case id<ops::prod>:
      return plan_prod(tensors, {}, false, arguments.optional_dtype(1));
    case id<ops::prod_dim_int>:
      return plan_prod(tensors, one_dim(arguments.integer(1)), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::nansum>:
      return plan_nansum(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::any>:
    case id<ops::all>:
      return plan_truth(tensors, {}, false);
    case id<ops::any_dim>:
    case id<ops::all_dim>:
      return plan_truth(tensors, one_dim(arguments.integer(1)), arguments.boolean(2));
    case id<ops::argmax>:
    case id<ops::argmin>:
      return plan_place_of_extreme(tensors, arguments.optional_integer(1), arguments.boolean(2));
    case id<ops::count_nonzero>: {
      const std::optional<std::int64_t> dim = arguments.optional_integer(1);
      return plan_reduction(tensors, dim ? one_dim(*dim) : IntList{}, false, DType::Int64);
    }
    case id<ops::mean_out>:
      return plan_mean_into(tensors, arguments.integers(1), arguments.boolean(2), arguments.optional_dtype(3));
    case id<ops::prod_int_out>:
      return plan_prod_into(tensors, arguments.integer(1), arguments.boolean(2), arguments.optional_dtype(3));
      MODECHECK_FORMS(cumprod)
    case id<ops::cumsum>:
    case id<ops::cumsum_>:
    case id<ops::cumsum_out>:
      return plan_cumsum(tensors, arguments.integer(1), arguments.optional_dtype(2));
    case id<ops::logsumexp>:
      return plan_logsumexp(tensors, arguments.integers(1), arguments.boolean(2));
    case id<ops::var_correction>:
    case id<ops::std_correction>:
      return plan_variance(tensors, arguments.integers(1), arguments.boolean(3));
    case id<ops::_softmax>:
      return plan_softmax(inputs[0], arguments.integer(1), arguments.boolean(2));
    case id<ops::cat>:
    case id<ops::cat_out>:
      return plan_cat(tensors, arguments.integer(1));
    case id<ops::stack>:
      return plan_stack(tensors, arguments.integer(1));
    case id<ops::index_select>:
    case id<ops::index_select_out>:
      return plan_index_select(tensors, arguments.integer(1), witness);
    case id<ops::gather>:
      return plan_gather(tensors, arguments.integer(1), witness);
    case id<ops::index_add>:
    case id<ops::index_add_>:
      return plan_index_add(tensors, arguments.integer(1), arguments.scalar(4), witness);
    case id<ops::index_copy>:
    case id<ops::index_copy_>:
      return plan_index_into(tensors, arguments.integer(1), witness, /*int32_too=*/false, /*from_the_end=*/false);
    case id<ops::index_fill_int_Scalar>:
    case id<ops::index_fill__int_Scalar>:
      return plan_index_fill(tensors, arguments.integer(1), arguments.scalar(3), witness);
    case id<ops::scatter_src>:
    case id<ops::scatter__src>:
      return plan_scatter(tensors, arguments.integer(1), witness);
    case id<ops::scatter_value>:
    case id<ops::scatter__value>:
      return plan_scatter_value(tensors, arguments.integer(1), arguments.scalar(3), witness);
    case id<ops::scatter_add>:
    case id<ops::scatter_add_>:
      return plan_scatter_add(tensors, arguments.integer(1), witness);
    case id<ops::mv>:
      return plan_small_product(inputs[0], inputs[1], 2, 1, plan_mv);
    case id<ops::dot>:
      return plan_small_product(inputs[0], inputs[1], 1, 1, plan_dot);
    case id<ops::bmm>:
      return plan_small_product(inputs[0], inputs[1], 3, 3, plan_bmm);
    case id<ops::mv_out>:
      return plan_small_product_into(tensors, 2, 1, plan_mv);
    case id<ops::dot_out>:
      return plan_small_product_into(tensors, 1, 1, plan_dot);
    case id<ops::bmm_out>:
      return plan_small_product_into(tensors, 3, 3, plan_bmm);
    case id<ops::addmv>:
    case id<ops::addmv_>:
      return plan_addmv(tensors, arguments.scalar(3), arguments.scalar(4));
    case id<ops::addbmm>:
      return plan_baddbmm(tensors, arguments.scalar(3), arguments.scalar(4), /*sums=*/true);
      MODECHECK_FORMS(baddbmm)
      return plan_baddbmm(tensors, arguments.scalar(3), arguments.scalar(4), /*sums=*/false);
    case id<ops::constant_pad_nd>:
      return plan_pad(inputs[0], arguments.integers(1), arguments.scalar(2));
    case id<ops::flip>:
      return plan_flip(inputs[0], arguments.integers(1));
    case id<ops::tril>:
    case id<ops::tril_>:
    case id<ops::triu>:
    case id<ops::triu_>:
      return plan_triangle(tensors);
    case id<ops::mm>:
    case id<ops::mm_out>:
      return plan_matrix_product(tensors, inputs[0], inputs[1]);
    case id<ops::addmm>:
    case id<ops::addmm_>:
      return plan_addmm(tensors, arguments.scalar(3), arguments.scalar(4));
    default:
      return {};
  }
}

}  // namespace modecheck::spec
