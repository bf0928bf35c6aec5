// The functions of one tensor, element by element.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// name(x), and name_(x), which writes its argument, and name.out(x, out=).
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
#define MODECHECK_UNARY(name)                        \
  MODECHECK_FUNCTION(name, PointwiseUnary);          \
  MODECHECK_FUNCTION_IN_PLACE(name, PointwiseUnary); \
  MODECHECK_FUNCTION_OUT(name, PointwiseUnary)

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

// No gradient flows through these.
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

// The derivative of that order of digamma.
struct polygamma : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "polygamma(int n, Tensor self) -> Tensor";
};

struct gelu : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "gelu(Tensor self, *, str approximate=\"none\") -> Tensor";
};

struct gelu_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "gelu_(Tensor(a!) self, *, str approximate=\"none\") -> Tensor(a!)";
};

struct gelu_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "gelu.out(Tensor self, *, str approximate=\"none\", Tensor(a!) out) -> Tensor(a!)";
};

struct elu : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor";
};

struct elu_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!)";
};

struct elu_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, Tensor(a!) out) -> "
      "Tensor(a!)";
};

struct leaky_relu : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor";
};

struct leaky_relu_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!)";
};

struct leaky_relu_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!)";
};

struct hardtanh : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor";
};

struct hardtanh_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "hardtanh_(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!)";
};

struct hardtanh_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) -> Tensor(a!)";
};

struct softplus : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor";
};

struct softplus_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "softplus.out(Tensor self, Scalar beta=1, Scalar threshold=20, *, Tensor(a!) out) -> Tensor(a!)";
};

struct clamp : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor";
};

struct clamp_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!)";
};

struct clamp_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)";
};

struct clamp_min : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "clamp_min(Tensor self, Scalar min) -> Tensor";
};

struct clamp_min_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "clamp_min_(Tensor(a!) self, Scalar min) -> Tensor(a!)";
};

struct clamp_max : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "clamp_max(Tensor self, Scalar max) -> Tensor";
};

struct clamp_max_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "clamp_max_(Tensor(a!) self, Scalar max) -> Tensor(a!)";
};

struct clamp_min_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "clamp_min.out(Tensor self, Scalar min, *, Tensor(a!) out) -> Tensor(a!)";
};

struct clamp_max_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "clamp_max.out(Tensor self, Scalar max, *, Tensor(a!) out) -> Tensor(a!)";
};

struct nan_to_num : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor";
};

struct nan_to_num_ : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "nan_to_num_(Tensor(a!) self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!)";
};

struct nan_to_num_out : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema =
      "nan_to_num.out(Tensor self, float? nan=None, float? posinf=None, float? neginf=None, *, Tensor(a!) out) -> "
      "Tensor(a!)";
};

}  // namespace modecheck::spec::operators
