// Declares at::Context, which tells which devices and libraries are available on this machine.
#pragma once

#include "engine/backends/cpu/random/generator.h"
#include "engine/backends/cuda/runtime/cuda_generator.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/device.h"
#include "engine/core/types/device_hooks.h"

namespace at {
inline namespace modecheck_v1 {

// Answers queries about devices and libraries. The only device besides the CPU is a CUDA device, if the machine has
// one.
class Context final {
 public:
  bool hasCUDA() const { return modecheck::engine::find_device().empty(); }
  bool hasCuDNN() const { return false; }
  bool hasHIP() const { return false; }
  bool hasMKL() const { return false; }
  bool hasXLA() const { return false; }
  bool hasMPS() const { return false; }
  // Returns the default random number generator of the device. Raises Unsupported for a device that has none.
  const Generator& defaultGenerator(c10::Device device) const {
    if (device.is_cuda() && hasCUDA()) return cuda::detail::getDefaultCUDAGenerator(device.index());
    MODECHECK_CHECK(device.is_cpu(), modecheck::engine::ErrorClass::Unsupported, "defaultGenerator: ", device,
                    " has no generator; use the one of the cpu");
    return detail::getDefaultCPUGenerator();
  }
};

inline Context& globalContext() {
  static Context context;
  return context;
}

inline bool hasCUDA() { return globalContext().hasCUDA(); }
inline bool hasHIP() { return globalContext().hasHIP(); }
inline bool hasMKL() { return globalContext().hasMKL(); }
inline bool hasMPS() { return globalContext().hasMPS(); }

}  // namespace modecheck_v1
}  // namespace at
