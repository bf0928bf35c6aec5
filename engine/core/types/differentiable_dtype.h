// Calls a function for the C++ type of a dtype that can require grad (rule M3). Loops over the elements of gradients
// use this.
#pragma once

#include <cstdint>

#include "engine/core/types/scalar_type.h"

namespace modecheck::engine {

// Calls visit(T*) with a null pointer, where T is the element type of the given floating-point or complex dtype.
template <typename Visit>
decltype(auto) visit_differentiable_dtype(c10::ScalarType type, Visit&& visit) {
  switch (type) {
    case c10::kFloat:
      return visit(static_cast<float*>(nullptr));
    case c10::kHalf:
      return visit(static_cast<c10::Half*>(nullptr));
    case c10::kBFloat16:
      return visit(static_cast<c10::BFloat16*>(nullptr));
    case c10::kComplexFloat:
      return visit(static_cast<c10::complex<float>*>(nullptr));
    case c10::kComplexDouble:
      return visit(static_cast<c10::complex<double>*>(nullptr));
    default:
      return visit(static_cast<double*>(nullptr));
  }
}

// times() and divided() multiply or divide a gradient by a number of elements, in the gradient's own type.
template <typename T>
T times(T value, std::int64_t count) {
  if constexpr (c10::is_complex_number<T>) {
    const auto factor = static_cast<typename T::value_type>(count);
    return {value.real() * factor, value.imag() * factor};
  } else {
    return T(value * static_cast<decltype(value * value)>(count));
  }
}
template <typename T>
T divided(T value, std::int64_t count) {
  if constexpr (c10::is_complex_number<T>) {
    const auto divisor = static_cast<typename T::value_type>(count);
    return {value.real() / divisor, value.imag() / divisor};
  } else {
    return T(value / static_cast<decltype(value * value)>(count));
  }
}

}  // namespace modecheck::engine
