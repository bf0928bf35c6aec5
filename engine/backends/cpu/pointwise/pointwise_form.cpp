#include "engine/backends/cpu/pointwise/pointwise_form.h"

#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/cuda/runtime/gpu_kernels.h"

namespace modecheck::engine::backends {

cuda::Launch::OnDevice PointwiseOperator::on_device(c10::ScalarType computed) const {
  if (cuda::device().has_host_work()) return nullptr;
  std::atomic<cuda::Launch::OnDevice>& found = gpu_kernels[static_cast<std::size_t>(computed)];
  cuda::Launch::OnDevice kernel = found.load(std::memory_order_relaxed);
  if (kernel == nullptr) {
    kernel = cuda::gpu_kernel(key(), computed, inputs);
    found.store(kernel, std::memory_order_relaxed);
  }
  return kernel;
}

}  // namespace modecheck::engine::backends
