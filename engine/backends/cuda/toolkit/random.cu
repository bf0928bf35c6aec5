// Lists the GPU kernels that draw random numbers, with one thread for each Philox block.
#include "engine/backends/cuda/device_code/random_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename... T>
void add_floating_draws(std::vector<KernelRow>& rows) {
  (add_range<DrawKernel<UniformDraw<T>, T>>(rows), ...);
  (add_range<DrawKernel<NormalDraw, T>>(rows), ...);
  (add_range<DrawKernel<ExponentialDraw, T>>(rows), ...);
  (add_range<SharesKernel<T>>(rows), ...);
  (add_range<NotWithinKernel<T>>(rows), ...);
}
template <typename... T>
void add_draws(std::vector<KernelRow>& rows) {
  (add_range<DrawKernel<IntegerDraw<false>, T>>(rows), ...);
  (add_range<DrawKernel<BernoulliDraw, T>>(rows), ...);
  (add_range<DrawKernel<BernoulliEachDraw<float>, T>>(rows), ...);
  (add_range<DrawKernel<BernoulliEachDraw<double>, T>>(rows), ...);
}

// Adds the kernels of random_ that draw 64 random bits for a number, for ranges of more than 32 bits.
template <typename... T>
void add_wide_draws(std::vector<KernelRow>& rows) {
  (add_range<DrawKernel<IntegerDraw<true>, T>>(rows), ...);
}

}  // namespace

void add_random_kernels(std::vector<KernelRow>& rows) {
  add_floating_draws<c10::Half, c10::BFloat16, float, double>(rows);
  add_draws<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::BFloat16, float, double>(
      rows);
  add_range<DrawKernel<IntegerDraw<false>, c10::Half>>(rows);
  add_wide_draws<std::int32_t, std::int64_t, c10::BFloat16, float, double>(rows);
  add_range<DrawKernel<PlaceDraw<float>, std::int64_t>>(rows);
  add_range<DrawKernel<PlaceDraw<double>, std::int64_t>>(rows);
}

}  // namespace modecheck::engine::cuda
