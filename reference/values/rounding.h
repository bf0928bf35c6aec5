// Describes binary floating-point formats. Rounds to a dtype, gives units in the last place, and tells whether a sum is
// the same in every order of its terms.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include "spec/program/dtype.h"

namespace modecheck::reference {

// The error bound that means "no bound": a value with it is unknown. Any bound of at least `kNoBound`, and a NaN, means
// the same.
constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr double kNoBound = 1e30;
constexpr bool is_bound(double tolerance) { return tolerance < kNoBound; }

// The limits of a floating dtype, or of the real and imaginary parts of a complex dtype.
struct FloatFormat {
  int bits;        // number of significant bits, including the leading one
  double epsilon;  // distance from 1 to the next larger number
  double tiniest;  // smallest number above 0, which is subnormal
  double least;    // smallest number above 0 that is not subnormal
  // a sum of magnitudes below this does not overflow in a subject; at most half of the largest finite number
  double largest;
  int lowest_bit;   // exponent of the lowest bit that the terms of an exact sum may have
  double greatest;  // the largest finite number
};
constexpr FloatFormat kFormat32{24, 0x1p-23, 0x1p-149, 0x1p-126, 1e37, -120, 0x1.fffffep127};
// `largest` and `lowest_bit` are those of float32, because a subject may use float32 for intermediate results.
constexpr FloatFormat kFormat64{53, 0x1p-52, 0x1p-1074, 0x1p-1022, 1e37, -120, 0x1.fffffffffffffp1023};
constexpr FloatFormat kFormat16{11, 0x1p-10, 0x1p-24, 0x1p-14, 32000, -24, 65504};
constexpr FloatFormat kFormatB16{8, 0x1p-7, 0x1p-133, 0x1p-126, 1e37, -120, 0x1.fep127};

constexpr const FloatFormat& format_of(spec::DType dtype) {
  switch (dtype) {
    case spec::DType::Float64:
    case spec::DType::Complex128:
      return kFormat64;
    case spec::DType::Float16:
      return kFormat16;
    case spec::DType::BFloat16:
      return kFormatB16;
    default:
      return kFormat32;
  }
}

// Returns the largest finite number of a floating dtype, or of the real and imaginary parts of a complex dtype.
constexpr double greatest_of(spec::DType dtype) { return format_of(dtype).greatest; }

// Rounds to float16 or bfloat16, ties to even. The value is rounded to float32 first, as all libraries do.
inline double round_to_small(spec::DType dtype, double value) {
  const auto single = static_cast<double>(static_cast<float>(value));
  if (single == 0 || !std::isfinite(single)) return single;
  const bool half = dtype == spec::DType::Float16;
  const int unit = std::max(std::ilogb(single) - (half ? 10 : 7), half ? -24 : -133);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(single, -unit)), unit);
  if (std::abs(rounded) <= greatest_of(dtype)) return rounded;
  return std::copysign(std::numeric_limits<double>::infinity(), rounded);
}

// Rounds to a floating dtype, or to the dtype of the real and imaginary parts of a complex dtype.
inline double round_to(spec::DType dtype, double value) {
  switch (dtype) {
    case spec::DType::Float32:
    case spec::DType::Complex64:
      return static_cast<double>(static_cast<float>(value));
    case spec::DType::Float16:
    case spec::DType::BFloat16:
      return round_to_small(dtype, value);
    default:
      return value;
  }
}

// Converts an integer to an integer dtype, which keeps its low bits (wraps around). A bool is true for any number but
// 0.
constexpr std::int64_t wrap_to(spec::DType dtype, std::int64_t value) {
  switch (dtype) {
    case spec::DType::Bool:
      return value != 0;
    case spec::DType::UInt8:
      return static_cast<std::uint8_t>(value);
    case spec::DType::Int8:
      return static_cast<std::int8_t>(value);
    case spec::DType::Int16:
      return static_cast<std::int16_t>(value);
    case spec::DType::Int32:
      return static_cast<std::int32_t>(value);
    default:
      return value;
  }
}

// Returns an upper bound of the distance between a number of size `magnitude` and its neighbours in the dtype.
inline double ulp(spec::DType dtype, double magnitude) {
  const FloatFormat& format = format_of(dtype);
  return magnitude * format.epsilon + format.tiniest;
}

// Returns the largest error that arises if a subnormal result is flushed to zero, as some libraries do.
inline double flushed(spec::DType dtype) { return format_of(dtype).least; }

constexpr int kNoBits = 4096;  // what lowest_bit() returns for zero, which has no bits

// Returns the exponent of the lowest bit of `value` that is set.
inline int lowest_bit(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
  if (exponent == 0) return fraction == 0 ? kNoBits : -1074 + std::countr_zero(fraction);
  return exponent - 1075 + std::countr_zero(fraction | (std::uint64_t{1} << 52));
}

// Returns whether `value` fits in `bits` significant bits. A float32 has 24, and the product of two numbers of 24 bits
// is exact in a double.
inline bool is_short(double value, int bits = 24) {
  return (std::bit_cast<std::uint64_t>(value) & ((std::uint64_t{1} << (53 - bits)) - 1)) == 0;
}

inline bool is_short(std::complex<double> value) { return is_short(value.real()) && is_short(value.imag()); }

// Returns 2^exponent. The exponent must be that of a normal double.
inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

// Returns whether a sum is the same in every order of its terms, even if a subject rounds after each step. This holds
// if every partial sum is a multiple of 2^lowest and below 2^(lowest + bits). `magnitude` is the sum of the terms'
// magnitudes. `lowest` is the exponent of their lowest bit.
inline bool same_in_every_order(double magnitude, int lowest, const FloatFormat& format) {
  if (lowest == kNoBits) return true;
  if (lowest < format.lowest_bit || lowest > 100) return false;
  return magnitude <= power_of_two(lowest + format.bits) && magnitude < format.largest;
}

// Adds up terms. exact() tells whether the sum is the same in every order of the terms.
struct AnyOrderSum {
  double value = 0;
  double magnitude = 0;  // sum of the magnitudes of the finite terms
  int lowest = kNoBits;

  void add(double term) {
    value += term;
    if (!std::isfinite(term)) return;
    magnitude += std::abs(term);
    const int bit = lowest_bit(term);
    if (bit < lowest) lowest = bit;
  }
  bool exact(spec::DType dtype) const { return same_in_every_order(magnitude, lowest, format_of(dtype)); }
};

// Adds up complex terms: the real parts and the imaginary parts separately.
struct ComplexSum {
  AnyOrderSum real;
  AnyOrderSum imag;

  void add(std::complex<double> term) {
    real.add(term.real());
    imag.add(term.imag());
  }
  // Adds x * y * factor to the sum. Each of the four products of real and imaginary parts counts as a term of its own
  // in the error bound.
  void add_product(std::complex<double> x, std::complex<double> y, double factor = 1) {
    real.add(factor * x.real() * y.real());
    real.add(-factor * x.imag() * y.imag());
    imag.add(factor * x.real() * y.imag());
    imag.add(factor * x.imag() * y.real());
  }
  std::complex<double> value() const { return {real.value, imag.value}; }
  double magnitude() const { return real.magnitude + imag.magnitude; }
  bool exact(spec::DType dtype) const { return real.exact(dtype) && imag.exact(dtype); }
};

}  // namespace modecheck::reference
