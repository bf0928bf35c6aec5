// Kernels of nonzero, masked_select, masked_scatter, take, index, index_put.
#include "engine/backends/cuda/device_code/choosing_kernels.h"
#include "engine/backends/cuda/device_code/moving_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename... T>
void add_by_width(std::vector<KernelRow>& rows) {
  (add_range<TakeKernel<T>>(rows), ...);
  (add_range<PutKernel<T>>(rows), ...);
}

}  // namespace

void add_choosing_kernels(std::vector<KernelRow>& rows) {
  add_ranges<TruthKernel>(rows);
  add_range<CountTruthsKernel>(rows);
  add_range<AddUpCountsKernel>(rows);
  add_range<ListTruthsKernel>(rows);
  add_range<CoordinatesKernel>(rows);
  add_range<PlaceOfIndexKernel>(rows);
  add_range<OutsideKernel<std::uint8_t>>(rows);
  add_by_width<std::uint8_t, std::int16_t, std::int32_t, std::int64_t, c10::complex<double>>(rows);
}

}  // namespace modecheck::engine::cuda
