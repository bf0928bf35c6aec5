// Defines how scatter_reduce combines two elements, and how it divides a mean.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/backends/functions/is_nan.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

enum class TakenTogether : std::uint8_t { Sum, Product, Mean, Greatest, Smallest };

// Combines two elements as scatter_reduce does. A maximum or minimum is NaN if either element is NaN. For a mean it
// adds the elements; mean_of divides the sum at the end.
template <typename T>
MODECHECK_HOST_DEVICE T taken_together(TakenTogether how, T a, T b) {
  if (how == TakenTogether::Product) return wrapping_mul(a, b);
  if (how == TakenTogether::Sum || how == TakenTogether::Mean) return wrapping_add(a, b);
  if constexpr (c10::is_complex_number<T>) {
    return a;
  } else {
    if (is_nan(a)) return a;
    if (is_nan(b)) return b;
    if (how == TakenTogether::Smallest) return b < a ? b : a;
    return a < b ? b : a;
  }
}

template <typename T>
MODECHECK_HOST_DEVICE T mean_of(T total, std::int64_t count) {
  if constexpr (c10::is_complex_number<T>) {
    return total / T(static_cast<typename T::value_type>(count));
  } else if constexpr (std::is_floating_point_v<T>) {
    return total / static_cast<T>(count);
  } else {
    // The mean of integers is rounded down, and not towards zero.
    const std::int64_t whole{total};
    return static_cast<T>(whole / count - (whole % count < 0 ? 1 : 0));
  }
}

}  // namespace modecheck::engine::backends
