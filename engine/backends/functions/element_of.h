// A number of the call as an element.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/core/scalar.h"

namespace modecheck::engine::backends {

// A number of either category as an element.
template <typename T>
MODECHECK_HOST_DEVICE T element_of(const c10::Scalar& value) {
  return value.isFloatingPoint() ? convert<T>(value.unchecked<double>()) : convert<T>(value.unchecked<std::int64_t>());
}

}  // namespace modecheck::engine::backends
