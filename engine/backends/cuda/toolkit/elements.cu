// Lists the GPU kernels that copy, convert and fill elements.
#include "engine/backends/cuda/device_code/conversion_kernel.h"
#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/elements.h"

namespace modecheck::engine::cuda {
namespace {

template <typename To>
__global__ void __launch_bounds__(pointwise_threads) convert(const __grid_constant__ ConversionArguments arguments) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < arguments.where.count; i += step)
    converted_element<To>(arguments, i);
}

template <typename To>
__global__ void __launch_bounds__(pointwise_threads)
    convert_packs(const __grid_constant__ ConversionArguments arguments) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t packs = arguments.where.count / packed_elements;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < packs; i += step)
    converted_pack<To>(arguments, i);
}

template <typename To>
void start_convert(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const ConversionArguments*>(bytes);
  if constexpr (sizeof(backends::Stored<To>) <= 8)
    if (converts_packs<To>(arguments)) {
      const unsigned blocks = pointwise_blocks(arguments.where.count / packed_elements);
      return convert_packs<To><<<blocks, pointwise_threads, 0, static_cast<cudaStream_t>(stream)>>>(arguments);
    }
  convert<To>
      <<<pointwise_blocks(arguments.where.count), pointwise_threads, 0, static_cast<cudaStream_t>(stream)>>>(arguments);
}

template <typename... To>
void add_conversions(std::vector<KernelRow>& rows) {
  (rows.push_back(
       {ConversionArguments::key, static_cast<int>(c10::CppTypeToScalarType<To>::value), 1, &start_convert<To>}),
   ...);
}

}  // namespace

void add_element_kernels(std::vector<KernelRow>& rows) {
  // Copying needs one kernel for each element size. bool has a kernel of its own, because its copy turns a byte other
  // than 0 and 1 into 1.
  add_pointwise_of<backends::Same, 1, bool, std::uint8_t, std::int16_t, std::int32_t, std::int64_t,
                   c10::complex<double>>(rows);
  add_pointwise<backends::Constant, 0>(rows);
  add_conversions<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half, c10::BFloat16,
                  float, double, c10::complex<float>, c10::complex<double>>(rows);
}

}  // namespace modecheck::engine::cuda
