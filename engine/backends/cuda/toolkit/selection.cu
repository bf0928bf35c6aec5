// Lists the GPU kernels of sort, topk, kthvalue, median, max and min along a dimension, cummax, cummin, _unique2,
// searchsorted and bucketize.
#include "engine/backends/cuda/device_code/search_kernel.h"
#include "engine/backends/cuda/device_code/selection_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <template <typename> typename Kernel, typename... T>
void add_each(std::vector<KernelRow>& rows) {
  (add_range<Kernel<T>>(rows), ...);
}

template <template <typename> typename Kernel>
void add_ordered(std::vector<KernelRow>& rows) {
  add_each<Kernel, bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::BFloat16, float,
           double>(rows);
}

}  // namespace

void add_selection_kernels(std::vector<KernelRow>& rows) {
  add_ordered<RankKernel>(rows);
  add_each<RankKernel, c10::Half>(rows);  // needed for sort, which is defined on Half
  add_ordered<BestSoFarKernel>(rows);
  add_ordered<RunStartKernel>(rows);
  add_range<ListRunKernel>(rows);
  add_each<SearchKernel, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half, c10::BFloat16,
           float, double>(rows);
}

}  // namespace modecheck::engine::cuda
