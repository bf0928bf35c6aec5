// Lists the GPU kernels of convolution (im2col), col2im and pooling.
#include "engine/backends/cuda/device_code/window_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename T>
void add_floating(std::vector<KernelRow>& rows) {
  add_range<GatherWindowsKernel<T>>(rows);
  add_range<AddToChannelsKernel<T>>(rows);
  add_range<MaxPoolKernel<T>>(rows);
  add_range<SpreadMaximaKernel<T>>(rows);
  add_range<MeanPoolKernel<T>>(rows);
  add_range<SharePoolKernel<T>>(rows);
}

template <typename... T>
void add_scatters(std::vector<KernelRow>& rows) {
  (add_range<ScatterWindowsKernel<T>>(rows), ...);
}

}  // namespace

void add_window_kernels(std::vector<KernelRow>& rows) {
  add_floating<float>(rows);
  add_floating<double>(rows);
  add_range<MeanPoolKernel<std::int64_t>>(rows);
  add_scatters<c10::Half, c10::BFloat16, float, double, c10::complex<float>, c10::complex<double>>(rows);
}

}  // namespace modecheck::engine::cuda
