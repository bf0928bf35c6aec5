// The element functions of rounding, signs, bitwise_not, tests such as isnan, clamp and nan_to_num.
#pragma once

#include <cmath>
#include <type_traits>

#include "engine/backends/functions/dtype_checks.h"
#include "engine/backends/functions/element_of.h"
#include "engine/backends/functions/of_floats.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/functions/wide_complex.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

struct Frac : OfFloats<Frac, true> {
  MODECHECK_HOST_DEVICE double at(double x) const { return x - std::trunc(x); }
};

// Rounds floating numbers to whole numbers by `function`. Integer elements are returned unchanged, and bool is
// rejected.
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
struct Floor : WholePart<std::floor> {
  static constexpr const char* key = "floor";
};
struct Ceil : WholePart<std::ceil> {
  static constexpr const char* key = "ceil";
};
struct Trunc : WholePart<std::trunc> {
  static constexpr const char* key = "trunc";
};
// The operator round: rounds to the nearest whole number, and halves to the even one.
struct Round : WholePart<std::nearbyint> {
  static constexpr const char* key = "round";
};

// The operator sign: -1, 0 or 1. The sign of NaN is 0.
struct Sign : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T { return static_cast<T>((a > T(0)) - (a < T(0))); };
  }
};

// The operator sgn: the same as sign for real numbers. A complex number is divided by its absolute value.
struct Sgn : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .complex_numbers = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a) -> T {
      if constexpr (c10::is_complex_number<T>) {
        const ComplexDouble z = widened(a);
        const double size = std::hypot(z.real(), z.imag());
        return size == 0 ? T() : narrowed<T>(z / size);
      } else {
        return static_cast<T>((a > T(0)) - (a < T(0)));
      }
    };
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
        return a;  // unreachable, because `check` rejects floating dtypes
      } else {
        return static_cast<T>(~a);
      }
    };
  }
};

// --- Tests of elements, such as isnan and isinf.

// A test such as isnan. A complex number passes the test if its real or its imaginary part passes. If `of_both` is
// true, both parts must pass.
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

// --- The element functions of clamp and nan_to_num.

// clamp with numbers as bounds. A NaN element stays NaN. If the lower bound `least` is above the upper bound `most`,
// the result is `most`.
struct Clamp {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false, .half = false};
  c10::Scalar least, most;
  bool has_least, has_most;
  void check(const char* name, c10::ScalarType type) const {
    if (has_least) check_least(name, least, type);
    if (has_most) check_most(name, most, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [low = bound_of<T>(least), high = bound_of<T>(most), has_low = has_least, has_high = has_most](T a) -> T {
      const T raised = has_low && a < low ? low : a;
      return has_high && raised > high ? high : raised;
    };
  }
};

struct NanToNum : AnyDtype {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  double for_nan, above, below;
  // The arguments of nan_to_num. `largest` is the largest number of the tensor's dtype. It replaces infinity if
  // `posinf` is not given. The caller passes `largest`, because the kernel may compute in a type with a larger range.
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
