// The element functions of minimum, fmax, fmin, atan2, copysign, xlogy, rsub and pow. Transcendental functions of
// float32 are computed in double and rounded once.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "engine/backends/functions/is_nan.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/functions/wide_complex.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

// The operator minimum. The result is NaN if either operand is NaN.
struct Minimum : AnyDtype {
  static constexpr PointwiseRules rules{};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T {
      if (is_nan(a)) return a;
      if (is_nan(b)) return b;
      return b < a ? b : a;
    };
  }
};

// The operators fmax and fmin. The result is NaN only if both operands are NaN.
template <bool greater>
struct NumberOf : AnyDtype {
  static constexpr PointwiseRules rules{};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
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
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T { return convert<T>(std::atan2(static_cast<double>(a), static_cast<double>(b))); };
  }
};

struct Copysign : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T { return convert<T>(std::copysign(static_cast<double>(a), static_cast<double>(b))); };
  }
};

// The operator xlogy: a * log(b). The result is zero if a is zero and b is not NaN.
struct XLogY : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T {
      if (is_nan(b)) return b;
      if (a == T(0)) return T(0);
      return convert<T>(static_cast<double>(a) * std::log(static_cast<double>(b)));
    };
  }
};

// The operator rsub: b - alpha * a.
struct ReversedSub {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  void check(const char* name, c10::ScalarType computed) const {
    MODECHECK_CHECK(!alpha.isBoolean() || computed == c10::kBool, ErrorClass::Argument, name,
                    ": Boolean alpha only supported for Boolean results; use a number instead of ", alpha);
    MODECHECK_CHECK(!alpha.isFloatingPoint() || c10::isDifferentiableType(computed), ErrorClass::Argument, name,
                    ": For integral input tensors, argument alpha must not be a floating point number, but it is ",
                    alpha);
    check_fits(name, alpha, computed);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [scale = alpha.unchecked<T>()](T a, T b) -> T { return wrapping_sub<T>(b, wrapping_mul<T>(scale, a)); };
  }
};

// pow with exponent 0.5 or -0.5. For a base of negative zero or negative infinity, the result is that of `sqrt` or 1 /
// `sqrt`. C's `pow` gives another result for these two bases.
#if defined(__clang__)
__attribute__((no_sanitize("float-divide-by-zero")))
#endif
MODECHECK_HOST_DEVICE inline double
power(double x, double exponent) {
  if (exponent == 0.5) return std::sqrt(x);
  if (exponent == -0.5) return 1.0 / std::sqrt(x);
  return std::pow(x, exponent);
}

// Computes small integer powers as products, which give the right results for zero and infinity. `pow` of complex
// numbers computes a logarithm, and then zero and infinity give wrong results.
MODECHECK_HOST_DEVICE inline ComplexDouble power(ComplexDouble z, double exponent) {
  if (exponent == -0.5 || exponent == -1 || exponent == -2) return 1.0 / power(z, -exponent);
  if (exponent == 0) return 1.0;
  if (exponent == 0.5) return sqrt(z);
  if (exponent == 1) return z;
  if (exponent == 2) return z * z;
  if (exponent == 3) return z * z * z;
  return pow(z, ComplexDouble(exponent));
}

struct Power {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .complex_numbers = true};
  c10::Scalar exponent;

  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name, ": not implemented for Bool; convert the tensor");
    MODECHECK_CHECK(c10::isDifferentiableType(type) || exponent.toLong() >= 0, ErrorClass::Argument, name,
                    ": Integers to negative integer powers are not allowed; the exponent is ", exponent);
    // For integer and half-precision dtypes the exponent is converted to the element type, so it must fit that type.
    // For float32 and wider dtypes the operator computes in double, which every exponent fits.
    if (c10::isIntegralType(type, false) || type == c10::kHalf || type == c10::kBFloat16)
      check_fits(name, exponent, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    if constexpr (c10::is_complex_number<T>) {
      return [to = exponent.unchecked<double>()](T a) -> T { return narrowed<T>(power(widened(a), to)); };
    } else if constexpr (std::is_floating_point_v<T>) {
      return [to = exponent.unchecked<double>()](T a) -> T { return convert<T>(power(static_cast<double>(a), to)); };
    } else {
      return [to = exponent.unchecked<std::int64_t>()](T a) -> T {
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

// The operator add: a + alpha * b. If `minus` is true, the operator sub: a - alpha * b.
struct Sum {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  bool minus;
  void check(const char* name, c10::ScalarType computed) const { ReversedSub{alpha}.check(name, computed); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [scale = alpha.unchecked<T>(), subtract = minus](T a, T b) -> T {
      const T scaled = wrapping_mul<T>(scale, b);
      return subtract ? wrapping_sub<T>(a, scaled) : wrapping_add<T>(a, scaled);
    };
  }
};

}  // namespace modecheck::engine::backends
