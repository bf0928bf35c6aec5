// The functions of one tensor.
//
// Transcendental functions of float32 are computed in double and rounded once.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "engine/backends/functions/in_double.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/functions/wide_complex.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/wide_functions.h"
#include "engine/core/array_ref.h"
#include "engine/core/error.h"
#include "engine/core/scalar.h"

namespace modecheck::engine::backends {

inline void require_floating(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                  "; convert the tensor to a floating dtype");
}
inline void reject_bool(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                  ": not implemented for Bool; convert the tensor to an integer or floating dtype");
}

// --- of real numbers and some of complex ones

// Integers are computed as float32; of complex numbers only what has a `complex_function`.
template <double (*function)(double), ComplexDouble (*complex_function)(const ComplexDouble&) = nullptr,
          bool on_half = false>
struct OfReals : AnyDtype {
  static constexpr PointwiseRules rules{
      .integers_to_float = true, .cpu_scalars = false, .complex_numbers = complex_function != nullptr, .half = on_half};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return element_in_double<T, function, complex_function>();
  }
};

MODECHECK_HOST_DEVICE inline double rsqrt_of(double x) { return 1.0 / std::sqrt(x); }
#if defined(__clang__)
__attribute__((no_sanitize("float-divide-by-zero")))
#endif
MODECHECK_HOST_DEVICE inline double
reciprocal_of(double x) {
  return 1.0 / x;
}
MODECHECK_HOST_DEVICE inline ComplexDouble complex_log2_of(const ComplexDouble& z) { return log(z) / std::log(2.0); }
MODECHECK_HOST_DEVICE inline ComplexDouble complex_rsqrt_of(const ComplexDouble& z) { return 1.0 / sqrt(z); }
MODECHECK_HOST_DEVICE inline ComplexDouble complex_reciprocal_of(const ComplexDouble& z) { return 1.0 / z; }

// What a kernel of the GPU is found by is no name that two compilers have to agree on.
#define MODECHECK_OF_REALS(Name, text, ...)  \
  struct Name : OfReals<__VA_ARGS__> {       \
    static constexpr const char* key = text; \
  };
#define MODECHECK_OF_ALL_NUMBERS(Name, function)                                                                     \
  MODECHECK_HOST_DEVICE inline ComplexDouble complex_##function##_of(const ComplexDouble& z) { return function(z); } \
  MODECHECK_OF_REALS(Name, #function, std::function, complex_##function##_of)

MODECHECK_OF_ALL_NUMBERS(Log, log)
MODECHECK_OF_REALS(Log2, "log2", std::log2, complex_log2_of)
MODECHECK_OF_ALL_NUMBERS(Log10, log10)
MODECHECK_OF_REALS(Log1p, "log1p", std::log1p)
MODECHECK_OF_REALS(Exp2, "exp2", std::exp2, nullptr, true)
MODECHECK_OF_REALS(Expm1, "expm1", std::expm1)
MODECHECK_OF_ALL_NUMBERS(Sqrt, sqrt)
MODECHECK_OF_REALS(Rsqrt, "rsqrt", rsqrt_of, complex_rsqrt_of)
MODECHECK_OF_ALL_NUMBERS(Sin, sin)
MODECHECK_OF_ALL_NUMBERS(Cos, cos)
MODECHECK_OF_ALL_NUMBERS(Tan, tan)
MODECHECK_OF_ALL_NUMBERS(Asin, asin)
MODECHECK_OF_ALL_NUMBERS(Acos, acos)
MODECHECK_OF_ALL_NUMBERS(Atan, atan)
MODECHECK_OF_ALL_NUMBERS(Sinh, sinh)
MODECHECK_OF_ALL_NUMBERS(Cosh, cosh)
MODECHECK_OF_ALL_NUMBERS(Asinh, asinh)
MODECHECK_OF_ALL_NUMBERS(Acosh, acosh)
MODECHECK_OF_ALL_NUMBERS(Atanh, atanh)
MODECHECK_OF_REALS(Erf, "erf", std::erf)
MODECHECK_OF_REALS(Erfc, "erfc", std::erfc)
MODECHECK_OF_REALS(Reciprocal, "reciprocal", reciprocal_of, complex_reciprocal_of, true)
#undef MODECHECK_OF_ALL_NUMBERS
#undef MODECHECK_OF_REALS

// --- of floating numbers

// Floating dtypes only. `Self` has a function `double at(double) const`.
template <typename Self, bool on_half = false>
struct OfFloats {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = on_half};
  void check(const char* name, c10::ScalarType type) const { require_floating(name, type); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [self = static_cast<const Self&>(*this)](T a) -> T { return convert<T>(self.at(static_cast<double>(a))); };
  }
};

struct Frac : OfFloats<Frac, true> {
  MODECHECK_HOST_DEVICE double at(double x) const { return x - std::trunc(x); }
};
struct Hardsigmoid : OfFloats<Hardsigmoid> {
  MODECHECK_HOST_DEVICE double at(double x) const {
    return std::isnan(x) ? x : std::fmin(std::fmax(x + 3.0, 0.0), 6.0) / 6.0;
  }
};
struct Hardswish : OfFloats<Hardswish> {
  MODECHECK_HOST_DEVICE double at(double x) const { return x * Hardsigmoid().at(x); }
};
// float32 and float64 only.
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

// Of complex numbers too.
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

// --- whole parts, signs, bits

// Integers are left as they are; there are no whole parts of bools.
template <double (*function)(double)>
struct WholePart {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  void check(const char* name, c10::ScalarType type) const { reject_bool(name, type); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        return convert<T>(function(static_cast<double>(a)));
      } else {
        return a;
      }
    };
  }
};
// Of two whole numbers as near, the even one.
struct Floor : WholePart<std::floor> {
  static constexpr const char* key = "floor";
};
struct Ceil : WholePart<std::ceil> {
  static constexpr const char* key = "ceil";
};
struct Trunc : WholePart<std::trunc> {
  static constexpr const char* key = "trunc";
};
struct Round : WholePart<std::nearbyint> {
  static constexpr const char* key = "round";
};

// 0 for what is no number.
struct Sign : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T { return static_cast<T>((a > T(0)) - (a < T(0))); };
  }
};

struct BitwiseNot {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(!c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                    "; convert the tensor to an integer dtype");
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T {
      if constexpr (std::is_same_v<T, bool>) {
        return !a;
      } else if constexpr (std::is_floating_point_v<T>) {
        return a;  // not reached: `check` rejects it
      } else {
        return static_cast<T>(~a);
      }
    };
  }
};

// --- what a number is

// Of a complex number it holds if it holds for either part, or, `of_both`, for each.
template <typename Question, bool of_both = false>
struct Test : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true, .cpu_scalars = false, .complex_numbers = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> bool {
      const Question test;
      if constexpr (c10::is_complex_number<T>) {
        const bool real = test(static_cast<double>(a.real()));
        const bool imaginary = test(static_cast<double>(a.imag()));
        return of_both ? real && imaginary : real || imaginary;
      } else if constexpr (std::is_floating_point_v<T>) {
        return test(static_cast<double>(a));
      } else {
        return test(a != T(0) ? 1.0 : 0.0);
      }
    };
  }
};

struct AskIsNan {
  MODECHECK_HOST_DEVICE bool operator()(double x) const { return std::isnan(x); }
};
struct AskIsZero {
  MODECHECK_HOST_DEVICE bool operator()(double x) const { return x == 0.0; }
};
struct AnswerNo {
  MODECHECK_HOST_DEVICE bool operator()(double /*x*/) const { return false; }
};
using IsNan = Test<AskIsNan>;
using LogicalNot = Test<AskIsZero, true>;
using Never = Test<AnswerNo>;

// --- bounds

// A number of either category as an element.
template <typename T>
MODECHECK_HOST_DEVICE T element_of(const c10::Scalar& value) {
  return value.isFloatingPoint() ? convert<T>(value.unchecked<double>()) : convert<T>(value.unchecked<std::int64_t>());
}

// min(max(x, least), most) with NaN kept.
struct Hardtanh {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  c10::Scalar least, most;
  void check(const char* name, c10::ScalarType type) const {
    reject_bool(name, type);
    check_dtype(name, rules, type);
    MODECHECK_CHECK(type != c10::kByte || (least.toLong() >= 0 && most.toLong() >= 0), ErrorClass::Argument, name,
                    ": no number of an unsigned dtype lies between ", least, " and ", most,
                    "; convert the tensor to a signed one");
    check_fits(name, least, type);
    check_fits(name, most, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [low = element_of<T>(least), high = element_of<T>(most)](T a) -> T {
      const T raised = a < low ? low : a;
      return raised > high ? high : raised;
    };
  }
};

// NaN stays NaN; `most` wins over `least`.
struct Clamp {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  c10::Scalar least, most;
  bool has_least, has_most;
  void check(const char* name, c10::ScalarType type) const {
    if (has_least) check_fits(name, least, type);
    if (has_most) check_fits(name, most, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return
        [low = element_of<T>(least), high = element_of<T>(most), has_low = has_least, has_high = has_most](T a) -> T {
          const T raised = has_low && a < low ? low : a;
          return has_high && raised > high ? high : raised;
        };
  }
};

struct NanToNum : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  double for_nan, above, below;
  // `largest`: of the dtype, which may be narrower than what is computed with.
  NanToNum(c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf, double largest)
      : for_nan(nan.value_or(0.0)), above(posinf.value_or(largest)), below(neginf.value_or(-largest)) {}
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    if constexpr (std::is_floating_point_v<T>) {
      return [nan = static_cast<T>(for_nan), high = static_cast<T>(above), low = static_cast<T>(below)](T a) -> T {
        if (std::isnan(a)) return nan;
        if (std::isinf(a)) return a > T(0) ? high : low;
        return a;
      };
    } else {
      return [](T a) -> T { return a; };
    }
  }
};

}  // namespace modecheck::engine::backends
