// Declares c10::Scalar: a number that knows its category (bool, integer, floating-point or complex). Schemas call its
// type `Scalar`.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <type_traits>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/core/types/scalar_type.h"
#include "engine/core/types/sym_int.h"

namespace c10 {
inline namespace modecheck_v1 {

class Scalar {
 public:
  constexpr Scalar() : integer_(0), type_(kLong) {}
  template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  constexpr Scalar(T value) : integer_(0), type_(kLong) {
    if constexpr (std::is_same_v<T, bool>) {
      integer_ = value ? 1 : 0;
      type_ = kBool;
    } else if constexpr (std::is_floating_point_v<T>) {
      floating_ = static_cast<double>(value);
      type_ = kDouble;
    } else {
      integer_ = static_cast<std::int64_t>(value);
    }
  }
  Scalar(SymInt value) : Scalar(value.expect_int()) {}
  Scalar(Half value) : Scalar(static_cast<float>(value)) {}
  Scalar(BFloat16 value) : Scalar(static_cast<float>(value)) {}
  template <typename T>
  constexpr Scalar(const complex<T>& value)
      : floating_(static_cast<double>(value.real())),
        imaginary_(static_cast<double>(value.imag())),
        type_(kComplexDouble) {}

  // Returns the number's category as kComplexDouble, kDouble, kLong or kBool.
  constexpr ScalarType type() const { return type_; }
  constexpr bool isComplex() const { return type_ == kComplexDouble; }
  constexpr bool isFloatingPoint() const { return type_ == kDouble; }
  constexpr bool isIntegral(bool include_bool) const { return type_ == kLong || (include_bool && type_ == kBool); }
  constexpr bool isBoolean() const { return type_ == kBool; }

  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  std::int64_t toLong() const { return to<std::int64_t>(); }
  int toInt() const { return to<int>(); }
  bool toBool() const { return to<bool>(); }
  std::uint8_t toByte() const { return to<std::uint8_t>(); }
  std::int8_t toChar() const { return to<std::int8_t>(); }
  std::int16_t toShort() const { return to<std::int16_t>(); }
  Half toHalf() const { return to<Half>(); }
  BFloat16 toBFloat16() const { return to<BFloat16>(); }
  complex<float> toComplexFloat() const { return to<complex<float>>(); }
  complex<double> toComplexDouble() const { return to<complex<double>>(); }
  SymInt toSymInt() const { return SymInt(toLong()); }
  // Returns false, because sizes are never symbolic here.
  constexpr bool isSymInt() const { return false; }

  // Returns the number as a `T`. Raises if the value does not fit `T`, as libtorch does. NaN and infinities fit
  // floating-point types. A negative integer fits an unsigned type if its absolute value does.
  template <typename T>
  T to() const {
    if constexpr (is_complex_number<T>) {
      using Part = typename T::value_type;
      return isComplex() ? T(Scalar(floating_).to<Part>(), Scalar(imaginary_).to<Part>()) : T(to<Part>());
    } else if constexpr (std::is_same_v<T, bool>) {
      return is_integer() ? integer_ != 0 : floating_ != 0.0 || imaginary_ != 0.0;
    } else {
      MODECHECK_CHECK(fits<T>(), modecheck::engine::ErrorClass::Overflow, "value cannot be converted to type ",
                      name_of<T>(), " without overflow: ", is_integer() ? static_cast<double>(integer_) : floating_);
      if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
        return T(is_integer() ? static_cast<float>(integer_) : static_cast<float>(floating_));
      } else {
        return is_integer() ? static_cast<T>(integer_) : static_cast<T>(floating_);
      }
    }
  }
  // Returns whether the number can be converted to the dtype without overflow.
  bool fits(ScalarType type) const {
    switch (type) {
      case kByte:
        return fits<std::uint8_t>();
      case kChar:
        return fits<std::int8_t>();
      case kShort:
        return fits<std::int16_t>();
      case kInt:
        return fits<std::int32_t>();
      case kLong:
        return fits<std::int64_t>();
      case kHalf:
        return fits<Half>();
      case kFloat:
        return fits<float>();
      case kBFloat16:
        return fits<BFloat16>();
      case kDouble:
        return fits<double>();
      case kComplexFloat:
        return is_integer() || (fits_parts<float>(floating_) && fits_parts<float>(imaginary_));
      default:
        return true;
    }
  }
  // Returns whether the number equals `value`. Numbers of different categories are compared by value, but a bool equals
  // bools only.
  template <typename T, std::enable_if_t<!is_complex_number<T>, int> = 0>
  constexpr bool equal(T value) const {
    if constexpr (std::is_same_v<T, bool>) {
      return isBoolean() && (integer_ != 0) == value;
    } else {
      if (isBoolean()) return false;
      return is_integer() ? static_cast<double>(integer_) == static_cast<double>(value)
                          : floating_ == static_cast<double>(value) && imaginary_ == 0.0;
    }
  }
  template <typename T>
  constexpr bool equal(const complex<T>& value) const {
    if (isComplex())
      return floating_ == static_cast<double>(value.real()) && imaginary_ == static_cast<double>(value.imag());
    return value.imag() == T(0) && equal(value.real());
  }
  Scalar operator-() const {
    if (isComplex()) return Scalar(complex<double>(-floating_, -imaginary_));
    return isFloatingPoint() ? Scalar(-floating_) : Scalar(-integer_);
  }
  Scalar conj() const { return isComplex() ? Scalar(complex<double>(floating_, -imaginary_)) : *this; }

  // Converts the number to `T`, which it is known to fit. Kernels use this function because it does not raise.
  template <typename T>
  constexpr T unchecked() const {
    if constexpr (is_complex_number<T>) {
      using Part = typename T::value_type;
      return isComplex() ? T(static_cast<Part>(floating_), static_cast<Part>(imaginary_)) : T(unchecked<Part>());
    } else if constexpr (std::is_same_v<T, bool>) {
      return is_integer() ? integer_ != 0 : floating_ != 0.0 || imaginary_ != 0.0;
    } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>) {
      return T(is_integer() ? static_cast<float>(integer_) : static_cast<float>(floating_));
    } else {
      return is_integer() ? static_cast<T>(integer_) : static_cast<T>(floating_);
    }
  }

 private:
  constexpr bool is_integer() const { return type_ == kLong || type_ == kBool; }

  template <typename T>
  static constexpr const char* name_of() {
    constexpr ScalarType type = CppTypeToScalarType<T>::value;
    if constexpr (type == kBFloat16) {
      return "at::BFloat16";
    } else {
      constexpr const char* names[] = {"uint8_t", "int8_t", "int16_t", "int", "int64_t", "at::Half", "float", "double"};
      return names[static_cast<std::size_t>(type)];
    }
  }
  // Returns whether the number has no imaginary part and fits the real type T.
  template <typename T>
  bool fits() const {
    if (isComplex() && imaginary_ != 0.0) return false;
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      if (!is_integer()) {
        if constexpr (sizeof(T) == 8) return floating_ >= -0x1p63 && floating_ < 0x1p63;
        return floating_ >= static_cast<double>(Limits::min()) && floating_ <= static_cast<double>(Limits::max());
      }
      constexpr auto most = static_cast<std::int64_t>(Limits::max());
      constexpr auto least = std::is_signed_v<T> ? static_cast<std::int64_t>(Limits::min()) : -most;
      return integer_ >= least && integer_ <= most;
    } else {
      return fits_parts<T>(is_integer() ? static_cast<double>(integer_) : floating_);
    }
  }
  template <typename T>
  static bool fits_parts(double value) {
    constexpr double most = std::is_same_v<T, Half>       ? 65504.0
                            : std::is_same_v<T, BFloat16> ? 0x1.fep127
                            : std::is_same_v<T, float>    ? static_cast<double>(std::numeric_limits<float>::max())
                                                          : std::numeric_limits<double>::infinity();
    return !(std::fabs(value) > most) || std::isinf(value);
  }

  union {
    std::int64_t integer_;
    double floating_;  // a floating-point number, or the real part of a complex number
  };
  double imaginary_ = 0.0;
  ScalarType type_;
};

inline std::ostream& operator<<(std::ostream& out, const Scalar& value) {
  if (value.isComplex()) return out << value.toComplexDouble();
  if (value.isFloatingPoint()) return out << value.toDouble();
  if (value.isBoolean()) return out << (value.toBool() ? "true" : "false");
  return out << value.toLong();
}

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::Scalar;
}
}  // namespace at
