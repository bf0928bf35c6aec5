// Declares c10::Half: IEEE 754 binary16, with 5 bits of exponent and 10 of fraction. It only stores numbers: arithmetic
// is done in float. Converting a float rounds to the nearest number, and to the even one if two are equally near.
#pragma once

#include <cstdint>
#include <limits>
#include <ostream>

#include "engine/core/types/bit_cast.h"

namespace c10 {
inline namespace modecheck_v1 {

namespace detail {

constexpr std::uint16_t half_bits(float value) {
  const auto bits = modecheck::engine::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000u);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t half = 0;
  if (magnitude > 0x7f800000u) {  // every NaN is converted to this NaN
    half = 0x7e00u;
    // Numbers from 65520 on become infinity: 65520 is half way between 65504, the largest half, and 65536.
  } else if (magnitude >= 0x477ff000u) {
    half = 0x7c00u;
  } else if (magnitude >= 0x38800000u) {  // a normal number, whose exponent has a bias that is 112 less than a float's
    const std::uint32_t rebased = magnitude - 0x38000000u;
    half = (rebased + 0xfffu + (rebased >> 13 & 1u)) >> 13;
  } else {  // a subnormal number: adding 0.5f rounds it to a multiple of 2^-24, the spacing of floats from 0.5 on
    half =
        modecheck::engine::bit_cast<std::uint32_t>(modecheck::engine::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
  }
  return static_cast<std::uint16_t>(sign | half);
}

constexpr float half_value(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = half >> 10 & 0x1fu;
  const std::uint32_t fraction = half & 0x3ffu;
  if (exponent == 0) {
    const float size = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -size : size;
  }
  const std::uint32_t rebased = exponent == 0x1fu ? 0xffu : exponent + 112u;
  return modecheck::engine::bit_cast<float>(sign | rebased << 23 | fraction << 13);
}

}  // namespace detail

struct Half {
  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return {}; }

  std::uint16_t x = 0;

  constexpr Half() = default;
  constexpr Half(std::uint16_t bits, from_bits_t /*tag*/) : x(bits) {}
  constexpr Half(float value) : x(detail::half_bits(value)) {}  // NOLINT: the conversion is implicit, as in libtorch
  constexpr operator float() const { return detail::half_value(x); }  // NOLINT
};

inline std::ostream& operator<<(std::ostream& out, Half value) { return out << static_cast<float>(value); }

}  // namespace modecheck_v1
}  // namespace c10

template <>
class std::numeric_limits<c10::Half> : public std::numeric_limits<float> {
  static constexpr c10::Half of(std::uint16_t bits) { return {bits, c10::Half::from_bits()}; }

 public:
  static constexpr bool is_iec559 = std::numeric_limits<float>::is_iec559;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;
  static constexpr c10::Half min() { return of(0x0400); }
  static constexpr c10::Half lowest() { return of(0xfbff); }
  static constexpr c10::Half max() { return of(0x7bff); }
  static constexpr c10::Half epsilon() { return of(0x1400); }
  static constexpr c10::Half round_error() { return of(0x3800); }
  static constexpr c10::Half infinity() { return of(0x7c00); }
  static constexpr c10::Half quiet_NaN() { return of(0x7e00); }
  static constexpr c10::Half signaling_NaN() { return of(0x7d00); }
  static constexpr c10::Half denorm_min() { return of(0x0001); }
};

namespace at {
inline namespace modecheck_v1 {
using c10::Half;
}
}  // namespace at
