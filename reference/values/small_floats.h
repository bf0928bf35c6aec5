// Defines the C++ types in which elements lie in memory, among them those of float16 and bfloat16. A value is rounded
// (rounding.h) before it is stored, so that the conversions here are exact.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "spec/program/dtype.h"

namespace modecheck::reference {

// float16, the IEEE half precision: 1 sign bit, 5 exponent bits, 10 fraction bits.
struct Float16 {
  std::uint16_t bits = 0;

  Float16() = default;
  explicit Float16(double value) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double size = std::abs(value);
    int rest = 0;
    if (std::isnan(size)) {
      rest = 0x7e00;
    } else if (std::isinf(size)) {
      rest = 0x7c00;
    } else if (size >= 0x1p-14) {
      const int exponent = std::ilogb(size);
      rest = ((exponent + 14) << 10) + static_cast<int>(std::ldexp(size, 10 - exponent));
    } else {
      rest = static_cast<int>(size * 0x1p24);
    }
    bits = static_cast<std::uint16_t>(sign | rest);
  }
  operator double() const {  // NOLINT: a number
    const int exponent = bits >> 10 & 31;
    const double fraction = bits & 1023;
    double size = 0;
    if (exponent == 31) {
      size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    } else if (exponent == 0) {
      size = fraction * 0x1p-24;
    } else {
      size = std::ldexp(1024 + fraction, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -size : size;
  }
};

// bfloat16, which has the upper 16 bits of a float32.
struct BFloat16 {
  std::uint16_t bits = 0;

  BFloat16() = default;
  explicit BFloat16(double value)
      : bits(static_cast<std::uint16_t>(
            std::isnan(value) ? 0x7fc0u : std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16)) {}
  operator double() const {  // NOLINT: a number
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
  }
};

// Calls `visit` with a value of the C++ type in which elements of `dtype` lie in memory. For a complex dtype, this is
// the type of the real part.
template <typename Visit>
void visit_element_type(spec::DType dtype, const Visit& visit) {
  using spec::DType;
  switch (dtype) {
    case DType::Float32:
    case DType::Complex64:
      return visit(float{});
    case DType::Float64:
    case DType::Complex128:
      return visit(double{});
    case DType::Int64:
      return visit(std::int64_t{});
    case DType::Bool:
    case DType::UInt8:
      return visit(std::uint8_t{});
    case DType::Int8:
      return visit(std::int8_t{});
    case DType::Int16:
      return visit(std::int16_t{});
    case DType::Int32:
      return visit(std::int32_t{});
    case DType::Float16:
      return visit(Float16{});
    case DType::BFloat16:
      return visit(BFloat16{});
  }
}

}  // namespace modecheck::reference
