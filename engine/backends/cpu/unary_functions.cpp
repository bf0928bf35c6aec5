// The functions of one tensor, in all their forms. One row per function, at the end.
//
// Transcendental functions of float32 are computed in double and rounded once.
#include <cmath>
#include <complex>
#include <limits>

#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/pointwise.h"
#include "engine/backends/cpu/wide_complex.h"
#include "engine/backends/iterate/layout.h"
#include "engine/core/allocate.h"
#include "engine/core/default_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace backends {
namespace {

using ComplexDouble = std::complex<double>;

// Integers are computed as float32; of complex numbers only what has a `complex_function`.
template <double (*function)(double), ComplexDouble (*complex_function)(const ComplexDouble&) = nullptr,
          bool on_half = false>
struct OfReals : AnyDtype {
  static constexpr PointwiseRules rules{
      .integers_to_float = true, .cpu_scalars = false, .complex_numbers = complex_function != nullptr, .half = on_half};
  template <typename T>
  auto element() const {
    if constexpr (std::is_same_v<T, float>) {
      return InDoubleOnce<function>{};
    } else {
      return [](T a) -> T {
        if constexpr (c10::is_complex_number<T>) {
          return narrowed<T>(complex_function(widened(a)));
        } else {
          return convert<T>(function(static_cast<double>(a)));
        }
      };
    }
  }
};

void require_floating(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                  "; convert the tensor to a floating dtype");
}
void reject_bool(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                  ": not implemented for Bool; convert the tensor to an integer or floating dtype");
}

// Floating dtypes only; `function(double)` may hold parameters.
template <typename Function, bool on_half = false>
struct OfFloats {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = on_half};
  Function function;
  void check(const char* name, c10::ScalarType type) const { require_floating(name, type); }
  template <typename T>
  auto element() const {
    return [f = function](T a) -> T { return convert<T>(f(static_cast<double>(a))); };
  }
};
template <typename Function>
OfFloats(Function) -> OfFloats<Function>;

// Of complex numbers too.
struct Silu {
  static constexpr PointwiseRules rules{
      .same_dtype = true, .cpu_scalars = false, .complex_numbers = true, .half = false};
  void check(const char* name, c10::ScalarType type) const {
    if (!c10::isComplexType(type)) require_floating(name, type);
  }
  template <typename T>
  auto element() const {
    return [](T a) -> T {
      if constexpr (c10::is_complex_number<T>) {
        const ComplexDouble z = widened(a);
        return narrowed<T>(z / (1.0 + std::exp(-z)));
      } else {
        const double x = static_cast<double>(a);
        return convert<T>(x / (1.0 + std::exp(-x)));
      }
    };
  }
};

// float32 and float64 only.
template <typename Function>
struct OfWideFloats : OfFloats<Function> {
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble, ErrorClass::Dtype, name, ": not implemented for ",
                    type, "; convert the tensor to Float or Double");
  }
};
template <typename Function>
OfWideFloats(OfFloats<Function>) -> OfWideFloats<Function>;

// Integers are left as they are; there are no whole parts of bools.
template <double (*function)(double)>
struct WholePart {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  void check(const char* name, c10::ScalarType type) const { reject_bool(name, type); }
  template <typename T>
  auto element() const {
    return [](T a) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        return convert<T>(function(static_cast<double>(a)));
      } else {
        return a;
      }
    };
  }
};

// 0 for what is no number.
struct Sign : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  template <typename T>
  auto element() const {
    return [](T a) -> T { return static_cast<T>((a > T(0)) - (a < T(0))); };
  }
};

double frac_of(double x) { return x - std::trunc(x); }
double round_to_even(double x) { return std::nearbyint(x); }
double rsqrt_of(double x) { return 1.0 / std::sqrt(x); }
#if defined(__clang__)
__attribute__((no_sanitize("float-divide-by-zero")))
#endif
double
reciprocal_of(double x) {
  return 1.0 / x;
}
ComplexDouble complex_log2_of(const ComplexDouble& z) { return std::log(z) / std::log(2.0); }
ComplexDouble complex_rsqrt_of(const ComplexDouble& z) { return 1.0 / std::sqrt(z); }
ComplexDouble complex_reciprocal_of(const ComplexDouble& z) { return 1.0 / z; }
double hardsigmoid_of(double x) { return std::isnan(x) ? x : std::min(std::max(x + 3.0, 0.0), 6.0) / 6.0; }
double hardswish_of(double x) { return x * hardsigmoid_of(x); }
double mish_of(double x) { return x * std::tanh(std::log1p(std::exp(x))); }
double gelu_of(double x) { return x * 0.5 * std::erfc(-x * 0.70710678118654752440); }

// Of a complex number it holds if it holds for either part, or, `of_both`, for each.
template <auto test, bool of_both = false>
struct Test : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true, .cpu_scalars = false, .complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a) -> bool {
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

constexpr auto is_nan = [](double x) { return std::isnan(x); };
constexpr auto never = [](double) { return false; };
constexpr auto is_zero = [](double x) { return x == 0.0; };

struct BitwiseNot {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(!c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                    "; convert the tensor to an integer dtype");
  }
  template <typename T>
  auto element() const {
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
    check_number_fits(name, least, type);
    check_number_fits(name, most, type);
  }
  template <typename T>
  auto element() const {
    const auto number = [](const c10::Scalar& value) {
      return value.isFloatingPoint() ? convert<T>(value.toDouble()) : convert<T>(value.toLong());
    };
    return [low = number(least), high = number(most)](T a) -> T {
      const T raised = a < low ? low : a;
      return raised > high ? high : raised;
    };
  }
};

struct NanToNum : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  c10::optional<double> nan, posinf, neginf;
  double largest;  // of the dtype, which may be narrower than what is computed with
  template <typename T>
  auto element() const {
    if constexpr (std::is_floating_point_v<T>) {
      return [for_nan = static_cast<T>(nan.value_or(0.0)), above = static_cast<T>(posinf.value_or(largest)),
              below = static_cast<T>(neginf.value_or(-largest))](T a) -> T {
        if (std::isnan(a)) return for_nan;
        if (std::isinf(a)) return a > T(0) ? above : below;
        return a;
      };
    } else {
      return [](T a) -> T { return a; };
    }
  }
};

double largest_of(c10::ScalarType type) {
  if (type == c10::kHalf) return 65504.0;
  if (type == c10::kBFloat16) return 0x1.fep127;
  return type == c10::kFloat ? double{std::numeric_limits<float>::max()} : std::numeric_limits<double>::max();
}

// The bounds of a clamp take part in type promotion: what is clamped is converted first.
struct Bounds {
  c10::optional<c10::Scalar> least, most;

  c10::ScalarType dtype_of(const char* name, const at::Tensor& self) const {
    MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name, ": not implemented for ",
                    self.scalar_type(), ", whose numbers have no order");
    MODECHECK_CHECK(least.has_value() || most.has_value(), ErrorClass::Argument, name,
                    ": At least one of 'min' or 'max' must not be None");
    c10::ScalarType type = self.scalar_type();
    if (!c10::isFloatingType(type)) {
      for (const auto& bound : {least, most}) {
        if (!bound.has_value()) continue;
        if (bound->isFloatingPoint()) return check(name, c10::get_default_dtype());
        if (!bound->isBoolean() && type == c10::kBool) type = c10::kLong;
      }
    }
    return check(name, type);
  }

 private:
  static c10::ScalarType check(const char* name, c10::ScalarType type) {
    reject_bool(name, type);
    return type;
  }
};

// NaN stays NaN; `most` wins over `least`.
struct Clamp : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  Bounds bounds;
  void check(const char* name, c10::ScalarType type) const {
    for (const c10::optional<c10::Scalar>& bound : {bounds.least, bounds.most})
      if (bound.has_value()) check_number_fits(name, *bound, type);
  }
  template <typename T>
  auto element() const {
    const auto number = [](const c10::optional<c10::Scalar>& value) {
      if (!value.has_value()) return T(0);
      return value->isFloatingPoint() ? convert<T>(value->toDouble()) : convert<T>(value->toLong());
    };
    return [low = number(bounds.least), high = number(bounds.most), has_low = bounds.least.has_value(),
            has_high = bounds.most.has_value()](T a) -> T {
      const T raised = has_low && a < low ? low : a;
      return has_high && raised > high ? high : raised;
    };
  }
};

template <typename Function>
at::Tensor made_like(const char* name, const Function& function, const at::Tensor& self, c10::ScalarType type) {
  function.check(name, self.scalar_type());
  check_rank(name, self.sizes().size());
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  const at::Tensor out = empty_strided(self.sizes(), strides, type, self.device());
  pointwise_into(name, function, out, self);
  return out;
}

at::Tensor as_dtype(const at::Tensor& self, c10::ScalarType type) {
  if (self.scalar_type() == type) return self;
  return Kernel<operators::_to_copy>::call(self, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

at::Tensor clamped(const char* name, const at::Tensor& self, const Bounds& bounds) {
  const c10::ScalarType type = bounds.dtype_of(name, self);
  return pointwise(name, Clamp{{}, bounds}, as_dtype(self, type));
}
void clamp_into(const char* name, const at::Tensor& out, const at::Tensor& self, const Bounds& bounds) {
  const c10::ScalarType type = bounds.dtype_of(name, self);
  MODECHECK_CHECK(type == out.scalar_type(), ErrorClass::Dtype, name, ": result type ", type,
                  " can't be cast to the desired output type ", out.scalar_type());
  pointwise_into(name, Clamp{{}, bounds}, out, as_dtype(self, type));
}

auto elu_of(const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale) {
  return OfFloats{
      [below = alpha.toDouble() * scale.toDouble(), above = scale.toDouble(),
       inner = input_scale.toDouble()](double x) { return x <= 0 ? std::expm1(x * inner) * below : x * above; }};
}
auto leaky_relu_of(const c10::Scalar& slope) {
  return OfFloats{[slope = slope.toDouble()](double x) { return x > 0 ? x : x * slope; }};
}
#if defined(__clang__)
__attribute__((no_sanitize("float-divide-by-zero")))
#endif
double
softplus_at(double x, double beta, double threshold) {
  return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta;
}
auto softplus_of(const c10::Scalar& beta, const c10::Scalar& threshold) {
  return OfFloats{
      [beta = beta.toDouble(), threshold = threshold.toDouble()](double x) { return softplus_at(x, beta, threshold); }};
}
// The real parts of a complex tensor, or the imaginary ones: they lie two apart.
at::Tensor part_of(const at::Tensor& self, std::int64_t which) {
  Dims strides(self.strides());
  for (int i = 0; i < strides.size(); ++i) strides[i] *= 2;
  return make_alias(self, self.sizes(), strides, 2 * self.storage_offset() + which,
                    c10::toRealValueType(self.scalar_type()));
}
auto gelu_with(std::string_view approximate) {
  MODECHECK_CHECK(approximate == "none", ErrorClass::Argument, "gelu: approximate='", std::string(approximate),
                  "' is not supported; use 'none'");
  return OfFloats{gelu_of};
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

// A dtype that an operator does not take is named before anything else that is wrong.
#define MODECHECK_FUNCTION(op, ...)                                \
  template <>                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self) { \
    const auto function = __VA_ARGS__;                             \
    function.check(#op, self.scalar_type());                       \
    return pointwise(#op, function, self);                         \
  }
#define MODECHECK_IN_PLACE(op, ...)                             \
  template <>                                                   \
  void Kernel<operators::op##_>::call(const at::Tensor& self) { \
    const auto function = __VA_ARGS__;                          \
    function.check(#op "_", self.scalar_type());                \
    pointwise_into(#op "_", function, self, self);              \
  }
#define MODECHECK_OUT(op, ...)                                                            \
  template <>                                                                             \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, const at::Tensor& out) { \
    const auto function = __VA_ARGS__;                                                    \
    function.check(#op, self.scalar_type());                                              \
    pointwise_into(#op, function, out, self);                                             \
  }
#define MODECHECK_FORMS(op, ...)      \
  MODECHECK_FUNCTION(op, __VA_ARGS__) \
  MODECHECK_IN_PLACE(op, __VA_ARGS__) \
  MODECHECK_OUT(op, __VA_ARGS__)

MODECHECK_FORMS(log, OfReals<std::log, std::log>{})
MODECHECK_FORMS(log2, OfReals<std::log2, complex_log2_of>{})
MODECHECK_FORMS(log10, OfReals<std::log10, std::log10>{})
MODECHECK_FORMS(log1p, OfReals<std::log1p>{})
MODECHECK_FORMS(exp2, OfReals<std::exp2, nullptr, true>{})
MODECHECK_FORMS(expm1, OfReals<std::expm1>{})
MODECHECK_FORMS(sqrt, OfReals<std::sqrt, std::sqrt>{})
MODECHECK_FORMS(rsqrt, OfReals<rsqrt_of, complex_rsqrt_of>{})
MODECHECK_FORMS(sin, OfReals<std::sin, std::sin>{})
MODECHECK_FORMS(cos, OfReals<std::cos, std::cos>{})
MODECHECK_FORMS(tan, OfReals<std::tan, std::tan>{})
MODECHECK_FORMS(asin, OfReals<std::asin, std::asin>{})
MODECHECK_FORMS(acos, OfReals<std::acos, std::acos>{})
MODECHECK_FORMS(atan, OfReals<std::atan, std::atan>{})
MODECHECK_FORMS(sinh, OfReals<std::sinh, std::sinh>{})
MODECHECK_FORMS(cosh, OfReals<std::cosh, std::cosh>{})
MODECHECK_FUNCTION(asinh, OfReals<std::asinh, std::asinh>{})
MODECHECK_OUT(asinh, OfReals<std::asinh, std::asinh>{})
MODECHECK_FUNCTION(acosh, OfReals<std::acosh, std::acosh>{})
MODECHECK_OUT(acosh, OfReals<std::acosh, std::acosh>{})
MODECHECK_FUNCTION(atanh, OfReals<std::atanh, std::atanh>{})
MODECHECK_OUT(atanh, OfReals<std::atanh, std::atanh>{})
MODECHECK_FORMS(erf, OfReals<std::erf>{})
MODECHECK_FORMS(erfc, OfReals<std::erfc>{})
MODECHECK_FORMS(reciprocal, OfReals<reciprocal_of, complex_reciprocal_of, true>{})
MODECHECK_FORMS(sign, Sign{})
MODECHECK_FORMS(floor, WholePart<std::floor>{})
MODECHECK_FORMS(ceil, WholePart<std::ceil>{})
MODECHECK_FORMS(trunc, WholePart<std::trunc>{})
MODECHECK_FORMS(round, WholePart<round_to_even>{})
MODECHECK_FORMS(frac, OfFloats<double (*)(double), true>{frac_of})
MODECHECK_FORMS(silu, Silu{})
MODECHECK_FORMS(hardsigmoid, OfFloats{hardsigmoid_of})
MODECHECK_FORMS(mish, OfWideFloats{OfFloats{mish_of}})
MODECHECK_FUNCTION(hardswish, OfFloats{hardswish_of})
MODECHECK_IN_PLACE(hardswish, OfFloats{hardswish_of})
MODECHECK_FUNCTION(isnan, Test<is_nan>{})
MODECHECK_FUNCTION(logical_not, Test<is_zero, true>{})
MODECHECK_OUT(logical_not, Test<is_zero, true>{})
MODECHECK_FUNCTION(bitwise_not, BitwiseNot{})
MODECHECK_IN_PLACE(bitwise_not, BitwiseNot{})

#undef MODECHECK_FUNCTION
#undef MODECHECK_IN_PLACE
#undef MODECHECK_OUT
#undef MODECHECK_FORMS

// The same with parameters: (declared), then the function that they make.
#define MODECHECK_ARGUMENTS(...) __VA_ARGS__
#define MODECHECK_FUNCTION(op, parameters, ...)                                                    \
  template <>                                                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters) { \
    const auto function = __VA_ARGS__;                                                             \
    function.check(#op, self.scalar_type());                                                       \
    return pointwise(#op, function, self);                                                         \
  }
#define MODECHECK_IN_PLACE(op, parameters, ...)                                                 \
  template <>                                                                                   \
  void Kernel<operators::op##_>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters) { \
    const auto function = __VA_ARGS__;                                                          \
    function.check(#op "_", self.scalar_type());                                                \
    pointwise_into(#op "_", function, self, self);                                              \
  }
#define MODECHECK_OUT(op, parameters, ...)                                                       \
  template <>                                                                                    \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters, \
                                         const at::Tensor& out) {                                \
    const auto function = __VA_ARGS__;                                                           \
    function.check(#op, self.scalar_type());                                                     \
    pointwise_into(#op, function, out, self);                                                    \
  }

MODECHECK_FUNCTION(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_IN_PLACE(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_OUT(gelu, (std::string_view approximate), gelu_with(approximate))
MODECHECK_FUNCTION(elu, (const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale),
                   elu_of(alpha, scale, input_scale))
MODECHECK_OUT(elu, (const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale),
              elu_of(alpha, scale, input_scale))
MODECHECK_FUNCTION(leaky_relu, (const c10::Scalar& negative_slope), leaky_relu_of(negative_slope))
MODECHECK_OUT(leaky_relu, (const c10::Scalar& negative_slope), leaky_relu_of(negative_slope))
MODECHECK_IN_PLACE(hardtanh, (const c10::Scalar& min_val, const c10::Scalar& max_val), Hardtanh{min_val, max_val})
MODECHECK_OUT(hardtanh, (const c10::Scalar& min_val, const c10::Scalar& max_val), Hardtanh{min_val, max_val})
MODECHECK_FUNCTION(softplus, (const c10::Scalar& beta, const c10::Scalar& threshold), softplus_of(beta, threshold))
MODECHECK_OUT(softplus, (const c10::Scalar& beta, const c10::Scalar& threshold), softplus_of(beta, threshold))
MODECHECK_IN_PLACE(nan_to_num, (c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf),
                   NanToNum{{}, nan, posinf, neginf, largest_of(self.scalar_type())})
MODECHECK_OUT(nan_to_num, (c10::optional<double> nan, c10::optional<double> posinf, c10::optional<double> neginf),
              NanToNum{{}, nan, posinf, neginf, largest_of(self.scalar_type())})

#undef MODECHECK_FUNCTION
#undef MODECHECK_IN_PLACE
#undef MODECHECK_OUT
#undef MODECHECK_ARGUMENTS

// These three allocate their result like the argument, before the iterator has its say.
template <>
at::Tensor Kernel<operators::hardtanh>::call(const at::Tensor& self, const c10::Scalar& min_val,
                                             const c10::Scalar& max_val) {
  return made_like("hardtanh", Hardtanh{min_val, max_val}, self, self.scalar_type());
}
template <>
at::Tensor Kernel<operators::nan_to_num>::call(const at::Tensor& self, c10::optional<double> nan,
                                               c10::optional<double> posinf, c10::optional<double> neginf) {
  const NanToNum function{{}, nan, posinf, neginf, largest_of(self.scalar_type())};
  return made_like("nan_to_num", function, self, self.scalar_type());
}
template <>
at::Tensor Kernel<operators::isinf>::call(const at::Tensor& self) {
  if (c10::isComplexType(self.scalar_type())) {
    const at::Tensor out = Kernel<operators::isinf>::call(part_of(self, 0));
    Kernel<operators::bitwise_or__Tensor>::call(out, Kernel<operators::isinf>::call(part_of(self, 1)));
    return out;
  }
  if (!c10::isFloatingType(self.scalar_type())) return made_like("isinf", Test<never>{}, self, c10::kBool);
  // Two steps, which show in the strides of the result.
  return Kernel<operators::eq_Scalar>::call(Kernel<operators::abs>::call(self),
                                            c10::Scalar(std::numeric_limits<double>::infinity()));
}

template <>
at::Tensor Kernel<operators::clamp>::call(const at::Tensor& self, const c10::optional<c10::Scalar>& min,
                                          const c10::optional<c10::Scalar>& max) {
  return clamped("clamp", self, {min, max});
}
template <>
void Kernel<operators::clamp_>::call(const at::Tensor& self, const c10::optional<c10::Scalar>& min,
                                     const c10::optional<c10::Scalar>& max) {
  clamp_into("clamp_", self, self, {min, max});
}
template <>
void Kernel<operators::clamp_out>::call(const at::Tensor& self, const c10::optional<c10::Scalar>& min,
                                        const c10::optional<c10::Scalar>& max, const at::Tensor& out) {
  clamp_into("clamp", out, self, {min, max});
}
template <>
at::Tensor Kernel<operators::clamp_min>::call(const at::Tensor& self, const c10::Scalar& min) {
  return clamped("clamp_min", self, {min, c10::nullopt});
}
template <>
void Kernel<operators::clamp_min_>::call(const at::Tensor& self, const c10::Scalar& min) {
  clamp_into("clamp_min_", self, self, {min, c10::nullopt});
}
template <>
at::Tensor Kernel<operators::clamp_max>::call(const at::Tensor& self, const c10::Scalar& max) {
  return clamped("clamp_max", self, {c10::nullopt, max});
}
template <>
void Kernel<operators::clamp_max_>::call(const at::Tensor& self, const c10::Scalar& max) {
  clamp_into("clamp_max_", self, self, {c10::nullopt, max});
}

}  // namespace modecheck::engine
