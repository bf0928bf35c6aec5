// native_layer_norm, native_group_norm: a thread a group.
#include "engine/backends/cuda/normalization_kernel.h"
#include "engine/backends/gpu/range.cuh"

namespace modecheck::engine::cuda {

void add_normalization_kernels(std::vector<KernelRow>& rows) {
  add_range<NormalizationKernel<c10::Half>>(rows);
  add_range<NormalizationKernel<c10::BFloat16>>(rows);
  add_range<NormalizationKernel<float>>(rows);
  add_range<NormalizationKernel<double>>(rows);
}

}  // namespace modecheck::engine::cuda
