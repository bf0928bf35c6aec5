// Kernels of native_layer_norm, native_group_norm: one thread for each small group, a block of threads for each large
// one. batch_norm: one thread for each channel, then one for each element.
#include <algorithm>
#include <cstdint>
#include <cub/block/block_reduce.cuh>
#include <typeinfo>

#include "engine/backends/cuda/device_code/batch_norm_kernel.h"
#include "engine/backends/cuda/device_code/normalization_kernel.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename T, int threads>
__global__ void __launch_bounds__(threads) normalize_groups(const __grid_constant__ LargeGroups<T> arguments) {
  using Reduce = cub::BlockReduce<double, threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  __shared__ typename Reduce::TempStorage room;
  __shared__ double of_all;
  const int thread = static_cast<int>(threadIdx.x);
  const auto total_of = [&](double own) {
    const double total = Reduce(room).Sum(own);
    if (thread == 0) of_all = total;
    __syncthreads();
    const double out = of_all;
    __syncthreads();
    return out;
  };
  const NormalizationKernel<T>& kernel = arguments.kernel;
  for (std::int64_t group = blockIdx.x; group < arguments.count; group += gridDim.x) {
    const double mean = kernel.mean_of(total_of(kernel.sum(group, thread, threads)));
    kernel.put(group, mean, total_of(kernel.squares(group, mean, thread, threads)), thread, threads);
  }
}

template <typename T>
void start_large_groups(const void* bytes, void* where) {
  const auto& arguments = *static_cast<const LargeGroups<T>*>(bytes);
  const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(arguments.count, 1 << 20));
  const auto stream = static_cast<cudaStream_t>(where);
  if (threads_of_group(arguments.kernel.size) == 128)
    normalize_groups<T, 128><<<blocks, 128, 0, stream>>>(arguments);
  else
    normalize_groups<T, 1024><<<blocks, 1024, 0, stream>>>(arguments);
}

template <typename... T>
void add_normalizations(std::vector<KernelRow>& rows) {
  (add_range<NormalizationKernel<T>>(rows), ...);
  (rows.push_back({typeid(LargeGroups<T>).name(), static_cast<int>(c10::kByte), 0, &start_large_groups<T>}), ...);
}

// For inputs of dtype T with parameters of dtype P.
template <typename T, typename P>
void add_batch_norm(std::vector<KernelRow>& rows) {
  add_range<BatchMomentsKernel<T, P>>(rows);
  add_range<BatchNormalizeKernel<T, P, double>>(rows);
  if constexpr (!std::is_same_v<P, double>) add_range<BatchNormalizeKernel<T, P, P>>(rows);
}

}  // namespace

void add_normalization_kernels(std::vector<KernelRow>& rows) {
  add_normalizations<c10::BFloat16, float, double>(rows);
  add_batch_norm<c10::BFloat16, c10::BFloat16>(rows);
  add_batch_norm<c10::BFloat16, float>(rows);
  add_batch_norm<float, float>(rows);
  add_batch_norm<double, double>(rows);
}

}  // namespace modecheck::engine::cuda
