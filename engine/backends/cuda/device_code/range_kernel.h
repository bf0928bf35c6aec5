// Runs a kernel for each number of a range 0..count. A kernel is a trivially copyable object. Its
// `operator()(std::int64_t) const` does the work of one GPU thread, for one number. Two threads that write the same
// address must write the same value.
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
