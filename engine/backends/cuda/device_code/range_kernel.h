// A kernel over a range of numbers: a trivially copyable object whose `operator()(std::int64_t) const` does what one
// thread of the GPU does for one number. Two threads may write the same place only with the same value.
#pragma once

#include <cstdint>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

template <typename Kernel>
struct RangeArguments {
  std::int64_t count = 0;
  Kernel kernel;
};

}  // namespace modecheck::engine::cuda
