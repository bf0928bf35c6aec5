// Functions of one tensor, element by element.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

// Declares name(x), its in-place form name_(x), and name.out(x, out=).
#define MODECHECK_FUNCTION(name, family)                                        \
  struct name : Operator<Family::family> {                                      \
    static constexpr std::string_view schema = #name "(Tensor self) -> Tensor"; \
  }
#define MODECHECK_FUNCTION_IN_PLACE(name, family)                                        \
  struct name##_ : Operator<Family::family> {                                            \
    static constexpr std::string_view schema = #name "_(Tensor(a!) self) -> Tensor(a!)"; \
  }
#define MODECHECK_FUNCTION_OUT(name, family)                                                               \
  struct name##_out : Operator<Family::family> {                                                           \
    static constexpr std::string_view schema = #name ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"; \
  }
#define MODECHECK_UNARY(name) MODECHECK_FORMS(name, PointwiseUnary, "")

MODECHECK_FUNCTION_OUT(abs, PointwiseUnary);
MODECHECK_FUNCTION_OUT(sigmoid, PointwiseUnary);
MODECHECK_FUNCTION_OUT(tanh, PointwiseUnary);

MODECHECK_UNARY(log);
MODECHECK_UNARY(log2);
MODECHECK_UNARY(log10);
MODECHECK_UNARY(log1p);
MODECHECK_UNARY(exp2);
MODECHECK_UNARY(expm1);
MODECHECK_UNARY(sqrt);
MODECHECK_UNARY(rsqrt);
MODECHECK_UNARY(sin);
MODECHECK_UNARY(cos);
MODECHECK_UNARY(tan);
MODECHECK_UNARY(asin);
MODECHECK_UNARY(acos);
MODECHECK_UNARY(atan);
MODECHECK_UNARY(sinh);
MODECHECK_UNARY(cosh);
MODECHECK_UNARY(asinh);
MODECHECK_UNARY(acosh);
MODECHECK_UNARY(atanh);
MODECHECK_UNARY(erf);
MODECHECK_UNARY(erfc);
MODECHECK_UNARY(reciprocal);

MODECHECK_UNARY(sign);
MODECHECK_UNARY(floor);
MODECHECK_UNARY(ceil);
MODECHECK_UNARY(trunc);
MODECHECK_UNARY(round);
MODECHECK_UNARY(frac);
MODECHECK_UNARY(silu);

MODECHECK_UNARY(hardsigmoid);
MODECHECK_UNARY(mish);
MODECHECK_UNARY(hardswish);

MODECHECK_UNARY(lgamma);
MODECHECK_UNARY(digamma);

// isnan, isinf, logical_not and bitwise_not. The catalogue also has some of their in-place forms and out variants. No
// gradient flows through these functions.
MODECHECK_FUNCTION(isnan, Comparison);
MODECHECK_FUNCTION(isinf, Comparison);
MODECHECK_FUNCTION(logical_not, Comparison);
MODECHECK_FUNCTION_IN_PLACE(logical_not, Comparison);
MODECHECK_FUNCTION_OUT(logical_not, Comparison);
MODECHECK_FUNCTION(bitwise_not, Comparison);
MODECHECK_FUNCTION_IN_PLACE(bitwise_not, Comparison);
MODECHECK_FUNCTION_OUT(bitwise_not, Comparison);

#undef MODECHECK_UNARY
#undef MODECHECK_FUNCTION
#undef MODECHECK_FUNCTION_IN_PLACE
#undef MODECHECK_FUNCTION_OUT

// polygamma: returns the n-th derivative of digamma.
MODECHECK_OPERATOR(polygamma, PointwiseUnary, "polygamma(int n, Tensor self) -> Tensor");

MODECHECK_FORMS_WITH_KEYWORDS(gelu, PointwiseUnary, ", *, str approximate=\"none\"");

MODECHECK_FORMS(elu, PointwiseUnary, ", Scalar alpha=1, Scalar scale=1, Scalar input_scale=1");

MODECHECK_FORMS(leaky_relu, PointwiseUnary, ", Scalar negative_slope=0.01");

MODECHECK_FORMS(hardtanh, PointwiseUnary, ", Scalar min_val=-1, Scalar max_val=1");

MODECHECK_OPERATOR(softplus, PointwiseUnary, "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor");
MODECHECK_OPERATOR(softplus_out, PointwiseUnary,
                   "softplus.out(Tensor self, Scalar beta=1, Scalar threshold=20, *, Tensor(a!) out) -> Tensor(a!)");

MODECHECK_FORMS(clamp, PointwiseUnary, ", Scalar? min=None, Scalar? max=None");

MODECHECK_FORMS(clamp_min, PointwiseUnary, ", Scalar min");

MODECHECK_FORMS(clamp_max, PointwiseUnary, ", Scalar max");

MODECHECK_FORMS(nan_to_num, PointwiseUnary, ", float? nan=None, float? posinf=None, float? neginf=None");

using UnaryOperators =
    List<abs_out, sigmoid_out, tanh_out, log, log_, log_out, log2, log2_, log2_out, log10, log10_, log10_out, log1p,
         log1p_, log1p_out, exp2, exp2_, exp2_out, expm1, expm1_, expm1_out, sqrt, sqrt_, sqrt_out, rsqrt, rsqrt_,
         rsqrt_out, sin, sin_, sin_out, cos, cos_, cos_out, tan, tan_, tan_out, asin, asin_, asin_out, acos, acos_,
         acos_out, atan, atan_, atan_out, sinh, sinh_, sinh_out, cosh, cosh_, cosh_out, asinh, asinh_out, acosh,
         acosh_out, atanh, atanh_out, erf, erf_, erf_out, erfc, erfc_, erfc_out, reciprocal, reciprocal_,
         reciprocal_out, sign, sign_, sign_out, floor, floor_, floor_out, ceil, ceil_, ceil_out, trunc, trunc_,
         trunc_out, round, round_, round_out, frac, frac_, frac_out, silu, silu_, silu_out, isnan, isinf, logical_not,
         logical_not_out, bitwise_not, bitwise_not_, gelu, gelu_, gelu_out, elu, elu_out, leaky_relu, leaky_relu_out,
         hardtanh, hardtanh_, hardtanh_out, softplus, softplus_out, clamp, clamp_, clamp_out, clamp_min, clamp_min_,
         clamp_max, clamp_max_, nan_to_num, nan_to_num_, nan_to_num_out, hardsigmoid, hardsigmoid_, hardsigmoid_out,
         mish, mish_, mish_out, hardswish, hardswish_>;

using GammaOperators = List<lgamma, lgamma_, lgamma_out, digamma, digamma_, digamma_out, polygamma>;

}  // namespace modecheck::spec::operators
