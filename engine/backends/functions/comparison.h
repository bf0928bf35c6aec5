// The element functions of comparisons and of logical and bitwise operators. `Relation` and `Operation` are function
// objects such as std::less<>.
#pragma once

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

}  // namespace modecheck::engine::backends
