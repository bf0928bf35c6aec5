// Pointwise operators: the checks and decisions of the tensor iterator, and what single families add.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// How the dtype of a pointwise result follows from its operands.
enum class ResultDtype : std::uint8_t {
  Same,      // dtype of the only input; `out` must have the same
  Parts,     // as Same, but a complex input gives the dtype of its parts
  Promoted,  // promoted from all inputs
  Floating,  // promoted; integers become float32
  Compared,  // bool; a target keeps its own dtype
};

// The dtypes that an operator's kernels support in libtorch 1.13.1: the CPU lacks many kernels for half precision, and
// complex numbers have no order.
struct Dtypes {
  bool boolean = true;
  bool half = true;
  bool complex = true;
  constexpr bool contains(DType dtype) const {
    return (boolean || dtype != DType::Bool) && (half || dtype != DType::Float16) && (complex || !is_complex(dtype));
  }
};

// Everything the iterator checks and decides, in its order: overlap, shape, dtype.
OutputMeta pointwise(const CallTensors& tensors, ResultDtype rule, Dtypes takes = {}, Number number = {});

// `alpha` must fit the dtype it multiplies.
void check_alpha(OutputMeta& meta, DType dtype, ScalarValue alpha);

// Subtraction checks the operands' own dtypes: neither may be bool.
OutputMeta infer_subtraction(const CallTensors& tensors);

// A unary function whose kernel supports only the dtypes that `known` accepts.
template <typename Known>
OutputMeta only_on(const CallTensors& tensors, Known known, Dtypes takes = {}) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Same, takes);
  meta.reasons.add_if(!known(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return meta;
}

// The result is allocated like the argument, so the iterator does not choose its strides.
OutputMeta made_like(const CallTensors& tensors, OutputMeta meta);

// abs with `out=`: magnitudes of complex numbers are computed in a temporary and then copied into a real output.
OutputMeta infer_abs_into(const CallTensors& tensors);

// A floating tensor is done in two steps: take magnitudes, then compare them with infinity. A complex one does this for
// its real and imaginary parts, views with stride two, and combines the results in place.
OutputMeta infer_isinf(const CallTensors& tensors);

// The bounds take part in type promotion, for the result and for a target. A bound beyond an integer dtype has no
// effect. The call is rejected if every element would have to become such a bound (upstream #107702, #193169).
OutputMeta infer_clamp(const CallTensors& tensors, std::optional<ScalarValue> least, std::optional<ScalarValue> most);

// With one bound, clamp is the maximum or minimum of two tensors. With two bounds, libtorch 1.13.1 has a separate
// kernel, which supports fewer dtypes.
OutputMeta infer_clamp_by_tensors(const CallTensors& tensors);

OutputMeta infer_bitwise(const CallTensors& tensors, Number number);

// The limits of hardtanh do not take part in type promotion. A limit beyond the dtype is treated as a bound of clamp.
OutputMeta infer_hardtanh(const CallTensors& tensors, ScalarValue least, ScalarValue most);

// The base is first converted to the common dtype, and a target must have that dtype. Integers have no negative powers.
OutputMeta infer_power(const CallTensors& tensors, ScalarValue exponent);

// The kernels support floating-point dtypes only.
OutputMeta infer_of_floats(const CallTensors& tensors);

// Remainders and rounded quotients. An integer cannot be divided by zero, which only the values tell. If the values are
// not known, or have to be converted first, the call is unspecified.
OutputMeta infer_division(const CallTensors& tensors, const ValueOracle* oracle);

OutputMeta infer_division(const CallTensors& tensors, ScalarValue divisor);

// lerp does no type promotion.
OutputMeta infer_lerp(const CallTensors& tensors);

OutputMeta infer_addcdiv(const CallTensors& tensors);

OutputMeta infer_where(const CallTensors& tensors);

OutputMeta infer_copy_into(const CallTensors& tensors);

OutputMeta infer_masked_fill(const CallTensors& tensors, ScalarValue value);

// A tensor in the place of a number. If it has a wider dtype, only its value tells whether it fits: unspecified.
void check_value_tensor(OutputMeta& meta, DType dtype, const Geometry& value);

OutputMeta infer_masked_fill_by_tensor(const CallTensors& tensors);

// abs: magnitudes of complex numbers have the layout of those numbers.
OutputMeta infer_abs(const CallTensors& tensors);

OutputMeta infer_polygamma(const CallTensors& tensors, std::int64_t order);

// Sums and differences of two tensors, or of a tensor and a number; the second operand is first multiplied by alpha.
OutputMeta infer_sum_of_two(const CallTensors& tensors, ScalarValue alpha);
OutputMeta infer_sum_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha);
OutputMeta infer_difference(const CallTensors& tensors, ScalarValue alpha);
OutputMeta infer_difference_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha);
// rsub: the minuend is the second tensor, which also comes first when the iterator chooses strides.
OutputMeta infer_reversed_difference(const CallTensors& tensors, ScalarValue alpha);

// pow.Scalar, whose result is row-major whatever the exponent's strides are; and its out variant.
OutputMeta infer_power_of_number(const CallTensors& tensors, ScalarValue base);
OutputMeta infer_power_of_number_into(const CallTensors& tensors, ScalarValue base);

// div with a rounding mode, or without one.
OutputMeta infer_rounded_quotient(const CallTensors& tensors, bool rounds, const ValueOracle* oracle);
OutputMeta infer_rounded_quotient(const CallTensors& tensors, bool rounds, ScalarValue divisor);

OutputMeta infer_addcmul(const CallTensors& tensors, ScalarValue value);

// An in-place activation with these slopes. With a negative slope, the result does not tell the sign of the input, and
// libtorch raises in backward.
OutputMeta infer_written_activation(const CallTensors& tensors, std::initializer_list<ScalarValue> slopes);
OutputMeta infer_celu(const CallTensors& tensors, ScalarValue alpha);
OutputMeta infer_softshrink(const CallTensors& tensors, ScalarValue limit);

// fill: every element becomes a number, or the only element of a tensor.
OutputMeta infer_fill(const Geometry& self, ScalarValue value);
OutputMeta infer_fill_by_tensor(const Geometry& self, const Geometry& value);

}  // namespace modecheck::spec
