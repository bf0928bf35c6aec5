// The upper half of a float: 8 bits of exponent, 7 of fraction. A storage type, as Half is.
#pragma once

#include <bit>
#include <cstdint>

namespace c10 {
inline namespace modecheck_v1 {

namespace detail {

// Rounds to nearest, ties to even.
constexpr std::uint16_t bfloat16_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fc0u;  // NaN
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
  constexpr operator float() const { return std::bit_cast<float>(std::uint32_t{x} << 16); }  // NOLINT
};

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::BFloat16;
}
}  // namespace at
