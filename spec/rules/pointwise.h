// Pointwise operators: what the tensor iterator checks and decides, and what single families add to it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// How the dtype of a pointwise result follows from its operands.
enum class ResultDtype : std::uint8_t {
  Same,      // that of the only input; `out` must have it
  Parts,     // the same, but of a complex input that of its parts
  Promoted,  // of all inputs
  Floating,  // promoted, integers become float32
  Compared,  // bool; a target keeps its own dtype
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

// Everything the iterator checks and decides, in its order: overlap, shape, dtype.
ResultPlan pointwise(const CallTensors& tensors, ResultDtype rule, Dtypes takes = {}, Number number = {});

// `alpha` must fit the dtype it multiplies.
void check_alpha(ResultPlan& plan, DType dtype, ScalarValue alpha);

// Subtraction looks at the operands: neither may be bool.
ResultPlan plan_subtraction(const CallTensors& tensors);

// A function that knows only some dtypes, of one tensor.
template <typename Known>
ResultPlan only_on(const CallTensors& tensors, Known known, Dtypes takes = {}) {
  ResultPlan plan = pointwise(tensors, ResultDtype::Same, takes);
  plan.reasons.add_if(!known(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return plan;
}

// A fresh result that was allocated like the argument, before the iterator had its say.
ResultPlan made_like(const CallTensors& tensors, ResultPlan plan);

// The sizes of complex numbers are worked out apart and then copied into a real output.
ResultPlan plan_abs_into(const CallTensors& tensors);

// Of a floating tensor the magnitudes are compared with a number, in two steps; of a complex one those of its real
// parts, which lie two apart; the others are joined to that in place.
ResultPlan plan_isinf(const CallTensors& tensors);

// The bounds take part in type promotion; the result's dtype is then also that of a target. A bound beyond an integer
// dtype does nothing, and is rejected where every element would have to become it (upstream #107702, #193169).
ResultPlan plan_clamp(const CallTensors& tensors, std::optional<ScalarValue> least, std::optional<ScalarValue> most);

// Bounded by one tensor it is the greater or the smaller of two; by two it is a function of its own, which knows fewer
// dtypes (L).
ResultPlan plan_clamp_by_tensors(const CallTensors& tensors);

ResultPlan plan_bitwise(const CallTensors& tensors, Number number);

// The limits of hardtanh do not take part in type promotion. Beyond the dtype they are those of a clamp.
ResultPlan plan_hardtanh(const CallTensors& tensors, ScalarValue least, ScalarValue most);

// What is raised is first converted to the common dtype, and a target must have it. Integers have no negative powers.
ResultPlan plan_power(const CallTensors& tensors, ScalarValue exponent);

// Only floating numbers are known to it.
ResultPlan plan_of_floats(const CallTensors& tensors);

// Remainders and rounded quotients. Integers cannot be divided by zero, which values alone tell; where they are out of
// sight, or would have to be converted first, there is no answer.
ResultPlan plan_division(const CallTensors& tensors, const ValueWitness* witness);

ResultPlan plan_division(const CallTensors& tensors, ScalarValue divisor);

// Nothing is converted.
ResultPlan plan_lerp(const CallTensors& tensors);

ResultPlan plan_addcdiv(const CallTensors& tensors);

ResultPlan plan_where(const CallTensors& tensors);

ResultPlan plan_copy_into(const CallTensors& tensors);

ResultPlan plan_masked_fill(const CallTensors& tensors, ScalarValue value);

// A tensor in the place of a number. Whether a number fits a narrower dtype only its value tells: there the model has
// no answer.
void check_value_tensor(ResultPlan& plan, DType dtype, const Geometry& value);

ResultPlan plan_masked_fill_by_tensor(const CallTensors& tensors);

// abs: the sizes of complex numbers lie as the numbers do.
ResultPlan plan_abs(const CallTensors& tensors);

ResultPlan plan_polygamma(const CallTensors& tensors, std::int64_t order);

// Sums and differences of two tensors, or of a tensor and a number, of which the second one is first multiplied.
ResultPlan plan_sum_of_two(const CallTensors& tensors, ScalarValue alpha);
ResultPlan plan_sum_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha);
ResultPlan plan_difference(const CallTensors& tensors, ScalarValue alpha);
ResultPlan plan_difference_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha);
// rsub: the minuend is the second tensor, and comes first for the strides of the result too.
ResultPlan plan_reversed_difference(const CallTensors& tensors, ScalarValue alpha);

// pow.Scalar, whose result lies row by row, whatever the exponent does; and its `out=` form.
ResultPlan plan_power_of_number(const CallTensors& tensors, ScalarValue base);
ResultPlan plan_power_of_number_into(const CallTensors& tensors, ScalarValue base);

// div with a rounding mode, or without one.
ResultPlan plan_rounded_quotient(const CallTensors& tensors, bool rounds, const ValueWitness* witness);
ResultPlan plan_rounded_quotient(const CallTensors& tensors, bool rounds, ScalarValue divisor);

ResultPlan plan_addcmul(const CallTensors& tensors, ScalarValue value);

// An in-place activation with these slopes. With a negative slope the result does not say from which side an element
// came, and libtorch says so in backward.
ResultPlan plan_written_activation(const CallTensors& tensors, std::initializer_list<ScalarValue> slopes);
ResultPlan plan_celu(const CallTensors& tensors, ScalarValue alpha);
ResultPlan plan_softshrink(const CallTensors& tensors, ScalarValue limit);

// fill: the elements become a number, or the only element of a tensor.
ResultPlan plan_fill(const Geometry& self, ScalarValue value);
ResultPlan plan_fill_by_tensor(const Geometry& self, const Geometry& value);

}  // namespace modecheck::spec
