// Lists the GPU kernels of upsample_nearest2d, upsample_bilinear2d and grid_sampler_2d.
#include "engine/backends/cuda/device_code/resampling_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename... T>
void add_nearest(std::vector<KernelRow>& rows) {
  (add_range<NearestKernel<T>>(rows), ...);
}
template <typename T>
void add_floating(std::vector<KernelRow>& rows) {
  add_range<BilinearKernel<T>>(rows);
  add_range<GridSampleKernel<T>>(rows);
}

}  // namespace

void add_resampling_kernels(std::vector<KernelRow>& rows) {
  add_nearest<std::uint8_t, std::int16_t, std::int32_t, std::int64_t>(rows);
  add_floating<float>(rows);
  add_floating<double>(rows);
}

}  // namespace modecheck::engine::cuda
