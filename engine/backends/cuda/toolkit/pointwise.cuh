// Defines the CUDA kernels of pointwise operators. If the operands are contiguous, a thread computes a pack of elements
// (pointwise_kernel.h). Otherwise it computes one element, with any strides.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "engine/backends/cuda/device_code/pointwise_kernel.h"
#include "engine/backends/cuda/toolkit/kernel_rows.h"

namespace modecheck::engine::cuda {

constexpr int pointwise_threads = 256;

// Returns the number of blocks of threads to start for `count` elements or packs. The number has a limit. Beyond the
// limit, each thread handles several elements or packs in a loop.
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
__global__ void __launch_bounds__(pointwise_threads)
    pointwise_rows(const __grid_constant__ PointwiseArguments arguments, std::int64_t packs) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < packs; i += step)
    pointwise_row_pack<Op, T>(arguments, i, std::make_integer_sequence<int, Inputs>());
}

template <typename Op, typename T, int Inputs>
void start_pointwise(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const PointwiseArguments*>(bytes);
  const std::int64_t packs = packs_of<Op, T, Inputs>(arguments);
  if constexpr (may_pack_rows<T, Inputs>)
    if (packs == 0 && packs_rows<Op, T, Inputs>(arguments)) {
      const std::int64_t all = arguments.where.count / pack_width<T>;
      return pointwise_rows<Op, T, Inputs>
          <<<pointwise_blocks(all), pointwise_threads, 0, static_cast<cudaStream_t>(stream)>>>(arguments, all);
    }
  const std::int64_t units = units_of<T>(arguments, packs);
  pointwise<Op, T, Inputs>
      <<<pointwise_blocks(units), pointwise_threads, 0, static_cast<cudaStream_t>(stream)>>>(arguments, packs, units);
}

// The dtypes that an operator's own check rejects before a kernel is looked up, so that they need no kernel. Dtypes
// that the operator's PointwiseRules reject need not be listed. A wrong entry would remove a kernel that is needed.
// scripts/check-cuda would find a wrong entry, because it runs the tests with this library's kernels only.
enum Rejected : unsigned {
  nothing = 0,
  booleans = 1,
  integers = 2,  // all integer dtypes, bool included
  floats = 4,
  halves = 8,  // the dtypes Half and BFloat16
  complexes = 16,
};

template <typename T>
constexpr unsigned kinds_of() {
  if constexpr (c10::is_complex_number<T>) return complexes;
  if constexpr (std::is_same_v<T, bool>) return booleans | integers;
  if constexpr (std::is_integral_v<T>) return integers;
  if constexpr (std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>) return floats | halves;
  return floats;
}

// Returns true if the operator `Op` computes in dtype T and its check does not reject T.
template <typename Op, typename T>
constexpr bool computes_in(unsigned rejected) {
  if ((kinds_of<T>() & rejected) != 0) return false;
  if (Op::rules.integers_to_float && std::is_integral_v<T>) return false;
  if (!Op::rules.complex_numbers && c10::is_complex_number<T>) return false;
  return Op::rules.half || !std::is_same_v<T, c10::Half>;
}

template <typename Op, int Inputs, typename... T>
void add_pointwise_of(std::vector<KernelRow>& rows) {
  const char* key = typeid(Op).name();
  if constexpr (requires { Op::key; }) key = Op::key;
  (rows.push_back({key, static_cast<int>(c10::CppTypeToScalarType<T>::value), Inputs, &start_pointwise<Op, T, Inputs>}),
   ...);
}

template <typename Op, int Inputs, unsigned rejected, typename T>
void add_if_computed(std::vector<KernelRow>& rows) {
  if constexpr (computes_in<Op, T>(rejected)) add_pointwise_of<Op, Inputs, T>(rows);
}

// Adds the kernels of the operator `Op` for every dtype in which it computes.
template <typename Op, int Inputs, unsigned rejected = nothing>
void add_pointwise(std::vector<KernelRow>& rows) {
  add_if_computed<Op, Inputs, rejected, bool>(rows);
  add_if_computed<Op, Inputs, rejected, std::uint8_t>(rows);
  add_if_computed<Op, Inputs, rejected, std::int8_t>(rows);
  add_if_computed<Op, Inputs, rejected, std::int16_t>(rows);
  add_if_computed<Op, Inputs, rejected, std::int32_t>(rows);
  add_if_computed<Op, Inputs, rejected, std::int64_t>(rows);
  add_if_computed<Op, Inputs, rejected, c10::Half>(rows);
  add_if_computed<Op, Inputs, rejected, c10::BFloat16>(rows);
  add_if_computed<Op, Inputs, rejected, float>(rows);
  add_if_computed<Op, Inputs, rejected, double>(rows);
  add_if_computed<Op, Inputs, rejected, c10::complex<float>>(rows);
  add_if_computed<Op, Inputs, rejected, c10::complex<double>>(rows);
}

// Adds the kernels of several unary operators.
template <unsigned rejected, typename... Op>
void add_functions(std::vector<KernelRow>& rows) {
  (add_pointwise<Op, 1, rejected>(rows), ...);
}

}  // namespace modecheck::engine::cuda
