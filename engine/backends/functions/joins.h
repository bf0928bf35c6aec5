// The operations by which cumulative operators combine two elements: addition for cumsum, multiplication for cumprod.
#pragma once

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

struct Sums {
  static constexpr const char* name = "cumsum";
  static constexpr const char* name_in_place = "cumsum_";
  static constexpr int start = 0;
  template <typename T>
  MODECHECK_HOST_DEVICE static T joined(T a, T b) {
    return wrapping_add<T>(a, b);
  }
};

struct Products {
  static constexpr const char* name = "cumprod";
  static constexpr const char* name_in_place = "cumprod_";
  static constexpr int start = 1;
  template <typename T>
  MODECHECK_HOST_DEVICE static T joined(T a, T b) {
    return wrapping_mul<T>(a, b);
  }
};

}  // namespace modecheck::engine::backends
