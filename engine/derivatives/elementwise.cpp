// Defines the derivatives and dispatch tables of powers, remainders and rounded quotients, and of operators on three
// tensors.
#include "spec/operators/elementwise.h"

#include "engine/derivatives/gradient.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Converts an operand to the gradient's dtype. Formulas can then use integers and bools, and a float32 operand does not
// reduce the precision of a float64 gradient.
at::Tensor as_gradient(const at::Tensor& a, const at::Tensor& gradient) { return as_type(a, gradient.scalar_type()); }

at::Tensor drop_where(const at::Tensor& mask, const at::Tensor& gradient) {
  return where(mask, zeros({}, gradient), gradient);
}

at::Tensor real_part(const at::Tensor& a) { return as_type(a, c10::toRealValueType(a.scalar_type())); }

// Returns the gradient of the exponent of pow. It is zero where the base is 0 and the exponent is not negative.
at::Tensor slope_of_exponent(const at::Tensor& g, const at::Tensor& base, const at::Tensor& exponent,
                             const at::Tensor& result) {
  const at::Tensor flat =
      call<operators::logical_and>(eq(base, number(0, base)), call<operators::ge_Scalar>(real_part(exponent), 0));
  // Where the slope is dropped, the base counts as 1: zero times the infinite logarithm would make a second gradient
  // NaN.
  const at::Tensor safe = where(flat, number(1, base), base);
  // For float16 xlogy computes result * log(base), because log does not support that dtype.
  const at::Tensor slope = base.scalar_type() == c10::kHalf ? call<operators::xlogy_Tensor>(result, safe)
                                                            : mul(result, call<operators::log>(safe));
  return mul(g, conj(drop_where(flat, slope)));
}

// Sets the gradients of the argument and the bound of clamp_min, or of clamp_max if `at_least` is false. Where the
// argument equals the bound, each gets half of the gradient, as for maximum (PyTorch pull request 191142).
void give_to_clamped(Backward& b, const SavedTensor& self, const SavedTensor& bound, bool at_least) {
  const at::Tensor x = b.get(self);
  const at::Tensor y = b.get(bound);
  const at::Tensor shared = halved_where(eq(x, y), b.gradient());
  if (b.needs(0)) b.out(0) = masked_fill(shared, at_least ? lt(x, y) : lt(y, x), 0);
  if (b.needs(1)) b.out(1) = masked_fill(shared, at_least ? lt(y, x) : lt(x, y), 0);
}

}  // namespace

MODECHECK_GRADIENTS(PowBackward1, (pow_Tensor_Tensor, pow__Tensor), self, exponent, result) {
  const at::Tensor base = b.get(self);
  const at::Tensor to = b.get(exponent);
  if (b.needs(0)) {
    // Where the exponent is 0 the gradient is dropped, and the exponent counts as 1: a power of -1 of a zero would make
    // a second gradient NaN.
    const at::Tensor flat = eq(to, number(0, to));
    const at::Tensor power = masked_fill(as_gradient(to, g), flat, 1);
    const at::Tensor lower = call<operators::pow_Tensor_Tensor>(base, sub(power, number(1, power)));
    b.out(0) = drop_where(flat, mul(g, conj(mul(power, lower))));
  }
  if (b.needs(1)) b.out(1) = slope_of_exponent(g, as_gradient(base, g), to, b.get(result));
}
MODECHECK_GRADIENT(PowBackward2, (pow_Scalar), exponent, result, self) {
  return slope_of_exponent(g, number(self, g), exponent, result);
}

// fmod and remainder return self - q * other, where q is a rounded quotient, which has a zero derivative. The operands
// are saved only if the gradient of `other` is needed.
MODECHECK_GRADIENTS(FmodBackward0, (fmod_Tensor, fmod__Tensor), self_for_1, other_for_1) {
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1))
    b.out(1) =
        mul(neg(g), call<operators::div_Tensor_mode>(b.get(self_for_1), b.get(other_for_1), std::string_view("trunc")));
}
MODECHECK_GRADIENTS(RemainderBackward0, (remainder_Tensor, remainder__Tensor), self_for_1, other_for_1) {
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1))
    b.out(1) =
        mul(neg(g), call<operators::div_Tensor_mode>(b.get(self_for_1), b.get(other_for_1), std::string_view("floor")));
}
MODECHECK_GRADIENT(FmodBackward1, (fmod_Scalar, fmod__Scalar)) { return g; }
MODECHECK_GRADIENT_OF(FmodBackward1, RemainderBackward1, remainder_Scalar, remainder__Scalar)

// With a rounding mode the quotient is constant between its steps, so the gradients are zero. Without a rounding mode
// the operator is the true division.
MODECHECK_GRADIENTS(DivBackward2, (div_Tensor_mode, div__Tensor_mode), self_for_1, other, rounding_mode) {
  const at::Tensor divisor = b.get(other);
  if (rounding_mode.has_value()) {
    for (const std::size_t i : {0, 1})
      if (b.needs(i)) b.out(i) = zeros_like(g);
    return;
  }
  if (b.needs(0)) b.out(0) = div(g, conj(divisor));
  if (b.needs(1)) b.out(1) = mul(neg(g), conj(div(div(b.get(self_for_1), divisor), divisor)));
}
MODECHECK_GRADIENT(DivBackward3, (div_Scalar_mode, div__Scalar_mode), other, rounding_mode) {
  return rounding_mode.has_value() ? zeros_like(g) : div(g, number(other, g));
}

MODECHECK_GRADIENTS(ClampMinBackward1, (clamp_min_Tensor, clamp_min__Tensor), self, min) {
  give_to_clamped(b, self, min, true);
}
MODECHECK_GRADIENTS(ClampMaxBackward1, (clamp_max_Tensor, clamp_max__Tensor), self, max) {
  give_to_clamped(b, self, max, false);
}

// The gradient goes to the argument or to the bound that replaces the argument. Where the argument equals one bound,
// the argument and that bound get half of the gradient each (PyTorch pull request 191142). Where the argument equals
// both bounds, the argument gets the whole gradient. Where the lower bound exceeds the upper bound, the upper bound
// gets the gradient.
MODECHECK_GRADIENTS(ClampBackward0, (clamp_Tensor, clamp__Tensor), self, min, max) {
  const at::Tensor x = b.get(self);
  const at::Tensor low = min.present() ? b.get(min) : at::Tensor();
  const at::Tensor high = max.present() ? b.get(max) : at::Tensor();
  const auto both = [](const at::Tensor& p, const at::Tensor& q) { return call<operators::logical_and>(p, q); };
  const auto either = [](const at::Tensor& p, const at::Tensor& q) { return call<operators::logical_or>(p, q); };
  if (!low.defined() || !high.defined()) {
    const at::Tensor& bound = low.defined() ? low : high;
    const at::Tensor outside = low.defined() ? lt(x, low) : lt(high, x);
    const at::Tensor inside = low.defined() ? lt(low, x) : lt(x, high);
    const at::Tensor shared = halved_where(eq(x, bound), g);
    if (b.needs(0)) b.out(0) = masked_fill(shared, outside, 0);
    if (b.needs(1)) b.out(1) = masked_fill(shared, inside, 0);
    return;
  }
  const at::Tensor apart = lt(low, high);
  const at::Tensor at_low = both(eq(x, low), apart);
  const at::Tensor at_high = both(eq(x, high), apart);
  const at::Tensor shared = halved_where(either(at_low, at_high), g);
  const auto only = [&](const at::Tensor& where_it_flows) {
    return masked_fill(shared, call<operators::logical_not>(where_it_flows), 0);
  };
  const auto le = [](const at::Tensor& p, const at::Tensor& q) { return call<operators::le_Tensor>(p, q); };
  if (b.needs(0)) b.out(0) = only(both(le(low, x), le(x, high)));
  if (b.needs(1)) b.out(1) = only(either(both(lt(x, low), le(low, high)), at_low));
  if (b.needs(2)) b.out(2) = only(either(either(lt(high, x), lt(high, low)), at_high));
}

MODECHECK_GRADIENTS(HypotBackward0, (hypot, hypot_), self_for_0, other_for_1, result) {
  const at::Tensor length = b.get(result);
  if (b.needs(0)) b.out(0) = mul(g, div(b.get(self_for_0), length));
  if (b.needs(1)) b.out(1) = mul(g, div(b.get(other_for_1), length));
}

MODECHECK_GRADIENTS(LogaddexpBackward0, (logaddexp), self, other) {
  const at::Tensor x = as_gradient(b.get(self), g);
  const at::Tensor y = as_gradient(b.get(other), g);
  // The derivative is sigmoid(d), where d is the difference of the operands. It is not computed as 1 / (1 + exp(-d)),
  // because the second derivative would then square the divisor, and the square may overflow.
  const auto share = [&](const at::Tensor& difference) { return mul(g, call<operators::sigmoid>(difference)); };
  if (b.needs(0)) b.out(0) = share(sub(x, y));
  if (b.needs(1)) b.out(1) = share(sub(y, x));
}

MODECHECK_GRADIENTS(LerpBackward0, (lerp_Scalar, lerp__Scalar), weight) {
  const at::Tensor by = number(weight.conj(), g);
  if (b.needs(0)) b.out(0) = mul(g, sub(number(1, by), by));
  if (b.needs(1)) b.out(1) = mul(g, by);
}
MODECHECK_GRADIENTS(LerpBackward1, (lerp_Tensor, lerp__Tensor), self_for_2, end_for_2, weight) {
  const at::Tensor by = conj(b.get(weight));
  if (b.needs(0)) b.out(0) = mul(g, sub(number(1, by), by));
  if (b.needs(1)) b.out(1) = mul(g, by);
  if (b.needs(2)) b.out(2) = mul(g, conj(sub(b.get(end_for_2), b.get(self_for_2))));
}

// The derivative of copysign with respect to its first argument is 1 or -1, and zero where that argument is zero.
MODECHECK_GRADIENTS(CopysignBackward0, (copysign_Tensor, copysign__Tensor), self_for_0, result) {
  if (b.needs(0)) {
    const at::Tensor a = b.get(self_for_0);
    // A quotient by zero would make a second gradient NaN, although it is dropped.
    const at::Tensor flat = call<operators::eq_Scalar>(a, 0);
    b.out(0) = mul(g, masked_fill(div(b.get(result), masked_fill(a, flat, 1)), flat, 0));
  }
  if (b.needs(1)) b.out(1) = zeros_like(g);
}

MODECHECK_GRADIENTS(XlogyBackward0, (xlogy_Tensor, xlogy__Tensor), self, other) {
  const at::Tensor x = b.get(self);
  const at::Tensor y = b.get(other);
  if (b.needs(0)) {
    const at::Tensor flat =
        call<operators::logical_and>(call<operators::eq_Scalar>(x, 0), call<operators::le_Scalar>(y, 0));
    b.out(0) = masked_fill(call<operators::xlogy_Tensor>(g, y), flat, 0);
  }
  if (b.needs(1)) b.out(1) = div(mul(g, x), y);
}

// addcmul returns self + value * tensor1 * tensor2.
MODECHECK_GRADIENTS(AddcmulBackward0, (addcmul, addcmul_), tensor1_for_2, tensor2_for_1, value) {
  const auto scaled = [&](const SavedTensor& tensor) { return mul(b.get(tensor), number(value, g)); };
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1)) b.out(1) = mul(g, conj(scaled(tensor2_for_1)));
  if (b.needs(2)) b.out(2) = mul(g, conj(scaled(tensor1_for_2)));
}

// addcdiv returns self + value * tensor1 / tensor2. The divisor tensor2 is always saved, because the gradients of
// tensor1 and tensor2 need it.
MODECHECK_GRADIENTS(AddcdivBackward0, (addcdiv, addcdiv_), tensor1_for_2, tensor2, value) {
  const at::Tensor divisor = as_gradient(b.get(tensor2), g);
  if (b.needs(0)) b.out(0) = g;
  if (b.needs(1)) b.out(1) = mul(g, conj(div(number(value, g), divisor)));
  if (b.needs(2)) b.out(2) = mul(neg(g), conj(div(mul(b.get(tensor1_for_2), number(value, g)), mul(divisor, divisor))));
}

MODECHECK_REGISTER(pow_Tensor_Tensor_out, pow_Scalar_out, fmod_Tensor_out, remainder_Tensor_out, div_out_mode,
                   clamp_min_Tensor_out, clamp_max_Tensor_out, clamp_Tensor_out, hypot_out, logaddexp_out,
                   lerp_Scalar_out, lerp_Tensor_out, copysign_out, xlogy_OutTensor, addcmul_out, addcdiv_out)

}  // namespace modecheck::engine
