// Scans of long lines: the work that one thread would do alone is split over blocks of threads. A line is cut into
// parts, and each block scans one part, tile after tile. Each thread joins a few neighbouring elements of the tile. The
// block then joins the threads' totals with each other, and with the total of everything before the tile.
//
// A kernel over lines that can be split has these members, besides the operator() that one thread runs:
//   Total                      the accumulated state of a run of elements
//   Line                       the addresses of a line in the result and in the input
//   Line line(i) const
//   std::int64_t size() const  number of elements of a line
//   Total nothing() const      state of an empty run
//   Total of(line, k) const    state of the k-th element alone
//   Total joined(a, b) const   state of run a followed by run b; must be associative
//   void put(line, k, total) const  writes the result for elements 0 to k
//
// The host runs the kernel of one thread. It can also follow the GPU's order of operations (scan_like_a_gpu).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/backends/cuda/device_code/range_kernel.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// Blocks of threads share a line that is longer than this, if its elements are adjacent in memory. A kernel may define
// its own limit, `longest_of_a_thread`.
constexpr std::int64_t longest_line_of_a_thread = 4096;
template <typename Kernel>
constexpr std::int64_t longest_line_for_a_thread() {
  if constexpr (requires { Kernel::longest_of_a_thread; })
    return Kernel::longest_of_a_thread;
  else
    return longest_line_of_a_thread;
}

constexpr int scan_threads = 256;
// The number of elements that a thread handles in each tile. The totals of all elements of a tile must fit into the
// shared memory of a block.
template <typename Total>
constexpr int scan_items = sizeof(Total) <= 32 ? 4 : 2;
template <typename Total>
constexpr std::int64_t scan_tile = std::int64_t{scan_threads} * scan_items<Total>;

// GPU kernels are found by the name of their argument's type. LongLines gives the kernel for long lines another name
// than the kernel for short lines. On the host both types run the same code.
template <typename Scan>
struct LongLines {
  RangeArguments<Scan> lines;
};

template <typename Scan>
const char* long_lines_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const LongLines<Scan>*>(bytes);
  for (std::int64_t i = 0; i < arguments.lines.count; ++i) arguments.lines.kernel(i);
  return nullptr;
}

// Describes how each line is cut into parts. The parts depend on the shape alone, so that results do not depend on the
// GPU.
struct LineParts {
  std::int64_t count = 1;
  std::int64_t length = 0;  // elements of each part, a multiple of the tile size; the last part may be shorter
};

template <typename Total>
LineParts line_parts(std::int64_t lines, std::int64_t size) {
  // `enough` blocks keep a GPU busy. A block should have at least `least` tiles, because starting a block costs time.
  constexpr std::int64_t enough = 1024;
  constexpr std::int64_t least = 8;
  constexpr std::int64_t tile = scan_tile<Total>;
  const std::int64_t tiles = (size + tile - 1) / tile;
  const std::int64_t wanted =
      std::clamp<std::int64_t>(std::min(enough / std::max<std::int64_t>(lines, 1), tiles / least), 1, enough);
  const std::int64_t length = (tiles + wanted - 1) / wanted * tile;
  return {std::max<std::int64_t>((size + length - 1) / length, 1), length};
}

// place_in_order and place_side_by_side return the index, within a tile, of element number `item` of thread number
// `thread`. place_in_order gives each thread adjacent elements, so that the thread can join them. place_side_by_side
// gives adjacent threads adjacent elements, which makes reads and writes fast.
template <typename Total>
MODECHECK_HOST_DEVICE std::int64_t place_in_order(int thread, int item) {
  return std::int64_t{thread} * scan_items<Total> + item;
}
MODECHECK_HOST_DEVICE inline std::int64_t place_side_by_side(int thread, int item) {
  return std::int64_t{item} * scan_threads + thread;
}

// Scans the elements begin..end tile after tile, as the blocks of a GPU do. For each element k it calls put(k, total),
// where `total` joins `before` with all elements from `begin` to k. Returns the total of the last element.
template <typename Scan, typename Put>
typename Scan::Total scan_part(const Scan& scan, const typename Scan::Line& line, std::int64_t begin, std::int64_t end,
                               typename Scan::Total before, const Put& put) {
  using Total = typename Scan::Total;
  constexpr int items = scan_items<Total>;
  for (std::int64_t first = begin; first < end; first += scan_tile<Total>) {
    Total own[scan_tile<Total>];
    Total threads[scan_threads];
    for (int thread = 0; thread < scan_threads; ++thread) {
      Total total = scan.nothing();
      for (int item = 0; item < items; ++item) {
        const std::int64_t place = place_in_order<Total>(thread, item);
        if (first + place < end) total = scan.joined(total, scan.of(line, first + place));
        own[place] = total;
      }
      threads[thread] = total;
    }
    // Joins each thread's total with the totals of all threads before it. The steps join threads that are 1, 2, 4, ...
    // threads apart.
    for (int distance = 1; distance < scan_threads; distance *= 2)
      for (int thread = scan_threads - 1; thread >= distance; --thread)
        threads[thread] = scan.joined(threads[thread - distance], threads[thread]);
    for (int thread = 0; thread < scan_threads; ++thread)
      for (int item = 0; item < items; ++item) {
        const std::int64_t place = place_in_order<Total>(thread, item);
        if (first + place >= end) continue;
        const Total total = thread > 0 ? scan.joined(threads[thread - 1], own[place]) : own[place];
        put(first + place, scan.joined(before, total));
      }
    before = scan.joined(before, threads[scan_threads - 1]);
  }
  return before;
}

template <typename Scan>
const char* scan_like_a_gpu(const void* bytes) {
  using Total = typename Scan::Total;
  const auto& lines = static_cast<const LongLines<Scan>*>(bytes)->lines;
  const std::int64_t count = lines.count;
  const Scan& scan = lines.kernel;
  const LineParts parts = line_parts<Total>(count, scan.size());
  const auto bounds = [&](std::int64_t part) { return std::min(part * parts.length, scan.size()); };
  for (std::int64_t i = 0; i < count; ++i) {
    const auto line = scan.line(i);
    std::vector<Total> before(1, scan.nothing());
    for (std::int64_t part = 0; part + 1 < parts.count; ++part) {
      const Total total = scan_part(scan, line, bounds(part), bounds(part + 1), scan.nothing(),
                                    [](std::int64_t /*place*/, const Total& /*total*/) {});
      before.push_back(scan.joined(before.back(), total));
    }
    for (std::int64_t part = 0; part < parts.count; ++part)
      scan_part(scan, line, bounds(part), bounds(part + 1), before[static_cast<std::size_t>(part)],
                [&](std::int64_t place, const Total& total) { scan.put(line, place, total); });
  }
  return nullptr;
}

// Computes softmax in the order of a GPU. The threads of one block find the maximum of a line, and then the sum of the
// shares. The share of an element is exp(element - maximum). A kernel for this function has the members `line` and
// `size`, as a kernel for a scan has. It also has these members:
//   double element(line, k) const
//   static double greater(a, b)
//   static double share(element, greatest)
//   static double whole(total)                      computed once for a line
//   static double result(element, share, greatest, whole)
//   static double result(element, greatest, whole)  computes the share anew
//   void put(line, k, result) const
template <typename Shares>
const char* shares_like_a_gpu(const void* bytes) {
  const auto& lines = static_cast<const LongLines<Shares>*>(bytes)->lines;
  const std::int64_t count = lines.count;
  const Shares& shares = lines.kernel;
  const auto of_all = [&](double start, const auto& of_one, const auto& join) {
    std::vector<double> threads(scan_threads, start);
    for (std::int64_t k = 0; k < shares.size(); ++k) {
      double& thread = threads[static_cast<std::size_t>(k % scan_threads)];
      thread = join(thread, of_one(k));
    }
    for (int width = scan_threads / 2; width > 0; width /= 2)
      for (int thread = 0; thread < width; ++thread)
        threads[static_cast<std::size_t>(thread)] =
            join(threads[static_cast<std::size_t>(thread)], threads[static_cast<std::size_t>(thread + width)]);
    return threads.front();
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const auto line = shares.line(i);
    const double greatest = of_all(
        -std::numeric_limits<double>::infinity(), [&](std::int64_t k) { return shares.element(line, k); },
        [](double a, double b) { return Shares::greater(a, b); });
    const double total = of_all(
        0.0, [&](std::int64_t k) { return Shares::share(shares.element(line, k), greatest); },
        [](double a, double b) { return a + b; });
    const double whole = Shares::whole(total);
    for (std::int64_t k = 0; k < shares.size(); ++k)
      shares.put(line, k, Shares::result(shares.element(line, k), greatest, whole));
  }
  return nullptr;
}

}  // namespace modecheck::engine::cuda
