// Lists the GPU kernels that use blocks of threads for each long line along the dimension. They exist for softmax,
// log_softmax, cumsum, cumprod, logcumsumexp, cummax and cummin.
#include "engine/backends/cuda/device_code/line_kernels.h"
#include "engine/backends/cuda/device_code/selection_kernels.h"
#include "engine/backends/cuda/toolkit/long_lines.cuh"
#include "engine/backends/functions/joins.h"

namespace modecheck::engine::cuda {
namespace {

template <typename... T>
void add_cumulative(std::vector<KernelRow>& rows) {
  (add_scan<CumulativeScan<backends::Sums, T>>(rows), ...);
  (add_scan<CumulativeScan<backends::Products, T>>(rows), ...);
}
template <typename... T>
void add_extremes(std::vector<KernelRow>& rows) {
  (add_scan<BestSoFarScan<T>>(rows), ...);
}
template <typename... T>
void add_logarithms(std::vector<KernelRow>& rows) {
  (add_scan<LogCumulativeScan<T>>(rows), ...);
}
template <typename... T>
void add_softmax(std::vector<KernelRow>& rows) {
  (add_shares<SoftmaxShares<false, T>>(rows), ...);
  (add_shares<SoftmaxShares<true, T>>(rows), ...);
}

}  // namespace

void add_long_line_kernels(std::vector<KernelRow>& rows) {
  add_cumulative<std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::BFloat16, float, double,
                 c10::complex<float>, c10::complex<double>>(rows);
  add_extremes<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::BFloat16, float, double>(
      rows);
  add_logarithms<c10::BFloat16, float, double>(rows);
  add_softmax<c10::BFloat16, float, double>(rows);
}

}  // namespace modecheck::engine::cuda
