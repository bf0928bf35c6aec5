// The kernels of a reduction: see reduction_kernel.h.
#pragma once

#include <cstdint>
#include <typeinfo>
#include <vector>

#include "engine/backends/cuda/reduction_kernel.h"
#include "engine/backends/gpu/kernel_rows.h"
#include "engine/backends/gpu/pointwise.cuh"
#include "engine/core/scalar_type.h"

namespace modecheck::engine::cuda {

// A block for every part of every result. Its threads' totals are merged pairwise, always the same two.
template <typename R, typename Write>
__global__ void __launch_bounds__(reduction_threads)
    reduce_rows(const __grid_constant__ ReductionArguments<R, Write> arguments) {
  using Total = typename R::Total;
  // No constructor may run for memory that threads share.
  __shared__ alignas(Total) unsigned char room[sizeof(Total) * reduction_threads];
  Total* const totals = reinterpret_cast<Total*>(room);
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t unit = blockIdx.x; unit < arguments.shape.results * arguments.parts; unit += gridDim.x) {
    const std::int64_t result = unit / arguments.parts;
    const std::int64_t part = unit - result * arguments.parts;
    Total total = thread_total(arguments, result, part, thread, reduction_threads);
    totals[thread] = total;
    __syncthreads();
    for (int width = reduction_threads / 2; width > 0; width /= 2) {
      if (thread < width) {
        arguments.reducer.merge(total, totals[thread + width]);
        totals[thread] = total;
      }
      __syncthreads();
    }
    if (thread == 0) keep_total(arguments, result, part, total);
  }
}

// A thread for every part of every result.
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

template <typename R, typename Write>
__global__ void __launch_bounds__(pointwise_threads)
    merge_all_parts(const __grid_constant__ ReductionArguments<R, Write> arguments) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < arguments.shape.results; i += step)
    merge_parts(arguments, i);
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
  if (arguments.partial != nullptr)
    merge_all_parts<R, Write><<<pointwise_blocks(arguments.shape.results), pointwise_threads, 0, stream>>>(arguments);
}

template <typename R, typename Write>
void add_reduction(std::vector<KernelRow>& rows) {
  rows.push_back(
      {typeid(ReductionArguments<R, Write>).name(), static_cast<int>(c10::kByte), 0, &start_reduction<R, Write>});
}

}  // namespace modecheck::engine::cuda
