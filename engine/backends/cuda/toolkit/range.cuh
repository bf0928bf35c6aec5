// Defines the CUDA kernel that calls a kernel object of range_kernel.h, with one thread for each number of the range.
#pragma once

#include <cstdint>
#include <typeinfo>
#include <vector>

#include "engine/backends/cuda/device_code/range_kernel.h"
#include "engine/backends/cuda/toolkit/kernel_rows.h"
#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

template <typename Kernel>
__global__ void __launch_bounds__(pointwise_threads) range(const __grid_constant__ RangeArguments<Kernel> arguments) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < arguments.count; i += step)
    arguments.kernel(i);
}

template <typename Kernel>
void start_range(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const RangeArguments<Kernel>*>(bytes);
  range<Kernel>
      <<<pointwise_blocks(arguments.count), pointwise_threads, 0, static_cast<cudaStream_t>(stream)>>>(arguments);
}

template <typename Kernel>
void add_range(std::vector<KernelRow>& rows) {
  rows.push_back({typeid(Kernel).name(), static_cast<int>(c10::kByte), 0, &start_range<Kernel>});
}

// Adds the kernels of type Kernel<T> for every dtype T.
template <template <typename> typename Kernel>
void add_ranges(std::vector<KernelRow>& rows) {
  add_range<Kernel<bool>>(rows);
  add_range<Kernel<std::uint8_t>>(rows);
  add_range<Kernel<std::int8_t>>(rows);
  add_range<Kernel<std::int16_t>>(rows);
  add_range<Kernel<std::int32_t>>(rows);
  add_range<Kernel<std::int64_t>>(rows);
  add_range<Kernel<c10::Half>>(rows);
  add_range<Kernel<c10::BFloat16>>(rows);
  add_range<Kernel<float>>(rows);
  add_range<Kernel<double>>(rows);
  add_range<Kernel<c10::complex<float>>>(rows);
  add_range<Kernel<c10::complex<double>>>(rows);
}

// Adds the kernels of type Kernel<T> for one T of every element size, and for bool (see visit_values).
template <template <typename> typename Kernel>
void add_moving_ranges(std::vector<KernelRow>& rows) {
  add_range<Kernel<bool>>(rows);
  add_range<Kernel<std::uint8_t>>(rows);
  add_range<Kernel<std::int16_t>>(rows);
  add_range<Kernel<std::int32_t>>(rows);
  add_range<Kernel<std::int64_t>>(rows);
  add_range<Kernel<c10::complex<double>>>(rows);
}

}  // namespace modecheck::engine::cuda
