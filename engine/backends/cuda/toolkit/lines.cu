// Lists the GPU kernels of softmax, log_softmax, cumsum, cumprod and logcumsumexp that use one thread for each line
// along the dimension.
#include "engine/backends/cuda/device_code/line_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"
#include "engine/backends/functions/joins.h"

namespace modecheck::engine::cuda {
namespace {

template <typename T>
using Softmax = SoftmaxKernel<false, T>;
template <typename T>
using LogSoftmax = SoftmaxKernel<true, T>;
template <typename T>
using CumulativeSum = CumulativeKernel<backends::Sums, T>;
template <typename T>
using CumulativeProduct = CumulativeKernel<backends::Products, T>;

template <template <typename> typename Kernel, typename... T>
void add_each(std::vector<KernelRow>& rows) {
  (add_range<Kernel<T>>(rows), ...);
}

template <template <typename> typename Kernel>
void add_numbers(std::vector<KernelRow>& rows) {
  add_each<Kernel, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::BFloat16, float, double,
           c10::complex<float>, c10::complex<double>>(rows);
}

}  // namespace

void add_line_kernels(std::vector<KernelRow>& rows) {
  add_each<Softmax, c10::BFloat16, float, double>(rows);
  add_each<LogSoftmax, c10::BFloat16, float, double>(rows);
  add_each<LogCumulativeKernel, c10::BFloat16, float, double>(rows);
  add_numbers<CumulativeSum>(rows);
  add_numbers<CumulativeProduct>(rows);
}

}  // namespace modecheck::engine::cuda
