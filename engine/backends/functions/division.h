// The element functions of remainder, fmod and rounded quotients. The caller has checked that no integer is divided by
// zero.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "engine/backends/functions/elementwise.h"
#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

template <typename T>
MODECHECK_HOST_DEVICE T remainder_of_sign_of_dividend(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else if constexpr (std::is_same_v<T, bool>) {
    return false;
  } else {
    // Handle the divisor -1 separately, because the smallest integer divided by -1 overflows.
    if constexpr (std::is_signed_v<T>)
      if (b == T(-1)) return T(0);
    return static_cast<T>(a % b);
  }
}

template <typename T>
MODECHECK_HOST_DEVICE T remainder_of_sign_of_divisor(T a, T b) {
  const T rest = remainder_of_sign_of_dividend(a, b);
  if constexpr (std::is_signed_v<T>)
    if (rest != T(0) && (rest < T(0)) != (b < T(0))) return static_cast<T>(rest + b);
  return rest;
}

template <typename T>
MODECHECK_DIVIDES_BY_ZERO MODECHECK_HOST_DEVICE T quotient_towards_zero(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::trunc(a / b);
  } else if constexpr (std::is_same_v<T, bool>) {
    return a;
  } else {
    if constexpr (std::is_signed_v<T>)
      if (b == T(-1)) return wrapping_sub<T>(T(0), a);
    return static_cast<T>(a / b);
  }
}

// The quotient, rounded down, that matches the remainder: a = quotient * b + remainder. For floating numbers, floor(a /
// b) may be one too large, because a / b is rounded.
template <typename T>
MODECHECK_DIVIDES_BY_ZERO MODECHECK_HOST_DEVICE T quotient_downwards(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (b == T(0)) return a / b;
    const T rest = std::fmod(a, b);
    T whole = (a - rest) / b;
    if (rest != T(0) && (b < T(0)) != (rest < T(0))) whole -= T(1);
    if (whole == T(0)) return std::copysign(T(0), a / b);
    const T down = std::floor(whole);
    return whole - down > T(0.5) ? down + T(1) : down;
  } else {
    const T quotient = quotient_towards_zero(a, b);
    if constexpr (std::is_signed_v<T>)
      if ((a < T(0)) != (b < T(0)) && remainder_of_sign_of_dividend(a, b) != T(0)) return static_cast<T>(quotient - 1);
    return quotient;
  }
}

enum class DivisionKind : std::uint8_t { Fmod, Remainder, Trunc, Floor };

template <DivisionKind what>
struct Division {
  static constexpr PointwiseRules rules{};
  static constexpr const char* key = what == DivisionKind::Fmod        ? "fmod"
                                     : what == DivisionKind::Remainder ? "remainder"
                                     : what == DivisionKind::Trunc     ? "div trunc"
                                                                       : "div floor";
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T {
      if constexpr (what == DivisionKind::Fmod)
        return remainder_of_sign_of_dividend<T>(a, b);
      else if constexpr (what == DivisionKind::Remainder)
        return remainder_of_sign_of_divisor<T>(a, b);
      else if constexpr (what == DivisionKind::Trunc)
        return quotient_towards_zero<T>(a, b);
      else
        return quotient_downwards<T>(a, b);
    };
  }
};

}  // namespace modecheck::engine::backends
