// Rules for pointwise operators: the checks and decisions of libtorch's TensorIterator, and the additional checks of
// some operators.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Says how the dtype of a pointwise result follows from its operands.
enum class ResultDtype : std::uint8_t {
  Same,      // the dtype of the only input, which `out` must have, too
  Parts,     // the dtype of the only input; for a complex input, the dtype of its real and imaginary part
  Promoted,  // the dtype to which all inputs are promoted
  Floating,  // the dtype to which all inputs are promoted, with float32 for integers
  Compared,  // bool; a tensor that the operator writes keeps its own dtype
};

// The dtypes that an operator's CPU kernels support in libtorch 1.13.1. Many kernels for half precision are missing,
// and complex numbers have no order.
struct Dtypes {
  bool boolean = true;
  bool half = true;
  bool complex = true;
  constexpr bool contains(DType dtype) const {
    return (boolean || dtype != DType::Bool) && (half || dtype != DType::Float16) && (complex || !is_complex(dtype));
  }
};

// Infers the metadata of a pointwise result. It makes all checks of TensorIterator in its order (overlap, shape,
// dtype).
OutputMeta pointwise(const CallTensors& tensors, ResultDtype rule, Dtypes takes = {}, Number number = {});

// Checks that the number `alpha` fits the dtype of the tensor that it multiplies.
void check_alpha(OutputMeta& meta, DType dtype, ScalarValue alpha);

// Infers the result's metadata for sub: checks the operands' own dtypes, of which neither may be bool.
OutputMeta infer_subtraction(const CallTensors& tensors);

// Infers the metadata of the result of a unary function whose kernel supports only the dtypes that `known` accepts.
template <typename Known>
OutputMeta only_on(const CallTensors& tensors, Known known, Dtypes takes = {}) {
  OutputMeta meta = pointwise(tensors, ResultDtype::Same, takes);
  meta.reasons.add_if(!known(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return meta;
}

// Gives the result the layout of the argument, for a kernel that allocates it so. TensorIterator then does not choose
// the strides.
OutputMeta made_like(const CallTensors& tensors, OutputMeta meta);

// Infers the result's metadata for abs with `out=`. libtorch computes magnitudes of complex numbers in a temporary, and
// then copies them into a real output.
OutputMeta infer_abs_into(const CallTensors& tensors);

// Infers the result's metadata for isinf. libtorch takes the magnitudes of a floating-point tensor, and then compares
// them with infinity. For a complex tensor, libtorch compares the real and the imaginary part, which are views with
// stride two. It then combines the two results in place.
OutputMeta infer_isinf(const CallTensors& tensors);

// Infers the result's metadata for clamp with numbers. The bounds take part in type promotion, for the result and for a
// target. A bound beyond an integer dtype has no effect. The call is rejected if every element would have to become
// such a bound (PyTorch issues 107702 and 193169).
OutputMeta infer_clamp(const CallTensors& tensors, std::optional<ScalarValue> least, std::optional<ScalarValue> most);

// Infers the result's metadata for clamp with tensors. With one bound it is the maximum or minimum of two tensors. With
// two bounds, libtorch 1.13.1 has a separate kernel, which supports fewer dtypes.
OutputMeta infer_clamp_by_tensors(const CallTensors& tensors);

OutputMeta infer_bitwise(const CallTensors& tensors, Number number);
// Infers the result's metadata for a shift of integers by a tensor or a number of bits. A shift by fewer than 0 bits,
// or by as many as the dtype has, is unspecified.
OutputMeta infer_shift(const CallTensors& tensors, const ValueOracle* oracle);
OutputMeta infer_shift(const CallTensors& tensors, ScalarValue bits);

// Infers the result's metadata for hardtanh, whose limits do not take part in type promotion. A limit beyond the dtype
// is treated as a bound of clamp.
OutputMeta infer_hardtanh(const CallTensors& tensors, ScalarValue least, ScalarValue most);

// Infers the result's metadata for pow with a number as exponent. The base is first converted to the common dtype, and
// a target must have that dtype. Integers have no negative powers.
OutputMeta infer_power(const CallTensors& tensors, ScalarValue exponent);

// Infers the result's metadata for hypot and logaddexp, whose kernels support floating-point dtypes only.
OutputMeta infer_of_floats(const CallTensors& tensors);

// Infers the result's metadata for remainders and rounded quotients. An integer cannot be divided by zero, which
// depends on values. If the values are unknown, or have to be converted first, the call is unspecified.
OutputMeta infer_division(const CallTensors& tensors, const ValueOracle* oracle);

OutputMeta infer_division(const CallTensors& tensors, ScalarValue divisor);

// Infers the result's metadata for lerp, which does no type promotion.
OutputMeta infer_lerp(const CallTensors& tensors);

OutputMeta infer_addcdiv(const CallTensors& tensors);

OutputMeta infer_where(const CallTensors& tensors);

OutputMeta infer_copy_into(const CallTensors& tensors);

OutputMeta infer_masked_fill(const CallTensors& tensors, ScalarValue value);

// Checks the tensor `value`, whose only element takes the place of a number that must fit `dtype`. If `value` has a
// wider dtype, the element may or may not fit. So the call is unspecified.
void check_value_tensor(OutputMeta& meta, DType dtype, const Geometry& value);

OutputMeta infer_masked_fill_by_tensor(const CallTensors& tensors);

// Infers the result's metadata for abs. The magnitudes of complex numbers have the same layout as the tensor of complex
// numbers.
OutputMeta infer_abs(const CallTensors& tensors);

OutputMeta infer_polygamma(const CallTensors& tensors, std::int64_t order);

// Infers the result's metadata for add and sub of two tensors, or of a tensor and a number. The second operand is first
// multiplied by alpha.
OutputMeta infer_sum_of_two(const CallTensors& tensors, ScalarValue alpha);
OutputMeta infer_sum_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha);
OutputMeta infer_difference(const CallTensors& tensors, ScalarValue alpha);
OutputMeta infer_difference_with_number(const CallTensors& tensors, ScalarValue other, ScalarValue alpha);
// Infers the result's metadata for rsub. It subtracts from the second tensor, which also comes first when
// TensorIterator chooses strides.
OutputMeta infer_reversed_difference(const CallTensors& tensors, ScalarValue alpha);

// Infers the result's metadata for pow.Scalar and its out variant. The result is row-major, whatever strides the
// exponent has.
OutputMeta infer_power_of_number(const CallTensors& tensors, ScalarValue base);
OutputMeta infer_power_of_number_into(const CallTensors& tensors, ScalarValue base);

// Infers the result's metadata for div with a rounding mode, or without one.
OutputMeta infer_rounded_quotient(const CallTensors& tensors, bool rounds, const ValueOracle* oracle);
OutputMeta infer_rounded_quotient(const CallTensors& tensors, bool rounds, ScalarValue divisor);

OutputMeta infer_addcmul(const CallTensors& tensors, ScalarValue value);

// Infers the result's metadata for an in-place activation with the slopes `slopes`. If a slope is negative, the result
// does not show the sign of the input, so libtorch raises in backward.
OutputMeta infer_written_activation(const CallTensors& tensors, std::initializer_list<ScalarValue> slopes);
OutputMeta infer_celu(const CallTensors& tensors, ScalarValue alpha);
OutputMeta infer_softshrink(const CallTensors& tensors, ScalarValue limit);

// Infers the result's metadata for fill_: every element becomes a number, or the only element of a tensor.
OutputMeta infer_fill(const Geometry& self, ScalarValue value);
OutputMeta infer_fill_by_tensor(const Geometry& self, const Geometry& value);

}  // namespace modecheck::spec
