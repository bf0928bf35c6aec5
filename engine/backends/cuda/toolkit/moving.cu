// Lists the GPU kernels that copy, select, gather and scatter elements.
#include "engine/backends/cuda/device_code/moving_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename T>
using PutElements = ScatterKernel<PutElement<T>>;
template <typename T>
using PutNumbers = ScatterKernel<PutNumber<T>>;
template <typename T>
using AddElements = ScatterKernel<AddElement<T>>;
template <typename T>
using JoinElements = ScatterKernel<JoinElement<T>>;

template <typename Number, typename... T>
void add_sequences(std::vector<KernelRow>& rows) {
  (add_range<SequenceKernel<T, Number>>(rows), ...);
}

template <typename... T>
void add_means(std::vector<KernelRow>& rows) {
  (add_range<DivideByCountKernel<T>>(rows), ...);
}

// Adds the kernels that move packs of four elements, for element sizes of up to eight bytes.
template <template <typename> typename Kernel>
void add_packs(std::vector<KernelRow>& rows) {
  add_range<Kernel<std::uint8_t>>(rows);
  add_range<Kernel<std::int16_t>>(rows);
  add_range<Kernel<std::int32_t>>(rows);
  add_range<Kernel<std::int64_t>>(rows);
}

// Adds the kernels that find a zero in the divisor of an integer division.
template <typename... T>
void add_zeros(std::vector<KernelRow>& rows) {
  (add_range<ZeroKernel<T>>(rows), ...);
}

}  // namespace

void add_moving_kernels(std::vector<KernelRow>& rows) {
  add_packs<CopyPacksKernel>(rows);
  add_packs<WherePacksKernel>(rows);
  add_packs<TrianglePacksKernel>(rows);
  add_packs<MaskedFillPacksKernel>(rows);
  add_range<CopyPacksKernel<bool>>(rows);
  add_range<WherePacksKernel<bool>>(rows);
  add_range<TrianglePacksKernel<bool>>(rows);
  add_moving_ranges<CopyKernel>(rows);
  add_moving_ranges<WhereKernel>(rows);
  add_moving_ranges<TriangleKernel>(rows);
  add_moving_ranges<GatherKernel>(rows);
  add_moving_ranges<PutElements>(rows);
  add_zeros<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t>(rows);
  add_ranges<MaskedFillKernel>(rows);
  add_ranges<PutNumbers>(rows);
  add_ranges<AddElements>(rows);
  add_ranges<JoinElements>(rows);
  add_means<std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half, c10::BFloat16, float,
            double, c10::complex<float>, c10::complex<double>>(rows);
  add_range<OutsideKernel<std::int32_t>>(rows);
  add_range<OutsideKernel<std::int64_t>>(rows);
  add_sequences<std::int64_t, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t>(rows);
  add_sequences<double, c10::Half, c10::BFloat16, float, double>(rows);
}

}  // namespace modecheck::engine::cuda
