// The CUDA kernels of cumulative operators and softmax along a dimension of many elements. line_scan.h describes the
// method.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <limits>
#include <typeinfo>
#include <vector>

#include "engine/backends/cuda/device_code/line_scan.h"
#include "engine/backends/cuda/toolkit/kernel_rows.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

// Scans one part of a line in each block. If `totals` is not null, the block writes only the total of its part, to
// `totals`. Otherwise the block writes the results. `before` holds the total of all earlier parts, and is null if lines
// are not cut into parts.
template <typename Scan>
__global__ void __launch_bounds__(scan_threads)
    scan_parts(const __grid_constant__ LongLines<Scan> arguments, const __grid_constant__ LineParts parts,
               const typename Scan::Total* before, typename Scan::Total* totals) {
  using Total = typename Scan::Total;
  constexpr int items = scan_items<Total>;
  using Exchange = cub::BlockExchange<Total, scan_threads, items>;
  using BlockScan = cub::BlockScan<Total, scan_threads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ union {
    typename Exchange::TempStorage exchange;
    typename BlockScan::TempStorage scan;
  } room;
  const Scan& scan = arguments.lines.kernel;
  const auto join = [&](const Total& a, const Total& b) { return scan.joined(a, b); };
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t unit = blockIdx.x; unit < arguments.lines.count * parts.count; unit += gridDim.x) {
    const std::int64_t part = unit % parts.count;
    const auto line = scan.line(unit / parts.count);
    const std::int64_t begin = part * parts.length;
    const std::int64_t end = begin + parts.length < scan.size() ? begin + parts.length : scan.size();
    Total so_far = before == nullptr ? scan.nothing() : before[unit];
    for (std::int64_t first = begin; first < end; first += scan_tile<Total>) {
      Total own[items];
      for (int item = 0; item < items; ++item) {
        const std::int64_t k = first + place_side_by_side(thread, item);
        own[item] = k < end ? scan.of(line, k) : scan.nothing();
      }
      Exchange(room.exchange).StripedToBlocked(own, own);
      __syncthreads();
      Total all = scan.nothing();
      BlockScan(room.scan).InclusiveScan(own, own, join, all);
      __syncthreads();
      if (totals == nullptr) {
        for (int item = 0; item < items; ++item) own[item] = scan.joined(so_far, own[item]);
        Exchange(room.exchange).BlockedToStriped(own, own);
        for (int item = 0; item < items; ++item) {
          const std::int64_t k = first + place_side_by_side(thread, item);
          if (k < end) scan.put(line, k, own[item]);
        }
        __syncthreads();
      }
      so_far = scan.joined(so_far, all);
    }
    if (totals != nullptr && thread == 0) totals[unit] = so_far;
  }
}

// Replaces the total of each part of a line by the total of all parts before that part. One block of threads handles
// one line.
template <typename Scan>
__global__ void __launch_bounds__(scan_threads)
    join_parts(const __grid_constant__ LongLines<Scan> arguments, const __grid_constant__ LineParts parts,
               typename Scan::Total* totals) {
  using Total = typename Scan::Total;
  constexpr int items = scan_items<Total>;
  using BlockScan = cub::BlockScan<Total, scan_threads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename BlockScan::TempStorage room;
  const Scan& scan = arguments.lines.kernel;
  const auto join = [&](const Total& a, const Total& b) { return scan.joined(a, b); };
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t line = blockIdx.x; line < arguments.lines.count; line += gridDim.x) {
    Total* const own_totals = totals + line * parts.count;
    Total so_far = scan.nothing();
    for (std::int64_t first = 0; first < parts.count; first += scan_tile<Total>) {
      Total own[items];
      for (int item = 0; item < items; ++item) {
        const std::int64_t part = first + place_in_order<Total>(thread, item);
        own[item] = part < parts.count ? own_totals[part] : scan.nothing();
      }
      Total all = scan.nothing();
      BlockScan(room).ExclusiveScan(own, own, scan.nothing(), join, all);
      for (int item = 0; item < items; ++item) {
        const std::int64_t part = first + place_in_order<Total>(thread, item);
        if (part < parts.count) own_totals[part] = scan.joined(so_far, own[item]);
      }
      so_far = scan.joined(so_far, all);
      __syncthreads();
    }
  }
}

inline unsigned long_line_blocks(std::int64_t units) {
  return static_cast<unsigned>(std::min<std::int64_t>(units, 1 << 20));
}

// Starts the kernels of a scan. If a call to CUDA fails, this function returns, and the launch reads the error from
// CUDA. The memory for totals is allocated and released in the stream's order.
template <typename Scan>
void start_scan(const void* bytes, void* where) {
  using Total = typename Scan::Total;
  const auto& arguments = *static_cast<const LongLines<Scan>*>(bytes);
  const auto stream = static_cast<cudaStream_t>(where);
  const std::int64_t lines = arguments.lines.count;
  const LineParts parts = line_parts<Total>(lines, arguments.lines.kernel.size());
  const std::int64_t units = lines * parts.count;
  if (parts.count == 1) {
    scan_parts<Scan><<<long_line_blocks(units), scan_threads, 0, stream>>>(arguments, parts, nullptr, nullptr);
    return;
  }
  void* room = nullptr;
  if (cudaMallocAsync(&room, static_cast<std::size_t>(units) * sizeof(Total), stream) != cudaSuccess) return;
  auto* const totals = static_cast<Total*>(room);
  scan_parts<Scan><<<long_line_blocks(units), scan_threads, 0, stream>>>(arguments, parts, nullptr, totals);
  join_parts<Scan><<<long_line_blocks(lines), scan_threads, 0, stream>>>(arguments, parts, totals);
  scan_parts<Scan><<<long_line_blocks(units), scan_threads, 0, stream>>>(arguments, parts, totals, nullptr);
  static_cast<void>(cudaFreeAsync(room, stream));
}

// Combines one value of each thread of a block, and returns the result to all of these threads.
template <int threads>
class BlockAgreement {
 public:
  using Reduce = cub::BlockReduce<double, threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  struct Room {
    typename Reduce::TempStorage reduce;
    double agreed;
  };

  template <typename Join>
  __device__ static double of(Room& room, double own, const Join& join) {
    const double out = Reduce(room.reduce).Reduce(own, join);
    if (threadIdx.x == 0) room.agreed = out;
    __syncthreads();
    const double agreed = room.agreed;
    __syncthreads();
    return agreed;
  }
};

// Computes softmax of lines of up to threads * items elements. One block handles one line, and its threads keep the
// elements in registers.
template <typename Shares, int threads, int items>
__global__ void __launch_bounds__(threads) take_held_shares(const __grid_constant__ LongLines<Shares> arguments) {
  using Agreement = BlockAgreement<threads>;
  __shared__ typename Agreement::Room room;
  const Shares& shares = arguments.lines.kernel;
  const int size = static_cast<int>(shares.size());
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t i = blockIdx.x; i < arguments.lines.count; i += gridDim.x) {
    const auto line = shares.line(i);
    typename Shares::Held elements[items];
    double most = -std::numeric_limits<double>::infinity();
#pragma unroll
    for (int item = 0; item < items; ++item) {
      const int k = item * threads + thread;
      if (k < size) elements[item] = static_cast<typename Shares::Held>(shares.element(line, k));
    }
#pragma unroll
    for (int item = 0; item < items; ++item)
      if (item * threads + thread < size) most = Shares::greater(most, static_cast<double>(elements[item]));
    const double greatest = Agreement::of(room, most, [](double a, double b) { return Shares::greater(a, b); });
    double sum = 0;
    double own_shares[items];
#pragma unroll
    for (int item = 0; item < items; ++item)
      if (item * threads + thread < size)
        sum += own_shares[item] = Shares::share(static_cast<double>(elements[item]), greatest);
    const double whole = Shares::whole(Agreement::of(room, sum, [](double a, double b) { return a + b; }));
#pragma unroll
    for (int item = 0; item < items; ++item) {
      const int k = item * threads + thread;
      if (k >= size) continue;
      shares.put(line, k, Shares::result(static_cast<double>(elements[item]), own_shares[item], greatest, whole));
    }
  }
}

// Computes softmax of lines of any length. One block handles one line, and reads its elements three times: for the
// maximum, the sum and the results.
template <typename Shares, int threads>
__global__ void __launch_bounds__(threads) take_shares(const __grid_constant__ LongLines<Shares> arguments) {
  using Agreement = BlockAgreement<threads>;
  __shared__ typename Agreement::Room room;
  const Shares& shares = arguments.lines.kernel;
  for (std::int64_t i = blockIdx.x; i < arguments.lines.count; i += gridDim.x) {
    const auto line = shares.line(i);
    double most = -std::numeric_limits<double>::infinity();
    for (std::int64_t k = threadIdx.x; k < shares.size(); k += threads)
      most = Shares::greater(most, shares.element(line, k));
    const double greatest = Agreement::of(room, most, [](double a, double b) { return Shares::greater(a, b); });
    double sum = 0;
    for (std::int64_t k = threadIdx.x; k < shares.size(); k += threads)
      sum += Shares::share(shares.element(line, k), greatest);
    const double whole = Shares::whole(Agreement::of(room, sum, [](double a, double b) { return a + b; }));
    for (std::int64_t k = threadIdx.x; k < shares.size(); k += threads)
      shares.put(line, k, Shares::result(shares.element(line, k), greatest, whole));
  }
}

// Starts the kernel for the longest lines whose elements fit into registers. softmax also keeps exp(element - maximum),
// which takes the registers of 1024 threads. log_softmax keeps the elements only: 512 threads suffice, and two blocks
// run at a time.
template <typename Shares>
void take_longest_held(const LongLines<Shares>& arguments, unsigned blocks, cudaStream_t stream) {
  if constexpr (Shares::needs_shares)
    take_held_shares<Shares, 1024, 16><<<blocks, 1024, 0, stream>>>(arguments);
  else
    take_held_shares<Shares, 512, 32><<<blocks, 512, 0, stream>>>(arguments);
}

template <typename Shares>
void start_shares(const void* bytes, void* where) {
  const auto& arguments = *static_cast<const LongLines<Shares>*>(bytes);
  const auto stream = static_cast<cudaStream_t>(where);
  const unsigned blocks = long_line_blocks(arguments.lines.count);
  const std::int64_t size = arguments.lines.kernel.size();
  if (size <= 128 * 8)
    take_held_shares<Shares, 128, 8><<<blocks, 128, 0, stream>>>(arguments);
  else if (size <= 512 * 8)
    take_held_shares<Shares, 512, 8><<<blocks, 512, 0, stream>>>(arguments);
  else if (size <= 1024 * 16)
    take_longest_held<Shares>(arguments, blocks, stream);
  else
    take_shares<Shares, 512><<<blocks, 512, 0, stream>>>(arguments);
}

template <typename Scan>
void add_scan(std::vector<KernelRow>& rows) {
  rows.push_back({typeid(LongLines<Scan>).name(), static_cast<int>(c10::kByte), 0, &start_scan<Scan>});
}
template <typename Shares>
void add_shares(std::vector<KernelRow>& rows) {
  rows.push_back({typeid(LongLines<Shares>).name(), static_cast<int>(c10::kByte), 0, &start_shares<Shares>});
}

}  // namespace modecheck::engine::cuda
