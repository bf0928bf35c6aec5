// The CUDA kernels for long lines; line_scan.h describes the method.
#pragma once

#include <cub/block/block_exchange.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <typeinfo>
#include <vector>

#include "engine/backends/cuda/device_code/line_scan.h"
#include "engine/backends/cuda/toolkit/kernel_rows.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {

// Each block scans one part of a line. If `totals` is given, the block writes the total of its part there. Otherwise it
// writes the results; `before` holds the total of all earlier parts, and is null if lines are not cut.
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

// Replaces the totals of a line's parts by the totals of all parts before each. One block for each line.
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

// An error shows as the error of the launch. The memory for totals is allocated and released in the stream's order.
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

// One block for each line.
template <typename Shares>
__global__ void __launch_bounds__(scan_threads) take_shares(const __grid_constant__ LongLines<Shares> arguments) {
  using Reduce = cub::BlockReduce<double, scan_threads, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
  __shared__ typename Reduce::TempStorage room;
  __shared__ double of_all;
  const Shares& shares = arguments.lines.kernel;
  const auto known_to_all = [&](double value) {
    if (threadIdx.x == 0) of_all = value;
    __syncthreads();
    const double out = of_all;
    __syncthreads();
    return out;
  };
  for (std::int64_t i = blockIdx.x; i < arguments.lines.count; i += gridDim.x) {
    const auto line = shares.line(i);
    double most = -std::numeric_limits<double>::infinity();
    for (std::int64_t k = threadIdx.x; k < shares.size(); k += scan_threads)
      most = Shares::greater(most, shares.element(line, k));
    const double greatest =
        known_to_all(Reduce(room).Reduce(most, [](double a, double b) { return Shares::greater(a, b); }));
    double sum = 0;
    for (std::int64_t k = threadIdx.x; k < shares.size(); k += scan_threads)
      sum += Shares::share(shares.element(line, k), greatest);
    const double total = known_to_all(Reduce(room).Sum(sum));
    for (std::int64_t k = threadIdx.x; k < shares.size(); k += scan_threads) shares.put(line, k, greatest, total);
  }
}

template <typename Shares>
void start_shares(const void* bytes, void* where) {
  const auto& arguments = *static_cast<const LongLines<Shares>*>(bytes);
  take_shares<Shares>
      <<<long_line_blocks(arguments.lines.count), scan_threads, 0, static_cast<cudaStream_t>(where)>>>(arguments);
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
