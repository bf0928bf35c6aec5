// The element functions of comparisons and of logical and bitwise operators. `Relation` and `Operation` are function
// objects such as std::less<>.
#pragma once

#include <cstdint>
#include <functional>
#include <type_traits>

#include "engine/backends/functions/pointwise_rules.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::backends {

// True for eq and ne: complex numbers can be compared for equality only, because they have no order.
template <typename Relation>
constexpr bool takes_complex =
    std::is_same_v<Relation, std::equal_to<>> || std::is_same_v<Relation, std::not_equal_to<>>;

template <typename Relation>
struct Compare : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true, .complex_numbers = takes_complex<Relation>};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> bool { return Relation()(a, b); };
  }
};

// Applies the relation to the truth values of two numbers, as logical_and does. The truth value of a number is true
// unless the number is zero.
template <typename Relation>
struct OfTruth : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true, .complex_numbers = true};
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> bool { return Relation()(a != T(0), b != T(0)); };
  }
};

template <typename Operation>
struct OfBits {
  static constexpr PointwiseRules rules{};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(!c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                    "; convert the tensors to an integer dtype");
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        return a;  // unreachable, because `check` rejects floating dtypes
      } else {
        return static_cast<T>(Operation()(a, b));
      }
    };
  }
};

// The direction of a shift of bits.
enum class Shift : std::uint8_t { Left, Right };

// Shifts integers. A shift by fewer than 0 bits, or by as many bits as the dtype has, leaves no bit of the number: the
// result is 0, or -1 where a negative number is shifted to the right.
template <Shift direction>
struct OfShift {
  static constexpr PointwiseRules rules{};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(c10::isIntegralType(type, /*includeBool=*/false), ErrorClass::Dtype, name, ": not implemented for ",
                    type, "; convert the tensors to an integer dtype");
  }
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [](T a, T b) -> T {
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        constexpr auto width = static_cast<std::int64_t>(8 * sizeof(T));
        const auto bits = static_cast<std::int64_t>(b);
        const bool leaves_none = bits < 0 || bits >= width;
        if constexpr (direction == Shift::Left)
          return leaves_none ? T(0) : static_cast<T>(static_cast<std::uint64_t>(a) << bits);
        // Of an unsigned number nothing is left, and of a negative one the sign.
        return leaves_none ? static_cast<T>(a < T(0) ? -1 : 0) : static_cast<T>(a >> bits);
      } else {
        return a;  // unreachable, because `check` rejects other dtypes
      }
    };
  }
};

}  // namespace modecheck::engine::backends
