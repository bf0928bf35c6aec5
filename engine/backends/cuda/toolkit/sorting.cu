// Sorts long rows with CUB.
#include <cub/device/device_radix_sort.cuh>
#include <typeinfo>

#include "engine/backends/cuda/device_code/row_sort.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

// An error shows as the error of the launch. CUB's workspace is allocated and released in the stream's order.
void start_sort_rows(const void* bytes, void* where) {
  const auto& sort = *static_cast<const SortRows*>(bytes);
  const auto stream = static_cast<cudaStream_t>(where);
  const auto run = [&](void* room, std::size_t& size, std::int64_t first) {
    return cub::DeviceRadixSort::SortPairs(room, size, sort.keys + first, sort.sorted_keys + first, sort.places + first,
                                           sort.sorted_places + first, sort.size, 0, 64, stream);
  };
  std::size_t size = 0;
  void* room = nullptr;
  if (run(nullptr, size, 0) != cudaSuccess || cudaMallocAsync(&room, size, stream) != cudaSuccess) return;
  for (std::int64_t row = 0; row < sort.rows; ++row) static_cast<void>(run(room, size, row * sort.size));
  static_cast<void>(cudaFreeAsync(room, stream));
}

template <typename... T>
void add_each(std::vector<KernelRow>& rows) {
  (add_range<OrderKeyKernel<T>>(rows), ...);
  (add_range<PickSortedKernel<T>>(rows), ...);
}

}  // namespace

void add_sorting_kernels(std::vector<KernelRow>& rows) {
  rows.push_back({typeid(SortRows).name(), static_cast<int>(c10::kByte), 0, &start_sort_rows});
  add_each<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half, c10::BFloat16, float,
           double>(rows);
}

}  // namespace modecheck::engine::cuda
