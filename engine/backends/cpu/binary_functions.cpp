// minimum, fmax, fmin, atan2, copysign, xlogy, reversed subtraction, the forms with a number, powers.
//
// Transcendental functions of float32 are computed in double and rounded once.
#include <cmath>
#include <complex>

#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/is_nan.h"
#include "engine/backends/cpu/pointwise.h"
#include "engine/backends/cpu/wide_complex.h"
#include "engine/core/default_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/pointwise.h"

namespace modecheck::engine {
namespace backends {
namespace {

// NaN if either is.
struct Minimum : AnyDtype {
  static constexpr PointwiseRules rules{};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T {
      if (is_nan(a)) return a;
      if (is_nan(b)) return b;
      return b < a ? b : a;
    };
  }
};

// NaN only if both are.
template <bool greater>
struct NumberOf : AnyDtype {
  static constexpr PointwiseRules rules{};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T {
      if (is_nan(a)) return b;
      if (is_nan(b)) return a;
      return (greater ? a < b : b < a) ? b : a;
    };
  }
};

struct Atan2 : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true, .half = false};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return convert<T>(std::atan2(static_cast<double>(a), static_cast<double>(b))); };
  }
};

struct Copysign : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return convert<T>(std::copysign(static_cast<double>(a), static_cast<double>(b))); };
  }
};

// a * log(b), zero of zero.
struct XLogY : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T {
      if (is_nan(b)) return b;
      if (a == T(0)) return T(0);
      return convert<T>(static_cast<double>(a) * std::log(static_cast<double>(b)));
    };
  }
};

// b - alpha * a.
struct ReversedSub {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  void check(const char* name, c10::ScalarType computed) const {
    MODECHECK_CHECK(!alpha.isBoolean() || computed == c10::kBool, ErrorClass::Argument, name,
                    ": Boolean alpha only supported for Boolean results; use a number instead of ", alpha);
    MODECHECK_CHECK(!alpha.isFloatingPoint() || c10::isDifferentiableType(computed), ErrorClass::Argument, name,
                    ": For integral input tensors, argument alpha must not be a floating point number, but it is ",
                    alpha);
    check_number_fits(name, alpha, computed);
  }
  template <typename T>
  auto element() const {
    return [scale = alpha.to<T>()](T a, T b) -> T { return wrapping_sub<T>(b, wrapping_mul<T>(scale, a)); };
  }
};

void reject_bool(const char* name, bool any) {
  MODECHECK_CHECK(!any, ErrorClass::Dtype, name,
                  ": Subtraction, the `-` operator, with a bool tensor is not supported; use `logical_xor()` for two "
                  "masks, or convert them");
}
void reject_bool(const char* name, const at::Tensor& self, const c10::Scalar& other) {
  reject_bool(name, self.scalar_type() == c10::kBool || other.isBoolean());
}

// The roots of negative zero and infinity are those of `sqrt`, not those of C's `pow`.
#if defined(__clang__)
__attribute__((no_sanitize("float-divide-by-zero")))
#endif
double
power(double x, double exponent) {
  if (exponent == 0.5) return std::sqrt(x);
  if (exponent == -0.5) return 1.0 / std::sqrt(x);
  return std::pow(x, exponent);
}

// Small whole powers are products: what is zero or infinite shows in them, and not in a logarithm.
std::complex<double> power(std::complex<double> z, double exponent) {
  if (exponent == -0.5 || exponent == -1 || exponent == -2) return 1.0 / power(z, -exponent);
  if (exponent == 0) return 1.0;
  if (exponent == 0.5) return std::sqrt(z);
  if (exponent == 1) return z;
  if (exponent == 2) return z * z;
  if (exponent == 3) return z * z * z;
  return std::pow(z, std::complex<double>(exponent));
}

struct Power {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .complex_numbers = true};
  c10::Scalar exponent;

  // What is raised is converted to this dtype first.
  c10::ScalarType dtype_of(const char* name, const at::Tensor& self) const {
    c10::ScalarType type = self.scalar_type();
    if (exponent.isFloatingPoint() && !c10::isDifferentiableType(type)) type = c10::get_default_dtype();
    if (type == c10::kBool && !exponent.isBoolean()) type = c10::kLong;
    check(name, type);
    return type;
  }
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name, ": not implemented for Bool; convert the tensor");
    MODECHECK_CHECK(c10::isDifferentiableType(type) || exponent.toLong() >= 0, ErrorClass::Argument, name,
                    ": Integers to negative integer powers are not allowed; the exponent is ", exponent);
    // The exponent is read as an element; in double precision where there is room for it.
    if (c10::isIntegralType(type, false) || type == c10::kHalf || type == c10::kBFloat16)
      check_number_fits(name, exponent, type);
  }
  template <typename T>
  auto element() const {
    if constexpr (c10::is_complex_number<T>) {
      return [to = exponent.toDouble()](T a) -> T { return narrowed<T>(power(widened(a), to)); };
    } else if constexpr (std::is_floating_point_v<T>) {
      return [to = exponent.toDouble()](T a) -> T { return convert<T>(power(static_cast<double>(a), to)); };
    } else {
      return [to = exponent.toLong()](T a) -> T {
        T out = T(1);
        for (std::int64_t left = to; left > 0; left >>= 1) {
          if ((left & 1) != 0) out = wrapping_mul<T>(out, a);
          a = wrapping_mul<T>(a, a);
        }
        return out;
      };
    }
  }
};

at::Tensor as_dtype(const at::Tensor& self, c10::ScalarType type) {
  if (self.scalar_type() == type) return self;
  return Kernel<operators::_to_copy>::call(self, type, c10::nullopt, c10::nullopt, c10::nullopt, false, c10::nullopt);
}

void power_into(const char* name, const at::Tensor& out, const at::Tensor& self, const c10::Scalar& exponent) {
  const Power function{exponent};
  const c10::ScalarType type = function.dtype_of(name, self);
  MODECHECK_CHECK(type == out.scalar_type(), ErrorClass::Dtype, name, ": Found dtype ", out.scalar_type(),
                  " but expected ", type);
  pointwise_into(name, function, out, as_dtype(self, type));
}

// a + alpha * b, and with a minus.
struct Sum {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  bool minus;
  void check(const char* name, c10::ScalarType computed) const { ReversedSub{alpha}.check(name, computed); }
  template <typename T>
  auto element() const {
    return [scale = alpha.to<T>(), subtract = minus](T a, T b) -> T {
      const T scaled = wrapping_mul<T>(scale, b);
      return subtract ? wrapping_sub<T>(a, scaled) : wrapping_add<T>(a, scaled);
    };
  }
};

struct Product : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return wrapping_mul<T>(a, b); };
  }
};

struct Quotient : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true, .complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T { return divide(a, b); };
  }
  template <typename T>
#if defined(__clang__)
  __attribute__((no_sanitize("float-divide-by-zero")))
#endif
  static T
  divide(T a, T b) {
    return a / b;
  }
};

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

#define MODECHECK_OF_TWO(op, Function)                                                                             \
  template <>                                                                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self, const at::Tensor& other) {                        \
    return pointwise(#op, Function{}, self, other);                                                                \
  }                                                                                                                \
  template <>                                                                                                      \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, const at::Tensor& other, const at::Tensor& out) { \
    pointwise_into(#op, Function{}, out, self, other);                                                             \
  }
MODECHECK_OF_TWO(minimum, Minimum)
MODECHECK_OF_TWO(fmax, NumberOf<true>)
MODECHECK_OF_TWO(fmin, NumberOf<false>)
MODECHECK_OF_TWO(atan2, Atan2)
#undef MODECHECK_OF_TWO

template <>
void Kernel<operators::atan2_>::call(const at::Tensor& self, const at::Tensor& other) {
  pointwise_into("atan2_", Atan2{}, self, self, other);
}

#define MODECHECK_FORMS_OF_TWO(op, in_place, into, Function)                                                   \
  template <>                                                                                                  \
  at::Tensor Kernel<operators::op##_Tensor>::call(const at::Tensor& self, const at::Tensor& other) {           \
    return pointwise(#op, Function{}, self, other);                                                            \
  }                                                                                                            \
  template <>                                                                                                  \
  void Kernel<operators::in_place>::call(const at::Tensor& self, const at::Tensor& other) {                    \
    pointwise_into(#op "_", Function{}, self, self, other);                                                    \
  }                                                                                                            \
  template <>                                                                                                  \
  void Kernel<operators::into>::call(const at::Tensor& self, const at::Tensor& other, const at::Tensor& out) { \
    pointwise_into(#op, Function{}, out, self, other);                                                         \
  }
MODECHECK_FORMS_OF_TWO(copysign, copysign__Tensor, copysign_out, Copysign)
MODECHECK_FORMS_OF_TWO(xlogy, xlogy__Tensor, xlogy_OutTensor, XLogY)
#undef MODECHECK_FORMS_OF_TWO

template <>
at::Tensor Kernel<operators::clamp_max_Tensor>::call(const at::Tensor& self, const at::Tensor& max) {
  return pointwise("clamp_max", Minimum{}, self, max);
}
template <>
void Kernel<operators::clamp_max__Tensor>::call(const at::Tensor& self, const at::Tensor& max) {
  pointwise_into("clamp_max_", Minimum{}, self, self, max);
}
template <>
void Kernel<operators::clamp_max_Tensor_out>::call(const at::Tensor& self, const at::Tensor& max,
                                                   const at::Tensor& out) {
  pointwise_into("clamp_max", Minimum{}, out, self, max);
}

template <>
at::Tensor Kernel<operators::rsub_Tensor>::call(const at::Tensor& self, const at::Tensor& other,
                                                const c10::Scalar& alpha) {
  reject_bool("rsub", self.scalar_type() == c10::kBool || other.scalar_type() == c10::kBool);
  // It is the minuend that comes first, for the strides of the result too.
  return pointwise("rsub", Sum{alpha, true}, other, self);
}
template <>
at::Tensor Kernel<operators::rsub_Scalar>::call(const at::Tensor& self, const c10::Scalar& other,
                                                const c10::Scalar& alpha) {
  reject_bool("rsub", self, other);
  return pointwise("rsub", ReversedSub{alpha}, self, other);
}
template <>
at::Tensor Kernel<operators::add_Scalar>::call(const at::Tensor& self, const c10::Scalar& other,
                                               const c10::Scalar& alpha) {
  return pointwise("add", Sum{alpha, false}, self, other);
}
template <>
at::Tensor Kernel<operators::sub_Scalar>::call(const at::Tensor& self, const c10::Scalar& other,
                                               const c10::Scalar& alpha) {
  reject_bool("sub", self, other);
  return pointwise("sub", Sum{alpha, true}, self, other);
}
template <>
void Kernel<operators::sub__Scalar>::call(const at::Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha) {
  reject_bool("sub_", self, other);
  pointwise_into("sub_", Sum{alpha, true}, self, self, other);
}
template <>
void Kernel<operators::sub_out>::call(const at::Tensor& self, const at::Tensor& other, const c10::Scalar& alpha,
                                      const at::Tensor& out) {
  reject_bool("sub", self.scalar_type() == c10::kBool || other.scalar_type() == c10::kBool);
  pointwise_into("sub", Sum{alpha, true}, out, self, other);
}
template <>
at::Tensor Kernel<operators::mul_Scalar>::call(const at::Tensor& self, const c10::Scalar& other) {
  return pointwise("mul", Product{}, self, other);
}
template <>
at::Tensor Kernel<operators::div_Scalar>::call(const at::Tensor& self, const c10::Scalar& other) {
  return pointwise("div", Quotient{}, self, other);
}
template <>
void Kernel<operators::div__Scalar>::call(const at::Tensor& self, const c10::Scalar& other) {
  pointwise_into("div_", Quotient{}, self, self, other);
}

template <>
at::Tensor Kernel<operators::pow_Tensor_Scalar>::call(const at::Tensor& self, const c10::Scalar& exponent) {
  const Power function{exponent};
  return pointwise("pow", function, as_dtype(self, function.dtype_of("pow", self)));
}
template <>
void Kernel<operators::pow__Scalar>::call(const at::Tensor& self, const c10::Scalar& exponent) {
  power_into("pow_", self, self, exponent);
}
template <>
void Kernel<operators::pow_Tensor_Scalar_out>::call(const at::Tensor& self, const c10::Scalar& exponent,
                                                    const at::Tensor& out) {
  power_into("pow", out, self, exponent);
}

}  // namespace modecheck::engine
