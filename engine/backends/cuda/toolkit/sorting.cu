// Sorts the rows of a tensor by the library CUB. A block of threads sorts each short row, and the whole device sorts
// one long row after the other.
#include <algorithm>
#include <cstdint>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <typeinfo>

#include "engine/backends/cuda/device_code/row_sort.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

// Sorts rows of up to threads * items elements. Each thread holds adjacent elements, so that CUB's stable sort keeps
// the order of equal elements. A shorter row is filled up with the largest key, which comes after all elements.
template <typename Key, int threads, int items>
__global__ void __launch_bounds__(threads)
    sort_short_rows(const __grid_constant__ OrderedRows<Key> what, std::int64_t count) {
  using Exchange = cub::BlockExchange<Key, threads, items>;
  using Sort = cub::BlockRadixSort<Key, threads, items, std::uint16_t>;
  __shared__ union {
    typename Exchange::TempStorage exchange;
    typename Sort::TempStorage sort;
  } room;
  __shared__ int numbers;
  const int thread = static_cast<int>(threadIdx.x);
  const int size = static_cast<int>(what.rows.size);
  for (std::int64_t row = blockIdx.x; row < count; row += gridDim.x) {
    Key keys[items];
    std::uint16_t places[items];
    what.with_type([&](auto tag) {
#pragma unroll
      for (int item = 0; item < items; ++item) {
        const int place = item * threads + thread;
        keys[item] = place < size ? what.template key_as<decltype(tag)>(row, place) : last_key<Key>;
      }
    });
#pragma unroll
    for (int item = 0; item < items; ++item) places[item] = static_cast<std::uint16_t>(thread * items + item);
    Exchange(room.exchange).StripedToBlocked(keys, keys);
    __syncthreads();
    Sort(room.sort).SortBlockedToStriped(keys, places);
    if (thread == 0) numbers = size;
    __syncthreads();
    if (what.start == RowStart::AtMedian) {
#pragma unroll
      for (int item = 0; item < items; ++item) {
        const int rank = item * threads + thread;
        if (rank < size && what.is_nan_key(keys[item])) atomicMin(&numbers, rank);
      }
      __syncthreads();
    }
    const std::int64_t first = what.first_wanted(numbers);
    what.with_width([&](auto tag) {
#pragma unroll
      for (int item = 0; item < items; ++item) {
        const std::int64_t which = item * threads + thread - first;
        if (which >= 0 && which < what.rows.kept) what.template put_as<decltype(tag)>(row, which, places[item]);
      }
    });
    __syncthreads();
  }
}

template <typename Key, int threads, int items>
void start_short_sort(const OrderedRows<Key>& what, cudaStream_t stream) {
  const std::int64_t count = what.count();
  const auto blocks = static_cast<unsigned>(std::min<std::int64_t>(count, 1 << 20));
  sort_short_rows<Key, threads, items><<<blocks, threads, 0, stream>>>(what, count);
}

template <typename Key>
void start_sort_short_rows(const void* bytes, void* where) {
  const auto& what = static_cast<const ShortRows<Key>*>(bytes)->what;
  const auto stream = static_cast<cudaStream_t>(where);
  static_assert(longest_row_of_a_block == 256 * 16);
  if (what.rows.size <= 512)
    start_short_sort<Key, 128, 4>(what, stream);
  else if (what.rows.size <= 2048)
    start_short_sort<Key, 256, 8>(what, stream);
  else
    start_short_sort<Key, 256, 16>(what, stream);
}

// Starts the sort of long rows. If a call to CUDA fails, this function returns, and the launch reads the error from
// CUDA. CUB's workspace is allocated and released in the stream's order.
template <typename Key>
void start_sort_rows(const void* bytes, void* where) {
  const auto& sort = *static_cast<const SortRows<Key>*>(bytes);
  const auto stream = static_cast<cudaStream_t>(where);
  const auto run = [&](void* room, std::size_t& size, std::int64_t first) {
    return cub::DeviceRadixSort::SortPairs(room, size, sort.keys + first, sort.sorted_keys + first, sort.places + first,
                                           sort.sorted_places + first, sort.size, 0, 8 * static_cast<int>(sizeof(Key)),
                                           stream);
  };
  std::size_t size = 0;
  void* room = nullptr;
  if (run(nullptr, size, 0) != cudaSuccess || cudaMallocAsync(&room, size, stream) != cudaSuccess) return;
  for (std::int64_t row = 0; row < sort.rows; ++row) static_cast<void>(run(room, size, row * sort.size));
  static_cast<void>(cudaFreeAsync(room, stream));
}

template <typename... Key>
void add_keys(std::vector<KernelRow>& rows) {
  constexpr auto type = static_cast<int>(c10::kByte);
  (rows.push_back({typeid(ShortRows<Key>).name(), type, 0, &start_sort_short_rows<Key>}), ...);
  (rows.push_back({typeid(SortRows<Key>).name(), type, 0, &start_sort_rows<Key>}), ...);
  (add_range<OrderKeyKernel<Key>>(rows), ...);
  (add_range<PickSortedKernel<Key>>(rows), ...);
}

}  // namespace

void add_sorting_kernels(std::vector<KernelRow>& rows) { add_keys<std::uint32_t, std::uint64_t>(rows); }

}  // namespace modecheck::engine::cuda
