// The element functions of activation functions such as mish, silu and hardtanh.
#pragma once

#include <cmath>

#include "engine/backends/functions/dtype_checks.h"
#include "engine/backends/functions/element_of.h"
#include "engine/backends/functions/of_floats.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/functions/wide_complex.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

struct Hardsigmoid : OfFloats<Hardsigmoid> {
  MODECHECK_HOST_DEVICE double at(double x) const {
    return std::isnan(x) ? x : std::fmin(std::fmax(x + 3.0, 0.0), 6.0) / 6.0;
  }
};
struct Hardswish : OfFloats<Hardswish> {
  MODECHECK_HOST_DEVICE double at(double x) const { return x * Hardsigmoid().at(x); }
};
// The function mish. It is defined on float32 and float64 only.
struct Mish : OfFloats<Mish> {
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble, ErrorClass::Dtype, name, ": not implemented for ",
                    type, "; convert the tensor to Float or Double");
  }
  MODECHECK_HOST_DEVICE double at(double x) const { return x * std::tanh(std::log1p(std::exp(x))); }
};
struct Gelu : OfFloats<Gelu> {
  MODECHECK_HOST_DEVICE double at(double x) const { return x * 0.5 * std::erfc(-x * 0.70710678118654752440); }
};
struct Elu : OfFloats<Elu> {
  double below, above, inner;
  Elu(const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale)
      : below(alpha.toDouble() * scale.toDouble()), above(scale.toDouble()), inner(input_scale.toDouble()) {}
  MODECHECK_HOST_DEVICE double at(double x) const { return x <= 0 ? std::expm1(x * inner) * below : x * above; }
};
struct LeakyRelu : OfFloats<LeakyRelu> {
  double slope;
  explicit LeakyRelu(const c10::Scalar& negative_slope) : slope(negative_slope.toDouble()) {}
  MODECHECK_HOST_DEVICE double at(double x) const { return x > 0 ? x : x * slope; }
};
struct Softplus : OfFloats<Softplus> {
  double beta, threshold;
  Softplus(const c10::Scalar& steepness, const c10::Scalar& linear_from)
      : beta(steepness.toDouble()), threshold(linear_from.toDouble()) {}
#if defined(__clang__)
  __attribute__((no_sanitize("float-divide-by-zero")))
#endif
  MODECHECK_HOST_DEVICE double
  at(double x) const {
    return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta;
  }
};

struct Softshrink : OfFloats<Softshrink> {
  double limit;
  explicit Softshrink(const c10::Scalar& lambd) : limit(lambd.toDouble()) {
    MODECHECK_CHECK(limit >= 0, ErrorClass::Argument, "lambda must be greater or equal to 0, but found to be ", limit,
                    ".");
  }
  MODECHECK_HOST_DEVICE double at(double x) const { return x > limit ? x - limit : x < -limit ? x + limit : 0.0; }
};
// The function threshold: replaces each element that is not greater than `limit` by `value`. A NaN element stays NaN.
struct Threshold {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  c10::Scalar limit, value;
  void check(const char* name, c10::ScalarType type) const {
    reject_bool(name, type);
    check_dtype(name, rules, type);
    check_fits(name, limit, type);
    check_fits(name, value, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [low = element_of<T>(limit), instead = element_of<T>(value)](T a) -> T { return a <= low ? instead : a; };
  }
};

// The function silu. It is also defined on complex numbers.
struct Silu {
  static constexpr PointwiseRules rules{
      .same_dtype = true, .cpu_scalars = false, .complex_numbers = true, .half = false};
  void check(const char* name, c10::ScalarType type) const {
    if (!c10::isComplexType(type)) require_floating(name, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T {
      if constexpr (c10::is_complex_number<T>) {
        const ComplexDouble z = widened(a);
        return narrowed<T>(z / (1.0 + exp(-z)));
      } else {
        const double x = static_cast<double>(a);
        return convert<T>(x / (1.0 + std::exp(-x)));
      }
    };
  }
};

// The function hardtanh: min(max(x, least), most). A NaN element stays NaN.
struct Hardtanh {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  c10::Scalar least, most;
  void check(const char* name, c10::ScalarType type) const {
    reject_bool(name, type);
    check_dtype(name, rules, type);
    check_least(name, least, type);
    check_most(name, most, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [low = bound_of<T>(least), high = bound_of<T>(most)](T a) -> T {
      const T raised = a < low ? low : a;
      return raised > high ? high : raised;
    };
  }
};

}  // namespace modecheck::engine::backends
