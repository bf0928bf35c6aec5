// The element functions of pow, hypot, logaddexp, lerp, clamp by tensors, addcmul and addcdiv. Transcendental functions
// of float32 are computed in double and rounded once.
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

#if defined(__clang__)
#define MODECHECK_DIVIDES_BY_ZERO __attribute__((no_sanitize("float-divide-by-zero")))
#else
#define MODECHECK_DIVIDES_BY_ZERO
#endif

namespace modecheck::engine::backends {

inline void reject_bool_operand(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name, ": not implemented for Bool; convert the tensors");
}
inline void require_floating_operand(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                  "; convert the tensors to a floating dtype");
}
// Returns an integer to the power of an integer. With a negative exponent the result is 0, unless the base is 1 or -1.
template <typename T>
MODECHECK_HOST_DEVICE T integer_power(T base, T exponent) {
  if constexpr (std::is_same_v<T, bool>) {
    return base || !exponent;
  } else {
    if constexpr (std::is_signed_v<T>) {
      if (exponent < 0) {
        if (base == T(1)) return T(1);
        if (base == T(-1)) return exponent % 2 == 0 ? T(1) : T(-1);
        return T(0);
      }
    }
    T out = T(1);
    for (auto rest = static_cast<std::uint64_t>(exponent); rest != 0; rest >>= 1) {
      if ((rest & 1) != 0) out = wrapping_mul<T>(out, base);
      base = wrapping_mul<T>(base, base);
    }
    return out;
  }
}

struct PowerOf {
  static constexpr PointwiseRules rules{.complex_numbers = true};
  void check(const char* name, c10::ScalarType type) const { reject_bool_operand(name, type); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T {
      if constexpr (c10::is_complex_number<T>)
        return narrowed<T>(pow(widened(a), widened(b)));
      else if constexpr (std::is_floating_point_v<T>)
        return convert<T>(std::pow(static_cast<double>(a), static_cast<double>(b)));
      else
        return integer_power<T>(a, b);
    };
  }
};

// --- Functions of two floating numbers.

// logaddexp of two numbers that are not NaN. Two equal infinities are handled first, because their difference is NaN.
MODECHECK_HOST_DEVICE inline double logaddexp_of(double a, double b) {
  if (std::isinf(a) && a == b) return a;
  return std::fmax(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
}
MODECHECK_HOST_DEVICE inline double hypot_of(double a, double b) { return std::hypot(a, b); }
// logaddexp of two numbers that may be NaN. The result is NaN if either number is NaN.
MODECHECK_HOST_DEVICE inline double logaddexp_or_nan(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? a + b : logaddexp_of(a, b);
}

template <double (*function)(double, double)>
struct OfTwoReals {
  static constexpr PointwiseRules rules{.half = false};
  void check(const char* name, c10::ScalarType type) const { require_floating_operand(name, type); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T { return convert<T>(function(static_cast<double>(a), static_cast<double>(b))); };
  }
};

struct Hypot : OfTwoReals<hypot_of> {};
struct LogAddExp : OfTwoReals<logaddexp_or_nan> {};

// Lists the operators on two tensors that have an in-place and an `out=` form. An entry gives the operator, its
// function and the dtypes that the GPU has no kernel for. The CPU kernels of all three forms and the table of GPU
// kernels are made from this list.
#define MODECHECK_BINARY_OPERATORS(each) each(hypot, Hypot, integers)

// lerp: interpolates from the nearer of the two ends, so that the result is exact at both ends.
template <typename T>
MODECHECK_HOST_DEVICE T between(T self, T end, T weight) {
  bool nearer_to_start;
  if constexpr (c10::is_complex_number<T>)
    nearer_to_start = std::hypot(weight.real(), weight.imag()) < typename T::value_type(0.5);
  else
    nearer_to_start = (weight < T(0) ? -weight : weight) < T(0.5);
  return nearer_to_start ? T(self + weight * (end - self)) : T(end - (end - self) * (T(1) - weight));
}

struct Lerp {
  static constexpr PointwiseRules rules{
      .same_dtype = true, .cpu_scalars = false, .complex_numbers = true, .half = false};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(c10::isDifferentiableType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                    "; convert the tensors to a floating dtype");
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T self, T end, T weight) -> T {
      if constexpr (std::is_integral_v<T>)
        return self;  // unreachable, because `check` rejects the dtype
      else
        return between<T>(self, end, weight);
    };
  }
};

struct LerpBy : Lerp {
  c10::Scalar weight;
  void check(const char* name, c10::ScalarType type) const {
    Lerp::check(name, type);
    check_fits(name, weight, type == c10::kBFloat16 ? c10::kFloat : type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    if constexpr (std::is_integral_v<T>)
      return [](T self, T /*end*/) -> T { return self; };  // unreachable, because `check` rejects the dtype
    else
      return [by = weight.unchecked<T>()](T self, T end) -> T { return between<T>(self, end, by); };
  }
};

// clamp with tensors as bounds. The result is NaN if any operand is NaN. If the lower bound is above the upper bound
// `most`, the result is `most`.
struct ClampByTensors {
  static constexpr PointwiseRules rules{.half = false};
  void check(const char* name, c10::ScalarType type) const { reject_bool_operand(name, type); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T least, T most) -> T {
      if (is_nan(a)) return a;
      if (is_nan(least)) return least;
      if (is_nan(most)) return most;
      const T raised = a < least ? least : a;
      return most < raised ? most : raised;
    };
  }
};

struct AddProduct {
  static constexpr PointwiseRules rules{.complex_numbers = true, .half = false};
  c10::Scalar value;
  void check(const char* name, c10::ScalarType type) const {
    reject_bool_operand(name, type);
    check_fits(name, value, type);
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [by = value.unchecked<T>()](T self, T a, T b) -> T {
      return wrapping_add<T>(self, wrapping_mul<T>(wrapping_mul<T>(by, a), b));
    };
  }
};

struct AddQuotient {
  static constexpr PointwiseRules rules{.complex_numbers = true, .half = false};
  c10::Scalar value;
  void check(const char* name, c10::ScalarType type) const { check_fits(name, value, type); }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [by = value.unchecked<T>()](T self, T a, T b) -> T {
      if constexpr (std::is_integral_v<T>)
        return self;  // unreachable, because bool was rejected before
      else
        return sum(self, by, a, b);
    };
  }
  template <typename T>
  MODECHECK_DIVIDES_BY_ZERO MODECHECK_HOST_DEVICE static T sum(T self, T by, T a, T b) {
    return T(self + by * a / b);
  }
};

}  // namespace modecheck::engine::backends
