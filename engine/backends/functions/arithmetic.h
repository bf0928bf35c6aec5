// The element functions of add, sub, mul, div and maximum.
#pragma once

#include <cmath>
#include <type_traits>

#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

// Raises if `alpha`, the factor of `other` in add and sub, does not fit the dtype in which the operator computes.
void check_alpha(const char* name, const c10::Scalar& alpha, c10::ScalarType computed);

struct Add : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T { return wrapping_add<T>(a, b); };
  }
};

// The operator add with the argument `alpha`: rounds alpha * other before the addition.
struct AddScaled {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  void check(const char* name, c10::ScalarType computed) const { check_alpha(name, alpha, computed); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [scale = alpha.unchecked<T>()](T a, T b) -> T { return wrapping_add<T>(a, wrapping_mul<T>(scale, b)); };
  }
};

struct Sub : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T { return wrapping_sub<T>(a, b); };
  }
};

struct SubScaled {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  c10::Scalar alpha;
  void check(const char* name, c10::ScalarType computed) const { check_alpha(name, alpha, computed); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [scale = alpha.unchecked<T>()](T a, T b) -> T { return wrapping_sub<T>(a, wrapping_mul<T>(scale, b)); };
  }
};

struct Mul : AnyDtype {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T { return wrapping_mul<T>(a, b); };
  }
};

struct Div : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true, .complex_numbers = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T { return divide(a, b); };
  }
  // C++ leaves division by zero undefined, so the undefined-behaviour sanitizer reports it. IEEE 754 defines the
  // result. The attribute below turns this report off for the function.
  template <typename T>
#if defined(__clang__)
  __attribute__((no_sanitize("float-divide-by-zero")))
#endif
  MODECHECK_HOST_DEVICE static T
  divide(T a, T b) {
    return a / b;
  }
};

// The operator maximum. The result is NaN if either operand is NaN.
struct Maximum : AnyDtype {
  static constexpr PointwiseRules rules{};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a)) return a;
        if (std::isnan(b)) return b;
      }
      return a > b ? a : b;
    };
  }
};

}  // namespace modecheck::engine::backends
