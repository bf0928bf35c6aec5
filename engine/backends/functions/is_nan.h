// Defines is_nan, which returns true if a number is NaN. An integer is never NaN.
#pragma once

#include <cmath>
#include <type_traits>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

template <typename T>
MODECHECK_HOST_DEVICE bool is_nan(T value) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(value);
  else
    return false;
}

}  // namespace modecheck::engine::backends
