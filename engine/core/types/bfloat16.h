// Declares c10::BFloat16: the upper 16 bits of a float, with 8 bits of exponent and 7 of fraction. Like Half it only
// stores numbers; arithmetic is done in float.
#pragma once

#include <cstdint>
#include <limits>
#include <ostream>

#include "engine/core/types/bit_cast.h"

namespace c10 {
inline namespace modecheck_v1 {

namespace detail {

// Returns the bits of a float rounded to BFloat16: to the nearest number, and to the even one if two are equally near.
constexpr std::uint16_t bfloat16_bits(float value) {
  const auto bits = modecheck::engine::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fc0u;  // every NaN is converted to this NaN
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

}  // namespace detail

struct BFloat16 {
  struct from_bits_t {};
  static constexpr from_bits_t from_bits() { return {}; }

  std::uint16_t x = 0;

  constexpr BFloat16() = default;
  constexpr BFloat16(std::uint16_t bits, from_bits_t /*tag*/) : x(bits) {}
  constexpr BFloat16(float value) : x(detail::bfloat16_bits(value)) {}  // NOLINT: implicit, as in libtorch
  constexpr operator float() const { return modecheck::engine::bit_cast<float>(std::uint32_t{x} << 16); }  // NOLINT
};

inline std::ostream& operator<<(std::ostream& out, BFloat16 value) { return out << static_cast<float>(value); }

}  // namespace modecheck_v1
}  // namespace c10

template <>
class std::numeric_limits<c10::BFloat16> : public std::numeric_limits<float> {
  static constexpr c10::BFloat16 of(std::uint16_t bits) { return {bits, c10::BFloat16::from_bits()}; }

 public:
  static constexpr bool is_iec559 = false;
  static constexpr int digits = 8;
  static constexpr int digits10 = 2;
  static constexpr int max_digits10 = 4;
  static constexpr c10::BFloat16 min() { return of(0x0080); }
  static constexpr c10::BFloat16 lowest() { return of(0xff7f); }
  static constexpr c10::BFloat16 max() { return of(0x7f7f); }
  static constexpr c10::BFloat16 epsilon() { return of(0x3c00); }
  static constexpr c10::BFloat16 round_error() { return of(0x3f00); }
  static constexpr c10::BFloat16 infinity() { return of(0x7f80); }
  static constexpr c10::BFloat16 quiet_NaN() { return of(0x7fc0); }
  static constexpr c10::BFloat16 signaling_NaN() { return of(0x7f81); }
  static constexpr c10::BFloat16 denorm_min() { return of(0x0001); }
};

namespace at {
inline namespace modecheck_v1 {
using c10::BFloat16;
}
}  // namespace at
