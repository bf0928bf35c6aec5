// Defines the GPU kernels of native_layer_norm, native_group_norm and batch_norm. In the first two, one thread handles
// a small group, and a block of threads a large one. In batch_norm, each thread first computes the mean and variance of
// one channel. In a second kernel, each thread normalizes one element.
#include <algorithm>
#include <cstdint>
#include <cub/block/block_reduce.cuh>
#include <typeinfo>

#include "engine/backends/cuda/device_code/batch_norm_kernel.h"
#include "engine/backends/cuda/device_code/normalization_kernel.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

// Adds one value of each thread of a block, and returns the sum to all of these threads.
template <int threads>
class BlockSum {
 public:
  using Reduce = cub::BlockReduce<double, threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  struct Room {
    typename Reduce::TempStorage reduce;
    double sum;
  };

  __device__ static double of(Room& room, double own) {
    const double total = Reduce(room.reduce).Sum(own);
    if (threadIdx.x == 0) room.sum = total;
    __syncthreads();
    const double out = room.sum;
    __syncthreads();
    return out;
  }
};

template <typename T, int threads>
__global__ void __launch_bounds__(threads) normalize_groups(const __grid_constant__ LargeGroups<T> arguments) {
  __shared__ typename BlockSum<threads>::Room room;
  const int thread = static_cast<int>(threadIdx.x);
  const NormalizationKernel<T>& kernel = arguments.kernel;
  for (std::int64_t group = blockIdx.x; group < arguments.count; group += gridDim.x) {
    const double mean = kernel.mean_of(BlockSum<threads>::of(room, kernel.sum(group, thread, threads)));
    const double squares = BlockSum<threads>::of(room, kernel.squares(group, mean, thread, threads));
    kernel.put(group, mean, squares, thread, threads);
  }
}

// Computes the same results as normalize_groups, but keeps the elements in registers, so that it reads them from memory
// once.
template <typename T, int threads>
__global__ void __launch_bounds__(threads) normalize_held_groups(const __grid_constant__ LargeGroups<T> arguments) {
  using Kernel = NormalizationKernel<T>;
  constexpr int width = pack_width<T>;
  __shared__ typename BlockSum<threads>::Room room;
  const int thread = static_cast<int>(threadIdx.x);
  const Kernel& kernel = arguments.kernel;
  for (std::int64_t group = blockIdx.x; group < arguments.count; group += gridDim.x) {
    typename Kernel::P packs[held_packs];
#pragma unroll
    for (int p = 0; p < held_packs; ++p) {
      const std::int64_t place = kernel.place_of_held(p, thread, threads);
      if (place < kernel.size) packs[p] = kernel.held_pack(group, place);
    }
    double sum = 0;
#pragma unroll
    for (int p = 0; p < held_packs; ++p)
      if (kernel.place_of_held(p, thread, threads) < kernel.size)
        for (int k = 0; k < width; ++k) sum += static_cast<double>(packs[p].elements[k]);
    const double mean = kernel.mean_of(BlockSum<threads>::of(room, sum));
    double squares = 0;
#pragma unroll
    for (int p = 0; p < held_packs; ++p)
      if (kernel.place_of_held(p, thread, threads) < kernel.size)
        for (int k = 0; k < width; ++k) {
          const double distance = static_cast<double>(packs[p].elements[k]) - mean;
          squares += distance * distance;
        }
    const double factor = kernel.put_moments(group, mean, BlockSum<threads>::of(room, squares), thread);
#pragma unroll
    for (int p = 0; p < held_packs; ++p) {
      const std::int64_t place = kernel.place_of_held(p, thread, threads);
      if (place < kernel.size) kernel.put_pack(group, place, packs[p], width, mean, factor);
    }
  }
}

template <typename T, int threads>
void start_groups(const LargeGroups<T>& arguments, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(arguments.count, 1 << 20));
  if constexpr (threads <= 512)
    if (arguments.kernel.may_hold(threads))
      return normalize_held_groups<T, threads><<<blocks, threads, 0, stream>>>(arguments);
  normalize_groups<T, threads><<<blocks, threads, 0, stream>>>(arguments);
}

template <typename T>
void start_large_groups(const void* bytes, void* where) {
  const auto& arguments = *static_cast<const LargeGroups<T>*>(bytes);
  const auto stream = static_cast<cudaStream_t>(where);
  const int threads = threads_of_group(arguments.kernel.size);
  if (threads == 128)
    start_groups<T, 128>(arguments, stream);
  else if (threads == 512)
    start_groups<T, 512>(arguments, stream);
  else
    start_groups<T, 1024>(arguments, stream);
}

template <typename... T>
void add_normalizations(std::vector<KernelRow>& rows) {
  (add_range<NormalizationKernel<T>>(rows), ...);
  (rows.push_back({typeid(LargeGroups<T>).name(), static_cast<int>(c10::kByte), 0, &start_large_groups<T>}), ...);
}

// Adds the kernels of batch_norm for inputs of dtype T with parameters of dtype P.
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
