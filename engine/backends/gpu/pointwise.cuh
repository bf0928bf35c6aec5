// The kernels of pointwise operators: a thread a pack of elements where they lie side by side, else an element,
// whatever the strides are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <typeinfo>
#include <utility>
#include <vector>

#include "engine/backends/cuda/pointwise_kernel.h"
#include "engine/backends/gpu/kernel_rows.h"

namespace modecheck::engine::cuda {

constexpr int pointwise_threads = 256;

// So many that every thread has few elements; with more, threads go on behind the last one.
inline unsigned pointwise_blocks(std::int64_t count) {
  return static_cast<unsigned>(std::min<std::int64_t>((count + pointwise_threads - 1) / pointwise_threads, 1 << 20));
}

template <typename Op, typename T, int Inputs>
__global__ void __launch_bounds__(pointwise_threads)
    pointwise(const __grid_constant__ PointwiseArguments arguments, std::int64_t packs, std::int64_t units) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < units; i += step)
    pointwise_unit<Op, T, Inputs>(arguments, packs, i);
}

template <typename Op, typename T, int Inputs>
void start_pointwise(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const PointwiseArguments*>(bytes);
  const std::int64_t packs = packs_of<Op, T, Inputs>(arguments);
  const std::int64_t units = units_of<T>(arguments, packs);
  pointwise<Op, T, Inputs>
      <<<pointwise_blocks(units), pointwise_threads, 0, static_cast<cudaStream_t>(stream)>>>(arguments, packs, units);
}

// Whether the operator computes in it.
template <typename Op, int Inputs, typename T>
void add_pointwise_of(std::vector<KernelRow>& rows, const char* key) {
  if constexpr ((!Op::rules.integers_to_float || !std::is_integral_v<T>)&&(Op::rules.complex_numbers ||
                                                                           !c10::is_complex_number<T>))
    rows.push_back(
        {key, static_cast<int>(c10::CppTypeToScalarType<T>::value), Inputs, &start_pointwise<Op, T, Inputs>});
}

// For every dtype in which the operator computes.
template <typename Op, int Inputs>
void add_pointwise(std::vector<KernelRow>& rows) {
  const char* key = typeid(Op).name();
  if constexpr (requires { Op::key; }) key = Op::key;
  add_pointwise_of<Op, Inputs, bool>(rows, key);
  add_pointwise_of<Op, Inputs, std::uint8_t>(rows, key);
  add_pointwise_of<Op, Inputs, std::int8_t>(rows, key);
  add_pointwise_of<Op, Inputs, std::int16_t>(rows, key);
  add_pointwise_of<Op, Inputs, std::int32_t>(rows, key);
  add_pointwise_of<Op, Inputs, std::int64_t>(rows, key);
  add_pointwise_of<Op, Inputs, c10::Half>(rows, key);
  add_pointwise_of<Op, Inputs, c10::BFloat16>(rows, key);
  add_pointwise_of<Op, Inputs, float>(rows, key);
  add_pointwise_of<Op, Inputs, double>(rows, key);
  add_pointwise_of<Op, Inputs, c10::complex<float>>(rows, key);
  add_pointwise_of<Op, Inputs, c10::complex<double>>(rows, key);
}

// Of several functions of one tensor.
template <typename... Op>
void add_functions(std::vector<KernelRow>& rows) {
  (add_pointwise<Op, 1>(rows), ...);
}

}  // namespace modecheck::engine::cuda
