// A number with its category: what a schema's `Scalar` is.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <type_traits>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/scalar_type.h"

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

  // Double, Long or Bool.
  constexpr ScalarType type() const { return type_; }
  constexpr bool isFloatingPoint() const { return type_ == kDouble; }
  constexpr bool isIntegral(bool include_bool) const { return type_ == kLong || (include_bool && type_ == kBool); }
  constexpr bool isBoolean() const { return type_ == kBool; }

  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  std::int64_t toLong() const { return to<std::int64_t>(); }
  int toInt() const { return to<int>(); }
  bool toBool() const { return to<bool>(); }

  // Raises when the value does not fit, as libtorch does; NaN and infinities fit floating types.
  template <typename T>
  T to() const {
    if constexpr (std::is_same_v<T, bool>) {
      return isFloatingPoint() ? floating_ != 0.0 : integer_ != 0;
    } else if constexpr (std::is_same_v<T, double>) {
      return isFloatingPoint() ? floating_ : static_cast<double>(integer_);
    } else if constexpr (std::is_same_v<T, float>) {
      if (!isFloatingPoint()) return static_cast<float>(integer_);
      const bool fits = std::isnan(floating_) || std::isinf(floating_) ||
                        std::fabs(floating_) <= static_cast<double>(std::numeric_limits<float>::max());
      MODECHECK_CHECK(fits, modecheck::engine::ErrorClass::Overflow,
                      "value cannot be converted to type float without overflow: ", floating_);
      return static_cast<float>(floating_);
    } else {
      static_assert(std::is_integral_v<T>, "a number of another category, or none");
      std::int64_t value = integer_;
      if (isFloatingPoint()) {
        MODECHECK_CHECK(floating_ >= -9223372036854775808.0 && floating_ < 9223372036854775808.0,
                        modecheck::engine::ErrorClass::Overflow,
                        "value cannot be converted to type int64_t without overflow: ", floating_);
        value = static_cast<std::int64_t>(floating_);
      }
      if constexpr (!std::is_same_v<T, std::int64_t>)
        MODECHECK_CHECK(std::in_range<T>(value), modecheck::engine::ErrorClass::Overflow,
                        "value cannot be converted to an integer of ", sizeof(T), " bytes without overflow: ", value);
      return static_cast<T>(value);
    }
  }
  constexpr bool equal(double value) const {
    return isFloatingPoint() ? floating_ == value : static_cast<double>(integer_) == value;
  }
  Scalar operator-() const { return isFloatingPoint() ? Scalar(-floating_) : Scalar(-integer_); }

 private:
  union {
    std::int64_t integer_;
    double floating_;
  };
  ScalarType type_;
};

inline std::ostream& operator<<(std::ostream& out, const Scalar& value) {
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
