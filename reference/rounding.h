// Facts about binary floating-point numbers: rounding to a dtype, units in the last place, and when a sum is the same
// in every order.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "spec/dtype.h"

namespace modecheck::reference {

// An error bound that says nothing. Bounds at or above `kNoBound`, and NaN, say nothing either.
constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr double kNoBound = 1e30;
constexpr bool is_bound(double tolerance) { return tolerance < kNoBound; }

constexpr double kEpsilon32 = std::numeric_limits<float>::epsilon();

inline double round_to(spec::DType dtype, double value) {
  return dtype == spec::DType::Float32 ? static_cast<double>(static_cast<float>(value)) : value;
}

// The distance between neighbours at `magnitude`, or more.
inline double ulp(spec::DType dtype, double magnitude) {
  return dtype == spec::DType::Float32
             ? magnitude * kEpsilon32 + std::numeric_limits<float>::denorm_min()
             : magnitude * std::numeric_limits<double>::epsilon() + std::numeric_limits<double>::denorm_min();
}

// What a library's function may lose of a result so small: some flush it to zero.
inline double flushed(spec::DType dtype) {
  return dtype == spec::DType::Float32 ? static_cast<double>(std::numeric_limits<float>::min())
                                       : std::numeric_limits<double>::min();
}

constexpr int significant_bits(spec::DType dtype) { return dtype == spec::DType::Float32 ? 24 : 53; }

constexpr int kNoBits = 4096;  // the lowest bit of zero

// The exponent of the lowest bit that is set.
inline int lowest_bit(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
  if (exponent == 0) return fraction == 0 ? kNoBits : -1074 + std::countr_zero(fraction);
  return exponent - 1075 + std::countr_zero(fraction | (std::uint64_t{1} << 52));
}

// Whether 24 significant bits hold it: then it is a float32 up to its range, and the product of two is a double.
inline bool is_short(double value) {
  return (std::bit_cast<std::uint64_t>(value) & ((std::uint64_t{1} << 29) - 1)) == 0;
}

// 2^exponent for exponents of normal numbers.
inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// Whether terms whose magnitudes add up to `magnitude` and whose lowest bit is `lowest` have the same sum in every
// order and with every rounding to `bits` bits: all partial sums are multiples of 2^lowest below 2^(lowest + bits).
inline bool same_in_every_order(double magnitude, int lowest, int bits) {
  if (lowest == kNoBits) return true;
  if (lowest < -120 || lowest > 100) return false;
  return magnitude <= power_of_two(lowest + bits) && magnitude < 1e37;
}

// A sum, and whether its order matters.
struct AnyOrderSum {
  double value = 0;
  double magnitude = 0;  // of the finite terms
  int lowest = kNoBits;

  void add(double term) {
    value += term;
    if (!std::isfinite(term)) return;
    magnitude += std::abs(term);
    const int bit = lowest_bit(term);
    if (bit < lowest) lowest = bit;
  }
  bool exact(spec::DType dtype) const { return same_in_every_order(magnitude, lowest, significant_bits(dtype)); }
};

}  // namespace modecheck::reference
