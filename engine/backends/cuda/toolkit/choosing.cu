// Defines the GPU kernels of nonzero, masked_select, masked_scatter, take, index and index_put.
#include <algorithm>
#include <cstdint>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <typeinfo>

#include "engine/backends/cuda/device_code/choosing_kernels.h"
#include "engine/backends/cuda/device_code/moving_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

// Counts the elements that the mask selects. One block of threads handles one stretch of the mask.
__global__ void __launch_bounds__(Truths::threads)
    count_truths(const __grid_constant__ CountTruths arguments, std::int64_t stretches) {
  using Reduce = cub::BlockReduce<int, Truths::threads>;
  __shared__ typename Reduce::TempStorage room;
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t which = blockIdx.x; which < stretches; which += gridDim.x) {
    const int count = Reduce(room).Sum(Truths::count_of(arguments.truths.selected(which, thread)));
    if (thread == 0) arguments.counts[which] = count;
    __syncthreads();
  }
}

constexpr int adding_threads = 1024;

// Adds up the numbers of selected elements of all stretches of the mask, with one block of threads.
__global__ void __launch_bounds__(adding_threads) add_up_counts(const __grid_constant__ AddUpCounts arguments) {
  using Scan = cub::BlockScan<std::int64_t, adding_threads>;
  __shared__ typename Scan::TempStorage room;
  std::int64_t before = 0;
  for (std::int64_t first = 1; first <= arguments.size; first += adding_threads) {
    const std::int64_t i = first + threadIdx.x;
    const std::int64_t count = i <= arguments.size ? arguments.counts[i] : 0;
    std::int64_t before_own = 0;
    std::int64_t all = 0;
    Scan(room).ExclusiveSum(count, before_own, all);
    if (i <= arguments.size) arguments.counts[i] = before + before_own;
    before += all;
    __syncthreads();
  }
  if (threadIdx.x == 0) arguments.counts[0] = before;
}

// Lists the positions of the elements that the mask selects. One block of threads handles one stretch of the mask. It
// collects positions in shared memory first, so that neighbouring threads write neighbouring positions.
__global__ void __launch_bounds__(Truths::threads)
    list_truths(const __grid_constant__ ListTruths arguments, std::int64_t stretches) {
  using Scan = cub::BlockScan<int, Truths::threads>;
  __shared__ typename Scan::TempStorage room;
  __shared__ std::uint16_t listed[Truths::stretch];
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t which = blockIdx.x; which < stretches; which += gridDim.x) {
    const unsigned bits = arguments.truths.selected(which, thread);
    int before_own = 0;
    int all = 0;
    Scan(room).ExclusiveSum(Truths::count_of(bits), before_own, all);
    for (int k = 0; k < Truths::of_thread; ++k)
      if ((bits >> k & 1U) != 0) listed[before_own++] = static_cast<std::uint16_t>(thread * Truths::of_thread + k);
    __syncthreads();
    std::int64_t* const to = arguments.places + arguments.before[which];
    for (int i = thread; i < all; i += Truths::threads) to[i] = which * Truths::stretch + listed[i];
    __syncthreads();
  }
}

unsigned blocks_of(const Truths& truths) {
  return static_cast<unsigned>(std::min<std::int64_t>(truths.stretches(), 1 << 20));
}

void start_count_truths(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const CountTruths*>(bytes);
  count_truths<<<blocks_of(arguments.truths), Truths::threads, 0, static_cast<cudaStream_t>(stream)>>>(
      arguments, arguments.truths.stretches());
}
void start_add_up_counts(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const AddUpCounts*>(bytes);
  add_up_counts<<<1, adding_threads, 0, static_cast<cudaStream_t>(stream)>>>(arguments);
}
void start_list_truths(const void* bytes, void* stream) {
  const auto& arguments = *static_cast<const ListTruths*>(bytes);
  list_truths<<<blocks_of(arguments.truths), Truths::threads, 0, static_cast<cudaStream_t>(stream)>>>(
      arguments, arguments.truths.stretches());
}

template <typename... T>
void add_by_width(std::vector<KernelRow>& rows) {
  (add_range<TakeKernel<T>>(rows), ...);
  (add_range<PutKernel<T>>(rows), ...);
}

}  // namespace

void add_choosing_kernels(std::vector<KernelRow>& rows) {
  add_ranges<TruthKernel>(rows);
  constexpr auto type = static_cast<int>(c10::kByte);
  rows.push_back({typeid(CountTruths).name(), type, 0, &start_count_truths});
  rows.push_back({typeid(AddUpCounts).name(), type, 0, &start_add_up_counts});
  rows.push_back({typeid(ListTruths).name(), type, 0, &start_list_truths});
  add_range<CoordinatesKernel>(rows);
  add_range<PlaceOfIndexKernel>(rows);
  add_range<OutsideKernel<std::uint8_t>>(rows);
  add_by_width<std::uint8_t, std::int16_t, std::int32_t, std::int64_t, c10::complex<double>>(rows);
}

}  // namespace modecheck::engine::cuda
