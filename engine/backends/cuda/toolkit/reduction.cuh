// Defines the CUDA kernels of reductions. reduction_kernel.h describes the method.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cub/block/block_reduce.cuh>
#include <typeinfo>
#include <vector>

#include "engine/backends/cuda/device_code/reduction_kernel.h"
#include "engine/backends/cuda/toolkit/kernel_rows.h"
#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

// Merges the totals of the threads of a block by the library CUB, always in the same order. Thread 0 has the result.
template <typename R>
class BlockTotal {
 public:
  using Total = typename R::Total;
  using Reduce = cub::BlockReduce<Total, reduction_threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  using Room = typename Reduce::TempStorage;

  __device__ static Total of(Room& room, const R& reducer, const Total& own) {
    return Reduce(room).Reduce(own, [&reducer](Total a, const Total& b) {
      reducer.merge(a, b);
      return a;
    });
  }
};

// Reduces the fastest dimension ("rows"): one block of threads handles each part of each result.
template <typename R, typename Write>
__global__ void __launch_bounds__(reduction_threads)
    reduce_rows(const __grid_constant__ ReductionArguments<R, Write> arguments) {
  __shared__ typename BlockTotal<R>::Room room;
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t unit = blockIdx.x; unit < arguments.shape.results * arguments.parts; unit += gridDim.x) {
    const std::int64_t result = unit / arguments.parts;
    const std::int64_t part = unit - result * arguments.parts;
    const auto own = thread_total(arguments, result, part, thread, reduction_threads);
    const auto total = BlockTotal<R>::of(room, arguments.reducer, own);
    if (thread == 0) keep_total(arguments, result, part, total);
    __syncthreads();
  }
}

// Reduces other dimensions than the fastest one ("columns"): one thread handles each part of each result.
template <typename R, typename Write>
__global__ void __launch_bounds__(pointwise_threads)
    reduce_columns(const __grid_constant__ ReductionArguments<R, Write> arguments) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t results = arguments.shape.results;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < results * arguments.parts; i += step) {
    const std::int64_t part = i / results;
    const std::int64_t result = i - part * results;
    keep_total(arguments, result, part, thread_total(arguments, result, part, 0, 1));
  }
}

// Merges the totals of the parts of each result. A block of threads merges them if there are many parts, else one
// thread.
template <typename R, typename Write>
__global__ void __launch_bounds__(reduction_threads)
    merge_many_parts(const __grid_constant__ ReductionArguments<R, Write> arguments) {
  __shared__ typename BlockTotal<R>::Room room;
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t result = blockIdx.x; result < arguments.shape.results; result += gridDim.x) {
    const auto own = merged_parts(arguments, result, thread, reduction_threads);
    const auto total = BlockTotal<R>::of(room, arguments.reducer, own);
    if (thread == 0) write_result(arguments, result, total);
    __syncthreads();
  }
}
template <typename R, typename Write>
__global__ void __launch_bounds__(pointwise_threads)
    merge_few_parts(const __grid_constant__ ReductionArguments<R, Write> arguments) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < arguments.shape.results; i += step)
    write_result(arguments, i, merged_parts(arguments, i, 0, 1));
}

template <typename R, typename Write>
void start_reduction(const void* bytes, void* where) {
  const auto& arguments = *static_cast<const ReductionArguments<R, Write>*>(bytes);
  const auto stream = static_cast<cudaStream_t>(where);
  const std::int64_t units = arguments.shape.results * arguments.parts;
  if (arguments.shape.columns)
    reduce_columns<R, Write><<<pointwise_blocks(units), pointwise_threads, 0, stream>>>(arguments);
  else
    reduce_rows<R, Write>
        <<<static_cast<unsigned>(std::min<std::int64_t>(units, 1 << 20)), reduction_threads, 0, stream>>>(arguments);
  if (arguments.partial == nullptr) return;
  const std::int64_t results = arguments.shape.results;
  if (merges_by_blocks(arguments))
    merge_many_parts<R, Write>
        <<<static_cast<unsigned>(std::min<std::int64_t>(results, 1 << 20)), reduction_threads, 0, stream>>>(arguments);
  else
    merge_few_parts<R, Write><<<pointwise_blocks(results), pointwise_threads, 0, stream>>>(arguments);
}

template <typename R, typename Write>
void add_reduction(std::vector<KernelRow>& rows) {
  rows.push_back(
      {typeid(ReductionArguments<R, Write>).name(), static_cast<int>(c10::kByte), 0, &start_reduction<R, Write>});
}

}  // namespace modecheck::engine::cuda
