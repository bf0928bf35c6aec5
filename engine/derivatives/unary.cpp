// Functions of one tensor: derivatives and dispatch tables. The registrations at the end name OfArgument or OfResult,
// depending on the tensor from which the gradient is computed.
#include "spec/operators/unary.h"

#include <cmath>

#include "engine/derivatives/arithmetic.h"
#include "engine/kernels/register.h"
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

// Saves the argument. An in-place form overwrites the argument, so it saves a copy.
template <typename Op>
struct KeepsArgument : Differentiable {
  SavedTensor self;
  auto saved() { return std::tie(self); }
  template <typename... Parameters>
  void save(Saver& saver, const at::Tensor& a, const Parameters&... /*parameters*/) {
    if constexpr (kind_of<Op> == OperatorKind::InPlace)
      saver.overwritten(self, a);
    else
      saver.input(self, a);
  }
};

// For a complex function that is real on the real line, the derivative at the conjugate is the conjugate of the
// derivative. A formula therefore gets the conjugate of the saved tensor.
using Formula = at::Tensor (*)(const at::Tensor& gradient, const at::Tensor& kept);

template <typename Op, Formula formula>
struct OfArgument : KeepsArgument<Op> {
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = formula(b.gradient(), conj(b.get(this->self)));
  }
};

template <typename Op, Formula formula>
struct OfResult : Differentiable {
  static constexpr bool saves_result = true;
  SavedTensor result;
  auto saved() { return std::tie(result); }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = formula(b.gradient(), conj(b.get(result)));
  }
};

// The derivative is zero if `flat` is set, and otherwise one, wherever it exists.
template <bool flat>
struct OfNothing : Differentiable {
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = flat ? zeros_like(b.gradient()) : b.gradient();
  }
};

at::Tensor keep_where(const at::Tensor& gradient, const at::Tensor& mask) {
  return where(mask, gradient, zeros({}, gradient));
}

at::Tensor log_slope(const at::Tensor& g, const at::Tensor& x) { return div(g, x); }
at::Tensor log2_slope(const at::Tensor& g, const at::Tensor& x) { return div(g, times(x, std::log(2.0))); }
at::Tensor log10_slope(const at::Tensor& g, const at::Tensor& x) { return div(g, times(x, std::log(10.0))); }
at::Tensor log1p_slope(const at::Tensor& g, const at::Tensor& x) { return div(g, plus(x, 1)); }
at::Tensor exp2_slope(const at::Tensor& g, const at::Tensor& y) { return times(mul(g, y), std::log(2.0)); }
at::Tensor expm1_slope(const at::Tensor& g, const at::Tensor& y) { return mul(g, plus(y, 1)); }
at::Tensor sqrt_slope(const at::Tensor& g, const at::Tensor& y) { return div(g, times(y, 2)); }
at::Tensor rsqrt_slope(const at::Tensor& g, const at::Tensor& y) { return mul(times(g, -0.5), mul(squared(y), y)); }
at::Tensor sin_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, call<operators::cos>(x)); }
at::Tensor cos_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, neg(call<operators::sin>(x))); }
at::Tensor tan_slope(const at::Tensor& g, const at::Tensor& y) { return mul(g, plus(squared(y), 1)); }
at::Tensor asin_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, rsqrt(plus(neg(squared(x)), 1))); }
at::Tensor acos_slope(const at::Tensor& g, const at::Tensor& x) { return neg(asin_slope(g, x)); }
at::Tensor atan_slope(const at::Tensor& g, const at::Tensor& x) { return div(g, plus(squared(x), 1)); }
at::Tensor sinh_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, call<operators::cosh>(x)); }
at::Tensor cosh_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, call<operators::sinh>(x)); }
at::Tensor asinh_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, rsqrt(plus(squared(x), 1))); }
// On half of the complex plane the root of a product differs from the product of the roots, so the roots are separate.
at::Tensor acosh_slope(const at::Tensor& g, const at::Tensor& x) {
  if (c10::isComplexType(x.scalar_type())) return mul(g, mul(rsqrt(plus(x, -1)), rsqrt(plus(x, 1))));
  return mul(g, rsqrt(plus(squared(x), -1)));
}
at::Tensor atanh_slope(const at::Tensor& g, const at::Tensor& x) { return div(g, plus(neg(squared(x)), 1)); }
at::Tensor erf_slope(const at::Tensor& g, const at::Tensor& x) {
  return mul(times(exp(neg(squared(x))), 2.0 / std::sqrt(M_PI)), g);
}
at::Tensor erfc_slope(const at::Tensor& g, const at::Tensor& x) { return neg(erf_slope(g, x)); }
at::Tensor lgamma_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, call<operators::digamma>(x)); }
at::Tensor digamma_slope(const at::Tensor& g, const at::Tensor& x) { return mul(g, call<operators::polygamma>(1, x)); }
at::Tensor reciprocal_slope(const at::Tensor& g, const at::Tensor& y) { return mul(neg(g), squared(y)); }
at::Tensor silu_slope(const at::Tensor& g, const at::Tensor& x) {
  const at::Tensor s = sigmoid(x);
  return mul(g, mul(s, plus(mul(x, sub(number(1, x), s)), 1)));
}
// The derivative is zero unless -3 < x < 3.
at::Tensor hardsigmoid_slope(const at::Tensor& g, const at::Tensor& x) {
  return keep_where(times(g, 1.0 / 6.0), call<operators::logical_and>(gt(x, -3), call<operators::lt_Scalar>(x, 3)));
}
at::Tensor hardswish_slope(const at::Tensor& g, const at::Tensor& x) {
  const at::Tensor bent = mul(g, plus(times(x, 1.0 / 3.0), 0.5));
  return where(call<operators::lt_Scalar>(x, -3), zeros({}, g), where(call<operators::le_Scalar>(x, 3), bent, g));
}
at::Tensor mish_slope(const at::Tensor& g, const at::Tensor& x) {
  const at::Tensor t = call<operators::tanh>(call<operators::softplus>(x, 1, 20));
  return mul(g, add(t, mul(mul(x, sigmoid(x)), sub(number(1, t), squared(t)))));
}
// The derivative is the normal distribution function plus x times its density.
at::Tensor gelu_slope(const at::Tensor& g, const at::Tensor& x) {
  const at::Tensor share = times(plus(call<operators::erf>(times(x, std::sqrt(0.5))), 1), 0.5);
  const at::Tensor density = times(exp(times(squared(x), -0.5)), 1.0 / std::sqrt(2.0 * M_PI));
  return mul(g, add(share, mul(x, density)));
}
at::Tensor finite_slope(const at::Tensor& g, const at::Tensor& x) {
  return masked_fill(g, call<operators::logical_or>(call<operators::isinf>(x), call<operators::isnan>(x)), 0);
}

struct EluDerivative : KeepsArgument<operators::elu> {
  static constexpr const char* name = "EluBackward0";
  c10::Scalar below, above, inner;
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& alpha, const c10::Scalar& scale,
            const c10::Scalar& input_scale) {
    KeepsArgument::save(saver, a);
    below = alpha.toDouble() * scale.toDouble();
    above = scale;
    inner = input_scale;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(self);
    const at::Tensor& g = b.gradient();
    // As in libtorch the second derivative at zero is 0.
    const at::Tensor bend = masked_fill(x, call<operators::eq_Scalar>(x, 0), 0);
    const at::Tensor curved = times(exp(times(bend, inner)), below.toDouble() * inner.toDouble());
    b.out(0) = where(call<operators::logical_not>(gt(x, 0)), mul(g, curved), times(g, above));
  }
};

// celu has only one parameter, and its slope at zero is one on both sides.
struct CeluDerivative : KeepsArgument<operators::celu> {
  static constexpr const char* name = "CeluBackward0";
  c10::Scalar alpha;
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& scale) {
    KeepsArgument::save(saver, a);
    alpha = scale;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(self);
    const at::Tensor& g = b.gradient();
    const at::Tensor bend = masked_fill(x, call<operators::eq_Scalar>(x, 0), 0);
    const at::Tensor curved = exp(times(bend, 1 / alpha.toDouble()));
    b.out(0) = where(call<operators::logical_not>(gt(x, 0)), mul(g, curved), g);
  }
};

// The gradient is computed from the result. This requires that elu is increasing.
struct EluInPlaceDerivative : Differentiable {
  static constexpr const char* name = "EluBackward1";
  static constexpr bool saves_result = true;
  SavedTensor result;
  c10::Scalar below, above, inner;
  bool rises = true;
  auto saved() { return std::tie(result); }
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const c10::Scalar& alpha, const c10::Scalar& scale,
            const c10::Scalar& input_scale) {
    below = alpha.toDouble() * scale.toDouble();
    above = scale;
    inner = input_scale;
    rises = alpha.toDouble() >= 0 && scale.toDouble() >= 0 && input_scale.toDouble() >= 0;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    MODECHECK_CHECK(rises, ErrorClass::Argument,
                    "elu_: of a negative factor the argument cannot be told from the result; use elu");
    const at::Tensor y = b.get(result);
    const at::Tensor& g = b.gradient();
    const at::Tensor curved = times(plus(y, below), inner);
    b.out(0) = where(call<operators::logical_not>(gt(y, 0)), mul(g, curved), times(g, above));
  }
};

// The gradient is computed from the result. This requires a positive alpha.
struct CeluInPlaceDerivative : Differentiable {
  static constexpr const char* name = "CeluBackward1";
  static constexpr bool saves_result = true;
  SavedTensor result;
  c10::Scalar alpha;
  auto saved() { return std::tie(result); }
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const c10::Scalar& scale) { alpha = scale; }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    MODECHECK_CHECK(alpha.toDouble() > 0, ErrorClass::Argument,
                    "celu_: of a negative alpha the argument cannot be told from the result; use celu");
    const at::Tensor y = b.get(result);
    const at::Tensor& g = b.gradient();
    const at::Tensor curved = times(plus(y, alpha), 1 / alpha.toDouble());
    b.out(0) = where(call<operators::logical_not>(gt(y, 0)), mul(g, curved), g);
  }
};

struct SoftshrinkDerivative : KeepsArgument<operators::softshrink> {
  static constexpr const char* name = "SoftshrinkBackward0";
  c10::Scalar limit;
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& lambd) {
    KeepsArgument::save(saver, a);
    limit = lambd;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    b.out(0) = masked_fill(b.gradient(), call<operators::le_Scalar>(call<operators::abs>(b.get(self)), limit), 0);
  }
};

template <typename Op>
struct ThresholdDerivative : KeepsArgument<Op> {
  c10::Scalar limit;
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& threshold, const c10::Scalar& /*value*/) {
    KeepsArgument<Op>::save(saver, a);
    limit = threshold;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    b.out(0) = masked_fill(b.gradient(), call<operators::le_Scalar>(b.get(this->self), limit), 0);
  }
};

// Outside of [0, 1] logit is NaN, and so is its derivative.
at::Tensor logit_slope(const at::Tensor& g, const at::Tensor& x) {
  const at::Tensor outside = call<operators::logical_or>(call<operators::lt_Scalar>(x, 0), gt(x, 1));
  return masked_fill(div(g, mul(x, sub(number(1, x), x))), outside, std::nan(""));
}

// The direction of a complex number depends on its angle and not on its absolute value.
template <typename Op>
struct SgnDerivative : KeepsArgument<Op> {
  static constexpr const char* name = "SgnBackward0";
  static constexpr bool saves_result = true;
  SavedTensor result;
  auto saved() { return std::tie(this->self, result); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor& g = b.gradient();
    const at::Tensor x = b.get(this->self);
    const at::Tensor s = b.get(result);
    if (!c10::isComplexType(x.scalar_type())) {
      b.out(0) = zeros_like(g);
      return;
    }
    const at::Tensor along = mul(conj(s), g);
    const at::Tensor real = times(add(along, conj(along)), 0.5);
    const at::Tensor size = call<operators::abs>(x);
    const at::Tensor none = call<operators::eq_Scalar>(size, 0);
    b.out(0) = masked_fill(div(sub(g, mul(s, real)), masked_fill(size, none, 1)), none, 0);
  }
};

struct LeakyReluDerivative : KeepsArgument<operators::leaky_relu> {
  static constexpr const char* name = "LeakyReluBackward0";
  c10::Scalar slope;
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& negative_slope) {
    KeepsArgument::save(saver, a);
    slope = negative_slope;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    b.out(0) = where(gt(b.get(self), 0), b.gradient(), times(b.gradient(), slope));
  }
};

struct LeakyReluInPlaceDerivative : Differentiable {
  static constexpr const char* name = "LeakyReluBackward1";
  static constexpr bool saves_result = true;
  SavedTensor result;
  c10::Scalar slope;
  auto saved() { return std::tie(result); }
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const c10::Scalar& negative_slope) {
    slope = negative_slope;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    MODECHECK_CHECK(slope.toDouble() >= 0, ErrorClass::Argument,
                    "leaky_relu_: of a negative slope the argument cannot be told from the result; use leaky_relu");
    b.out(0) = where(gt(b.get(result), 0), b.gradient(), times(b.gradient(), slope));
  }
};

// The derivative is zero at the bounds too. NaN counts as between the bounds.
template <typename Op>
struct HardtanhDerivative : KeepsArgument<Op> {
  static constexpr const char* name = "HardtanhBackward0";
  c10::Scalar least, most;
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& min_val, const c10::Scalar& max_val) {
    KeepsArgument<Op>::save(saver, a);
    least = min_val;
    most = max_val;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(this->self);
    const at::Tensor low = number(least, x);
    const at::Tensor high = number(most, x);
    const auto outside = [&](const at::Tensor& gradient, const at::Tensor& mask) {
      return masked_fill(gradient, mask, 0);
    };
    at::Tensor out = outside(b.gradient(), add(formula::lt(x, low), eq(x, low)));
    b.out(0) = outside(out, add(formula::lt(high, x), eq(high, x)));
  }
};

struct SoftplusDerivative : KeepsArgument<operators::softplus> {
  static constexpr const char* name = "SoftplusBackward0";
  c10::Scalar factor, limit;
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& beta, const c10::Scalar& threshold) {
    KeepsArgument::save(saver, a);
    factor = beta;
    limit = threshold;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor scaled = times(b.get(self), factor);
    b.out(0) = where(gt(scaled, limit), b.gradient(), mul(b.gradient(), sigmoid(scaled)));
  }
};

struct PolygammaDerivative : Differentiable {
  static constexpr const char* name = "PolygammaBackward0";
  SavedTensor self;
  std::int64_t order = 0;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, std::int64_t n, const at::Tensor& a) {
    saver.input(self, a);
    order = n;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), call<operators::polygamma>(order + 1, b.get(self)));
  }
};

// At a bound the derivative is zero, the subgradient of least norm (upstream #184574). It is also zero for NaN.
template <typename Op, bool has_min, bool has_max>
struct ClampDerivative : KeepsArgument<Op> {
  static constexpr const char* name = has_min && has_max ? "ClampBackward1"
                                      : has_min          ? "ClampMinBackward0"
                                                         : "ClampMaxBackward0";
  c10::optional<c10::Scalar> least, most;
  void save(Saver& saver, const at::Tensor& a, const c10::optional<c10::Scalar>& min,
            const c10::optional<c10::Scalar>& max) {
    KeepsArgument<Op>::save(saver, a);
    least = min;
    most = max;
  }
  void save(Saver& saver, const at::Tensor& a, const c10::Scalar& bound) {
    if constexpr (has_min)
      save(saver, a, bound, c10::nullopt);
    else
      save(saver, a, c10::nullopt, bound);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor x = b.get(this->self);
    at::Tensor out = b.gradient();
    if (least.has_value()) out = keep_where(out, formula::lt(number(*least, x), x));
    if (most.has_value()) out = keep_where(out, formula::lt(x, number(*most, x)));
    b.out(0) = out;
  }
};
template <typename Op>
using ClampBetweenDerivative = ClampDerivative<Op, true, true>;
template <typename Op>
using ClampFromBelowDerivative = ClampDerivative<Op, true, false>;
template <typename Op>
using ClampFromAboveDerivative = ClampDerivative<Op, false, true>;

}  // namespace

#define MODECHECK_UNARY_DERIVATIVE(op, node, ...)  \
  template <>                                      \
  struct Derivative<operators::op> : __VA_ARGS__ { \
    static constexpr const char* name = node;      \
  };                                               \
  MODECHECK_REGISTER(op)
// Registers an operator, its in-place form and its out variant. `kept` is OfArgument or OfResult, and `node` is
// libtorch's name of the node.
#define MODECHECK_UNARY_FORMS(op, kept, node, formula)                     \
  MODECHECK_UNARY_DERIVATIVE(op, node, kept<operators::op, formula>)       \
  MODECHECK_UNARY_DERIVATIVE(op##_, node, kept<operators::op##_, formula>) \
  MODECHECK_REGISTER(op##_out)
#define MODECHECK_TRIVIAL_FORMS(op, node, flat)            \
  MODECHECK_UNARY_DERIVATIVE(op, node, OfNothing<flat>)    \
  MODECHECK_UNARY_DERIVATIVE(op##_, node, OfNothing<flat>) \
  MODECHECK_REGISTER(op##_out)

MODECHECK_UNARY_FORMS(log, OfArgument, "LogBackward0", log_slope)
MODECHECK_UNARY_FORMS(log2, OfArgument, "Log2Backward0", log2_slope)
MODECHECK_UNARY_FORMS(log10, OfArgument, "Log10Backward0", log10_slope)
MODECHECK_UNARY_FORMS(log1p, OfArgument, "Log1PBackward0", log1p_slope)
MODECHECK_UNARY_FORMS(exp2, OfResult, "Exp2Backward0", exp2_slope)
MODECHECK_UNARY_FORMS(expm1, OfResult, "Expm1Backward0", expm1_slope)
MODECHECK_UNARY_FORMS(sqrt, OfResult, "SqrtBackward0", sqrt_slope)
MODECHECK_UNARY_FORMS(rsqrt, OfResult, "RsqrtBackward0", rsqrt_slope)
MODECHECK_UNARY_FORMS(sin, OfArgument, "SinBackward0", sin_slope)
MODECHECK_UNARY_FORMS(cos, OfArgument, "CosBackward0", cos_slope)
MODECHECK_UNARY_FORMS(tan, OfResult, "TanBackward0", tan_slope)
MODECHECK_UNARY_FORMS(asin, OfArgument, "AsinBackward0", asin_slope)
MODECHECK_UNARY_FORMS(acos, OfArgument, "AcosBackward0", acos_slope)
MODECHECK_UNARY_FORMS(atan, OfArgument, "AtanBackward0", atan_slope)
MODECHECK_UNARY_FORMS(sinh, OfArgument, "SinhBackward0", sinh_slope)
MODECHECK_UNARY_FORMS(cosh, OfArgument, "CoshBackward0", cosh_slope)
MODECHECK_UNARY_FORMS(asinh, OfArgument, "AsinhBackward0", asinh_slope)
MODECHECK_UNARY_FORMS(acosh, OfArgument, "AcoshBackward0", acosh_slope)
MODECHECK_UNARY_FORMS(atanh, OfArgument, "AtanhBackward0", atanh_slope)
MODECHECK_UNARY_FORMS(erf, OfArgument, "ErfBackward0", erf_slope)
MODECHECK_UNARY_FORMS(erfc, OfArgument, "ErfcBackward0", erfc_slope)
MODECHECK_UNARY_FORMS(lgamma, OfArgument, "LgammaBackward0", lgamma_slope)
MODECHECK_UNARY_FORMS(digamma, OfArgument, "DigammaBackward0", digamma_slope)
MODECHECK_UNARY_FORMS(reciprocal, OfResult, "ReciprocalBackward0", reciprocal_slope)
MODECHECK_TRIVIAL_FORMS(sign, "SignBackward0", true)
MODECHECK_TRIVIAL_FORMS(floor, "FloorBackward0", true)
MODECHECK_TRIVIAL_FORMS(ceil, "CeilBackward0", true)
MODECHECK_TRIVIAL_FORMS(trunc, "TruncBackward0", true)
MODECHECK_TRIVIAL_FORMS(round, "RoundBackward0", true)
MODECHECK_TRIVIAL_FORMS(frac, "FracBackward0", false)
MODECHECK_UNARY_FORMS(silu, OfArgument, "SiluBackward0", silu_slope)
MODECHECK_UNARY_FORMS(hardsigmoid, OfArgument, "HardsigmoidBackward0", hardsigmoid_slope)
MODECHECK_UNARY_FORMS(mish, OfArgument, "MishBackward0", mish_slope)
MODECHECK_UNARY_FORMS(hardswish, OfArgument, "HardswishBackward0", hardswish_slope)
MODECHECK_UNARY_FORMS(gelu, OfArgument, "GeluBackward0", gelu_slope)
MODECHECK_UNARY_FORMS(nan_to_num, OfArgument, "NanToNumBackward0", finite_slope)
MODECHECK_REGISTER_WITH(PolygammaDerivative, polygamma)
MODECHECK_REGISTER_WITH(EluDerivative, elu)
MODECHECK_REGISTER_WITH(EluInPlaceDerivative, elu_)
MODECHECK_REGISTER_WITH(CeluDerivative, celu)
MODECHECK_REGISTER_WITH(CeluInPlaceDerivative, celu_)
MODECHECK_REGISTER_WITH(SoftshrinkDerivative, softshrink)
MODECHECK_REGISTER_WITH(LeakyReluDerivative, leaky_relu)
MODECHECK_REGISTER_WITH(LeakyReluInPlaceDerivative, leaky_relu_)
MODECHECK_REGISTER_WITH(SoftplusDerivative, softplus)
MODECHECK_UNARY_FORMS(logit, OfArgument, "LogitBackward0", logit_slope)
MODECHECK_UNARY_DERIVATIVE(threshold, "ThresholdBackward0", ThresholdDerivative<operators::threshold>)
MODECHECK_UNARY_DERIVATIVE(threshold_, "ThresholdBackward1", ThresholdDerivative<operators::threshold_>)
MODECHECK_REGISTER_FORMS(sgn, SgnDerivative)
MODECHECK_REGISTER_FORMS(hardtanh, HardtanhDerivative)
MODECHECK_REGISTER_FORMS(clamp, ClampBetweenDerivative)
MODECHECK_REGISTER_FORMS(clamp_min, ClampFromBelowDerivative)
MODECHECK_REGISTER_FORMS(clamp_max, ClampFromAboveDerivative)
MODECHECK_REGISTER(abs_out, sigmoid_out, tanh_out, bitwise_not_out, elu_out, softshrink_out, threshold_out,
                   leaky_relu_out, softplus_out)
MODECHECK_REGISTER_NOT_DIFFERENTIABLE(isnan, isinf, bitwise_not, bitwise_not_)

}  // namespace modecheck::engine
