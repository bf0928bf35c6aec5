// Converts numbers that are arguments of an operator to elements of a tensor's dtype.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

// Converts an integer or floating number to an element of type T.
template <typename T>
MODECHECK_HOST_DEVICE T element_of(const c10::Scalar& value) {
  return value.isFloatingPoint() ? convert<T>(value.unchecked<double>()) : convert<T>(value.unchecked<std::int64_t>());
}

// Converts a bound of clamp to an element. A bound beyond the range of an integer dtype becomes the smallest or largest
// number of that dtype. This does not change the result of clamp.
template <typename T>
MODECHECK_HOST_DEVICE T bound_of(const c10::Scalar& value) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    const auto bound = element_of<std::int64_t>(value);
    if (bound < static_cast<std::int64_t>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (bound > static_cast<std::int64_t>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(bound);
  } else {
    return element_of<T>(value);
  }
}

}  // namespace modecheck::engine::backends
