// Defines the derivatives and dispatch tables of functions of one tensor. The gradient of a complex function is the
// incoming gradient times the conjugate of the function's derivative. If a function is real for real numbers, the
// conjugate of its derivative at x is its derivative at the conjugate of x. Formulas therefore use the conjugate of the
// saved tensor.
#include "spec/operators/unary.h"

#include <cmath>

#include "engine/derivatives/gradient.h"
#include "spec/operators/activation.h"
#include "spec/operators/comparison.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor plus(const at::Tensor& a, const c10::Scalar& b) { return add(a, number(b, a)); }
at::Tensor times(const at::Tensor& a, const c10::Scalar& b) { return mul(a, number(b, a)); }
at::Tensor squared(const at::Tensor& a) { return mul(a, a); }
at::Tensor exp(const at::Tensor& a) { return call<operators::exp>(a); }
at::Tensor rsqrt(const at::Tensor& a) { return call<operators::rsqrt>(a); }
at::Tensor sigmoid(const at::Tensor& a) { return call<operators::sigmoid>(a); }
at::Tensor gt(const at::Tensor& a, const c10::Scalar& b) { return call<operators::gt_Scalar>(a, b); }

at::Tensor keep_where(const at::Tensor& gradient, const at::Tensor& mask) {
  return where(mask, gradient, zeros({}, gradient));
}

// These functions return the gradients of asin and erf. acos and erfc differ from them in the sign of the gradient
// only.
at::Tensor asin_gradient(const at::Tensor& g, const at::Tensor& x) { return mul(g, rsqrt(plus(neg(squared(x)), 1))); }
at::Tensor erf_gradient(const at::Tensor& g, const at::Tensor& x) {
  return mul(times(exp(neg(squared(x))), 2.0 / std::sqrt(M_PI)), g);
}

// elu_, celu_ and leaky_relu_ compute the gradient from the result, which requires that the function is increasing.
void check_increasing(bool increasing, std::string_view op, std::string_view parameter, std::string_view instead) {
  MODECHECK_CHECK(increasing, ErrorClass::Argument, op, ": of a negative ", parameter,
                  " the argument cannot be told from the result; use ", instead);
}

// Returns `positive` where x is positive or NaN, and `other` elsewhere.
at::Tensor where_positive(const at::Tensor& x, const at::Tensor& positive, const at::Tensor& other) {
  return where(call<operators::logical_not>(gt(x, 0)), other, positive);
}

// Returns x, and stops the gradient where x is zero: as in libtorch the second derivative of elu and celu at zero is 0.
at::Tensor without_zero(const at::Tensor& x) { return masked_fill(x, call<operators::eq_Scalar>(x, 0), 0); }

}  // namespace

MODECHECK_GRADIENT(LogBackward0, (log, log_), self) { return div(g, conj(self)); }
MODECHECK_GRADIENT(Log2Backward0, (log2, log2_), self) { return div(g, times(conj(self), std::log(2.0))); }
MODECHECK_GRADIENT(Log10Backward0, (log10, log10_), self) { return div(g, times(conj(self), std::log(10.0))); }
MODECHECK_GRADIENT(Log1PBackward0, (log1p, log1p_), self) { return div(g, plus(conj(self), 1)); }
MODECHECK_GRADIENT(Exp2Backward0, (exp2, exp2_), result) { return times(mul(g, conj(result)), std::log(2.0)); }
MODECHECK_GRADIENT(Expm1Backward0, (expm1, expm1_), result) { return mul(g, plus(conj(result), 1)); }
MODECHECK_GRADIENT(SqrtBackward0, (sqrt, sqrt_), result) { return div(g, times(conj(result), 2)); }
MODECHECK_GRADIENT(RsqrtBackward0, (rsqrt, rsqrt_), result) {
  const at::Tensor y = conj(result);
  return mul(times(g, -0.5), mul(squared(y), y));
}
MODECHECK_GRADIENT(SinBackward0, (sin, sin_), self) { return mul(g, call<operators::cos>(conj(self))); }
MODECHECK_GRADIENT(CosBackward0, (cos, cos_), self) { return mul(g, neg(call<operators::sin>(conj(self)))); }
MODECHECK_GRADIENT(TanBackward0, (tan, tan_), result) { return mul(g, plus(squared(conj(result)), 1)); }
MODECHECK_GRADIENT(AsinBackward0, (asin, asin_), self) { return asin_gradient(g, conj(self)); }
MODECHECK_GRADIENT(AcosBackward0, (acos, acos_), self) { return neg(asin_gradient(g, conj(self))); }
MODECHECK_GRADIENT(AtanBackward0, (atan, atan_), self) { return div(g, plus(squared(conj(self)), 1)); }
MODECHECK_GRADIENT(SinhBackward0, (sinh, sinh_), self) { return mul(g, call<operators::cosh>(conj(self))); }
MODECHECK_GRADIENT(CoshBackward0, (cosh, cosh_), self) { return mul(g, call<operators::sinh>(conj(self))); }
MODECHECK_GRADIENT(AsinhBackward0, (asinh, asinh_), self) { return mul(g, rsqrt(plus(squared(conj(self)), 1))); }
// The derivative of acosh is 1 / (sqrt(x - 1) sqrt(x + 1)). On half of the complex plane this differs from 1 / sqrt(x^2
// - 1), so two roots are computed for complex numbers.
MODECHECK_GRADIENT(AcoshBackward0, (acosh, acosh_), self) {
  const at::Tensor x = conj(self);
  if (c10::isComplexType(x.scalar_type())) return mul(g, mul(rsqrt(plus(x, -1)), rsqrt(plus(x, 1))));
  return mul(g, rsqrt(plus(squared(x), -1)));
}
MODECHECK_GRADIENT(AtanhBackward0, (atanh, atanh_), self) { return div(g, plus(neg(squared(conj(self))), 1)); }
MODECHECK_GRADIENT(ErfBackward0, (erf, erf_), self) { return erf_gradient(g, self); }
MODECHECK_GRADIENT(ErfcBackward0, (erfc, erfc_), self) { return neg(erf_gradient(g, self)); }
MODECHECK_GRADIENT(LgammaBackward0, (lgamma, lgamma_), self) { return mul(g, call<operators::digamma>(self)); }
MODECHECK_GRADIENT(DigammaBackward0, (digamma, digamma_), self) { return mul(g, call<operators::polygamma>(1, self)); }
MODECHECK_GRADIENT(PolygammaBackward0, (polygamma), self, n) { return mul(g, call<operators::polygamma>(n + 1, self)); }
MODECHECK_GRADIENT(ReciprocalBackward0, (reciprocal, reciprocal_), result) {
  return mul(neg(g), squared(conj(result)));
}

// The derivative of sign and of the rounding functions is zero wherever it exists. The derivative of frac is one.
MODECHECK_GRADIENT(SignBackward0, (sign, sign_)) { return zeros_like(g); }
MODECHECK_GRADIENT_OF(SignBackward0, FloorBackward0, floor, floor_)
MODECHECK_GRADIENT_OF(SignBackward0, CeilBackward0, ceil, ceil_)
MODECHECK_GRADIENT_OF(SignBackward0, TruncBackward0, trunc, trunc_)
MODECHECK_GRADIENT_OF(SignBackward0, RoundBackward0, round, round_)
MODECHECK_GRADIENT(FracBackward0, (frac, frac_)) { return g; }

MODECHECK_GRADIENT(SiluBackward0, (silu, silu_), self) {
  const at::Tensor x = conj(self);
  const at::Tensor s = sigmoid(x);
  return mul(g, mul(s, plus(mul(x, sub(number(1, x), s)), 1)));
}
// The derivative of hardsigmoid is 1/6 where -3 < x < 3, and zero elsewhere.
MODECHECK_GRADIENT(HardsigmoidBackward0, (hardsigmoid, hardsigmoid_), self) {
  return keep_where(times(g, 1.0 / 6.0),
                    call<operators::logical_and>(gt(self, -3), call<operators::lt_Scalar>(self, 3)));
}
MODECHECK_GRADIENT(HardswishBackward0, (hardswish, hardswish_), self) {
  const at::Tensor bent = mul(g, plus(times(self, 1.0 / 3.0), 0.5));
  return where(call<operators::lt_Scalar>(self, -3), zeros({}, g), where(call<operators::le_Scalar>(self, 3), bent, g));
}
MODECHECK_GRADIENT(MishBackward0, (mish, mish_), self) {
  const at::Tensor t = call<operators::tanh>(call<operators::softplus>(self, 1, 20));
  return mul(g, add(t, mul(mul(self, sigmoid(self)), sub(number(1, t), squared(t)))));
}
// The derivative of gelu is the normal distribution function plus x times the density of the normal distribution.
MODECHECK_GRADIENT(GeluBackward0, (gelu, gelu_), self) {
  const at::Tensor share = times(plus(call<operators::erf>(times(self, std::sqrt(0.5))), 1), 0.5);
  const at::Tensor density = times(exp(times(squared(self), -0.5)), 1.0 / std::sqrt(2.0 * M_PI));
  return mul(g, add(share, mul(self, density)));
}
MODECHECK_GRADIENT(NanToNumBackward0, (nan_to_num, nan_to_num_), self) {
  return masked_fill(g, call<operators::logical_or>(call<operators::isinf>(self), call<operators::isnan>(self)), 0);
}
// Outside of [0, 1] logit is NaN, and so is its derivative.
MODECHECK_GRADIENT(LogitBackward0, (logit, logit_), self) {
  const at::Tensor outside = call<operators::logical_or>(call<operators::lt_Scalar>(self, 0), gt(self, 1));
  return masked_fill(div(g, mul(self, sub(number(1, self), self))), outside, std::nan(""));
}

MODECHECK_GRADIENT(EluBackward0, (elu), self, alpha, scale, input_scale) {
  const double inner = input_scale.toDouble();
  const at::Tensor curved =
      times(exp(times(without_zero(self), input_scale)), alpha.toDouble() * scale.toDouble() * inner);
  return where_positive(self, times(g, scale), mul(g, curved));
}
MODECHECK_GRADIENT(EluBackward1, (elu_), result, alpha, scale, input_scale) {
  check_increasing(alpha.toDouble() >= 0 && scale.toDouble() >= 0 && input_scale.toDouble() >= 0, "elu_", "factor",
                   "elu");
  const at::Tensor curved = times(plus(result, alpha.toDouble() * scale.toDouble()), input_scale);
  return where_positive(result, times(g, scale), mul(g, curved));
}

// Unlike elu, celu has the derivative 1 at zero for every alpha.
MODECHECK_GRADIENT(CeluBackward0, (celu), self, alpha) {
  return where_positive(self, g, mul(g, exp(times(without_zero(self), 1 / alpha.toDouble()))));
}
MODECHECK_GRADIENT(CeluBackward1, (celu_), result, alpha) {
  check_increasing(alpha.toDouble() > 0, "celu_", "alpha", "celu");
  return where_positive(result, g, mul(g, times(plus(result, alpha), 1 / alpha.toDouble())));
}

MODECHECK_GRADIENT(LeakyReluBackward0, (leaky_relu), self, negative_slope) {
  return where(gt(self, 0), g, times(g, negative_slope));
}
MODECHECK_GRADIENT(LeakyReluBackward1, (leaky_relu_), result, negative_slope) {
  check_increasing(negative_slope.toDouble() >= 0, "leaky_relu_", "slope", "leaky_relu");
  return where(gt(result, 0), g, times(g, negative_slope));
}

MODECHECK_GRADIENT(SoftshrinkBackward0, (softshrink), self, lambd) {
  return masked_fill(g, call<operators::le_Scalar>(call<operators::abs>(self), lambd), 0);
}

MODECHECK_GRADIENT(ThresholdBackward0, (threshold), self, threshold) {
  return masked_fill(g, call<operators::le_Scalar>(self, threshold), 0);
}
MODECHECK_GRADIENT_OF(ThresholdBackward0, ThresholdBackward1, threshold_)

MODECHECK_GRADIENT(SoftplusBackward0, (softplus), self, beta, threshold) {
  const at::Tensor scaled = times(self, beta);
  return where(gt(scaled, threshold), g, mul(g, sigmoid(scaled)));
}

// sgn returns the direction x / |x| of a complex number. The direction depends on the angle only, so the part of the
// gradient along the direction is removed.
MODECHECK_GRADIENT(SgnBackward0, (sgn, sgn_), self, result) {
  if (!c10::isComplexType(self.scalar_type())) return zeros_like(g);
  const at::Tensor along = mul(conj(result), g);
  const at::Tensor real = times(add(along, conj(along)), 0.5);
  const at::Tensor size = call<operators::abs>(self);
  const at::Tensor none = call<operators::eq_Scalar>(size, 0);
  return masked_fill(div(sub(g, mul(result, real)), masked_fill(size, none, 1)), none, 0);
}

// The derivative of hardtanh is one between the bounds and zero elsewhere, also at the bounds. For NaN the derivative
// is one.
MODECHECK_GRADIENT(HardtanhBackward0, (hardtanh, hardtanh_), self, min_val, max_val) {
  const at::Tensor low = number(min_val, self);
  const at::Tensor high = number(max_val, self);
  const at::Tensor out = masked_fill(g, add(formula::lt(self, low), eq(self, low)), 0);
  return masked_fill(out, add(formula::lt(high, self), eq(high, self)), 0);
}

// Where clamp's argument equals a bound the derivative is zero, which is the subgradient of least norm (PyTorch issue
// 184574). The derivative is also zero for NaN.
MODECHECK_GRADIENT(ClampBackward1, (clamp, clamp_), self, min, max) {
  const at::Tensor out = min.has_value() ? keep_where(g, formula::lt(number(*min, self), self)) : g;
  return max.has_value() ? keep_where(out, formula::lt(self, number(*max, self))) : out;
}
MODECHECK_GRADIENT(ClampMinBackward0, (clamp_min, clamp_min_), self, min) {
  return keep_where(g, formula::lt(number(min, self), self));
}
MODECHECK_GRADIENT(ClampMaxBackward0, (clamp_max, clamp_max_), self, max) {
  return keep_where(g, formula::lt(self, number(max, self)));
}

MODECHECK_REGISTER(log_out, log2_out, log10_out, log1p_out, exp2_out, expm1_out, sqrt_out, rsqrt_out, sin_out, cos_out,
                   tan_out, asin_out, acos_out, atan_out, sinh_out, cosh_out, asinh_out, acosh_out, atanh_out, erf_out,
                   erfc_out, lgamma_out, digamma_out, reciprocal_out)
MODECHECK_REGISTER(sign_out, floor_out, ceil_out, trunc_out, round_out, frac_out, silu_out, hardsigmoid_out, mish_out,
                   hardswish_out, gelu_out, nan_to_num_out, logit_out, sgn_out, hardtanh_out, clamp_out, clamp_min_out,
                   clamp_max_out)
MODECHECK_REGISTER(abs_out, sigmoid_out, tanh_out, elu_out, softshrink_out, threshold_out, leaky_relu_out, softplus_out)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(isnan, isinf, bitwise_not_)

}  // namespace modecheck::engine
