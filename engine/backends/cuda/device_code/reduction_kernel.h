// Reduces elements on the CUDA device. The elements of a group are split over threads, and the threads' totals are
// merged in an order that depends on the shape alone:
//
//   * rows: the fastest dimension is reduced. A block of threads computes one result, and neighbouring threads read
//     neighbouring elements: packs if a result's elements are adjacent, else single elements.
//   * columns: the fastest dimension is kept. A thread computes one result, and neighbouring threads compute
//     neighbouring results.
//
// If there are few results and many elements, each group is cut into parts, and a second kernel merges their totals.
// The address of elements does not decide which thread reads them: a pack that is not aligned is read element by
// element.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backends/cuda/device_code/pointwise_kernel.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/reduction_shape.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::ReductionShape;

constexpr int reduction_threads = 256;
// The number of elements in the largest pack, which is the pack of one-byte elements. If a group is read in packs, at
// least this many threads reduce the group.
constexpr std::int64_t widest_pack = 16;

template <typename R, typename Write>
struct ReductionArguments {
  using Reducer = R;
  using Total = typename R::Total;

  ReductionShape shape;
  const char* from;
  R reducer;
  Write write;
  std::int64_t parts;  // the number of parts into which the group of elements of each result is cut
  // receives the totals of the parts, [parts, results]; null if there is one part, whose total is the result
  Total* partial;
};

// Returns the number of parts into which the group of elements of each result is cut.
inline std::int64_t reduction_parts(const ReductionShape& shape) {
  // The number of threads that is enough to keep a GPU busy.
  constexpr std::int64_t enough = 1 << 18;
  const std::int64_t least = shape.columns ? 64 : 8 * reduction_threads;  // the minimum number of elements of a part
  const std::int64_t threads = shape.columns ? shape.results : shape.results * reduction_threads;
  if (threads == 0) return 1;
  return std::clamp<std::int64_t>(std::min(enough / threads, shape.group / least), 1, 1024);
}

// Describes one result of a reduction: the offset of the first element that is reduced to it, in elements, and the
// row-major index of the result.
struct ReductionPlace {
  std::int64_t from = 0;
  std::int64_t to = 0;
};

MODECHECK_HOST_DEVICE inline ReductionPlace place_of_result(const ReductionShape& shape, std::int64_t result) {
  ReductionPlace out;
  if (shape.columns) {
    const std::int64_t column = result % shape.column.size;
    result /= shape.column.size;
    out = {column * shape.column.step, column * shape.column_to};
  }
  for (int d = shape.kept_count - 1; d >= 0; --d) {
    const std::int64_t here = result % shape.kept[d].size;
    result /= shape.kept[d].size;
    out.from += here * shape.kept[d].step;
    out.to += here * shape.kept_to[d];
  }
  return out;
}

MODECHECK_HOST_DEVICE inline std::int64_t place_in_group(const ReductionShape& shape, std::int64_t i) {
  std::int64_t out = 0;
  for (int d = shape.reduced_count - 1; d > 0; --d) {
    const std::int64_t rest = i / shape.reduced[d].size;
    out += (i - rest * shape.reduced[d].size) * shape.reduced[d].step;
    i = rest;
  }
  return out + i * shape.reduced[0].step;
}

// Returns true if the elements that are reduced to a result are adjacent in memory.
MODECHECK_HOST_DEVICE inline bool group_is_dense(const ReductionShape& shape) {
  return !shape.columns && shape.reduced_count == 1 && shape.reduced[0].step == 1;
}

// A part of a group, as a range of element indices. In a group whose elements are adjacent, parts begin at multiples of
// the widest pack.
struct ReductionPart {
  std::int64_t begin;
  std::int64_t end;
};
MODECHECK_HOST_DEVICE inline ReductionPart part_of_group(const ReductionShape& shape, std::int64_t parts,
                                                         std::int64_t part) {
  std::int64_t length = (shape.group + parts - 1) / parts;
  if (group_is_dense(shape)) length = (length + widest_pack - 1) / widest_pack * widest_pack;
  const std::int64_t begin = part * length < shape.group ? part * length : shape.group;
  return {begin, begin + length < shape.group ? begin + length : shape.group};
}

template <typename R, typename Element>
MODECHECK_HOST_DEVICE void add_element(const R& reducer, typename R::Total& total, Element element, std::int64_t i) {
  if constexpr (requires { reducer.add_at(total, element, i); })
    reducer.add_at(total, element, i);
  else
    reducer.add(total, element);
}

// Adds the neighbouring elements of a part, which begin at `from`. A thread takes every `threads`-th pack. It reads
// several packs before it adds the first, to hide latency.
template <typename R>
MODECHECK_HOST_DEVICE void add_packs(const R& reducer, typename R::Total& total, const char* from,
                                     const ReductionPart& part, int thread, int threads) {
  using T = typename R::Element;
  constexpr int width = pack_width<T>;
  constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
  constexpr int at_once = 4;
  using P = Pack<T, width>;
  const auto add_pack = [&](const P& pack, std::int64_t i) {
    for (int k = 0; k < width; ++k) add_element(reducer, total, static_cast<T>(computed<T>(pack.elements[k])), i + k);
  };
  const std::int64_t whole = part.begin + (part.end - part.begin) / width * width;
  const std::int64_t step = std::int64_t{threads} * width;
  std::int64_t i = part.begin + std::int64_t{thread} * width;
  if (reinterpret_cast<std::uintptr_t>(from) % alignof(P) == 0) {
    for (; i + (at_once - 1) * step < whole; i += at_once * step) {
      P packs[at_once];
      for (int p = 0; p < at_once; ++p) packs[p] = P::read(from + (i + p * step) * bytes);
      for (int p = 0; p < at_once; ++p) add_pack(packs[p], i + p * step);
    }
    for (; i < whole; i += step) add_pack(P::read(from + i * bytes), i);
  }
  for (; i < whole; i += step)
    for (int k = 0; k < width; ++k) add_element(reducer, total, backends::load<T>(from + (i + k) * bytes), i + k);
  // Fewer elements than one pack remain, so each thread adds at most one of them.
  if (whole + thread < part.end)
    add_element(reducer, total, backends::load<T>(from + (whole + thread) * bytes), whole + thread);
}

// Returns the total that one of `threads` threads computes for a part of a result. If the elements are adjacent,
// `threads` must be at least the pack width.
template <typename R, typename Write>
MODECHECK_HOST_DEVICE typename R::Total thread_total(const ReductionArguments<R, Write>& arguments, std::int64_t result,
                                                     std::int64_t part, int thread, int threads) {
  using T = typename R::Element;
  constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
  const ReductionShape& shape = arguments.shape;
  const ReductionPart elements = part_of_group(shape, arguments.parts, part);
  // `first` is an offset, which is added to the data pointer only where an element is read. A tensor without elements
  // has a null pointer.
  const std::int64_t first = place_of_result(shape, result).from;
  typename R::Total total = arguments.reducer.start();
  if (elements.begin == elements.end) return total;
  if (group_is_dense(shape)) {
    add_packs(arguments.reducer, total, arguments.from + first * bytes, elements, thread, threads);
    return total;
  }
  const auto element = [&](std::int64_t i) {
    return backends::load<T>(arguments.from + (first + place_in_group(shape, i)) * bytes);
  };
  // Several elements are read before the first is added, to hide latency.
  constexpr int at_once = 4;
  std::int64_t i = elements.begin + thread;
  for (; i + (at_once - 1) * std::int64_t{threads} < elements.end; i += at_once * std::int64_t{threads}) {
    T read[at_once];
    for (int k = 0; k < at_once; ++k) read[k] = element(i + k * std::int64_t{threads});
    for (int k = 0; k < at_once; ++k) add_element(arguments.reducer, total, read[k], i + k * std::int64_t{threads});
  }
  for (; i < elements.end; i += threads) add_element(arguments.reducer, total, element(i), i);
  return total;
}

// Stores the total of a part. If there is only one part, writes the result instead.
template <typename R, typename Write>
MODECHECK_HOST_DEVICE void keep_total(const ReductionArguments<R, Write>& arguments, std::int64_t result,
                                      std::int64_t part, const typename R::Total& total) {
  if (arguments.partial != nullptr)
    arguments.partial[part * arguments.shape.results + result] = total;
  else
    arguments.write(place_of_result(arguments.shape, result).to, total);
}

// Returns true if the results have so many parts that a block of threads should merge them. Otherwise one thread merges
// them.
template <typename R, typename Write>
bool merges_by_blocks(const ReductionArguments<R, Write>& arguments) {
  return arguments.parts >= 32;
}

// Merges some of the parts of a result, and returns their total. Thread number `thread` merges every `threads`-th part.
template <typename R, typename Write>
MODECHECK_HOST_DEVICE typename R::Total merged_parts(const ReductionArguments<R, Write>& arguments, std::int64_t result,
                                                     int thread, int threads) {
  typename R::Total total = arguments.reducer.start();
  for (std::int64_t part = thread; part < arguments.parts; part += threads)
    arguments.reducer.merge(total, arguments.partial[part * arguments.shape.results + result]);
  return total;
}
template <typename R, typename Write>
MODECHECK_HOST_DEVICE void write_result(const ReductionArguments<R, Write>& arguments, std::int64_t result,
                                        const typename R::Total& total) {
  arguments.write(place_of_result(arguments.shape, result).to, total);
}

}  // namespace modecheck::engine::cuda
