// Kernels of native_layer_norm, native_group_norm: one thread for each group. batch_norm: one thread for each channel,
// then one for each element.
#include "engine/backends/cuda/device_code/batch_norm_kernel.h"
#include "engine/backends/cuda/device_code/normalization_kernel.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

// For inputs of dtype T with parameters of dtype P.
template <typename T, typename P>
void add_batch_norm(std::vector<KernelRow>& rows) {
  add_range<BatchMomentsKernel<T, P>>(rows);
  add_range<BatchNormalizeKernel<T, P, double>>(rows);
  if constexpr (!std::is_same_v<P, double>) add_range<BatchNormalizeKernel<T, P, P>>(rows);
}

}  // namespace

void add_normalization_kernels(std::vector<KernelRow>& rows) {
  add_range<NormalizationKernel<c10::BFloat16>>(rows);
  add_range<NormalizationKernel<float>>(rows);
  add_range<NormalizationKernel<double>>(rows);
  add_batch_norm<c10::BFloat16, c10::BFloat16>(rows);
  add_batch_norm<c10::BFloat16, float>(rows);
  add_batch_norm<float, float>(rows);
  add_batch_norm<double, double>(rows);
}

}  // namespace modecheck::engine::cuda
