// Reductions on the device. A group of elements is shared out to threads, and what they come to is merged in an order
// that depends on the shape alone:
//
//   * rows: the fastest dimension goes. A block of threads has a result, neighbours read neighbours: packs of elements
//     where those of a result lie side by side, else elements.
//   * columns: the fastest dimension stays. A thread has a result, neighbours have neighbouring ones.
//
// Of few results and many elements each group is cut into parts, whose totals are merged by a second kernel. Which
// elements a thread has does not depend on where they lie: a pack that does not begin where one may be read at once is
// read element by element.
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
// Elements of the widest pack, that of single bytes: no pack has fewer threads than that.
constexpr std::int64_t widest_pack = 16;

template <typename R, typename Write>
struct ReductionArguments {
  using Reducer = R;
  using Total = typename R::Total;

  ReductionShape shape;
  const char* from;
  R reducer;
  Write write;
  std::int64_t parts;  // of each group
  Total* partial;      // part after part the totals of all results; null: there is one part
};

// How many parts a group is cut into.
inline std::int64_t reduction_parts(const ReductionShape& shape) {
  // What keeps a GPU busy, in threads.
  constexpr std::int64_t enough = 1 << 18;
  const std::int64_t least = shape.columns ? 64 : 8 * reduction_threads;  // elements of a part
  const std::int64_t threads = shape.columns ? shape.results : shape.results * reduction_threads;
  if (threads == 0) return 1;
  return std::clamp<std::int64_t>(std::min(enough / threads, shape.group / least), 1, 1024);
}

// Where the elements of a result begin, counted in elements, and which result it is in row-major order.
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

// Whether the elements of a result lie side by side.
MODECHECK_HOST_DEVICE inline bool group_is_dense(const ReductionShape& shape) {
  return !shape.columns && shape.reduced_count == 1 && shape.reduced[0].step == 1;
}

// The elements of a part of a group, by their places in it. Parts of what lies side by side begin where packs may.
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

// Elements that lie side by side from `from` on: the pack of a thread, and then that of as many threads later. Several
// are read before the first is added up.
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
  // What is left over is less than a pack.
  if (whole + thread < part.end)
    add_element(reducer, total, backends::load<T>(from + (whole + thread) * bytes), whole + thread);
}

// What one of `threads` threads makes of a part of a result's elements; of packs there are more threads than elements.
template <typename R, typename Write>
MODECHECK_HOST_DEVICE typename R::Total thread_total(const ReductionArguments<R, Write>& arguments, std::int64_t result,
                                                     std::int64_t part, int thread, int threads) {
  using T = typename R::Element;
  constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
  const ReductionShape& shape = arguments.shape;
  const ReductionPart elements = part_of_group(shape, arguments.parts, part);
  // Of a tensor without elements there is no place to start from: what is added up is a number until there is one.
  const std::int64_t first = place_of_result(shape, result).from;
  typename R::Total total = arguments.reducer.start();
  if (elements.begin == elements.end) return total;
  if (group_is_dense(shape)) {
    add_packs(arguments.reducer, total, arguments.from + first * bytes, elements, thread, threads);
    return total;
  }
  for (std::int64_t i = elements.begin + thread; i < elements.end; i += threads)
    add_element(arguments.reducer, total,
                backends::load<T>(arguments.from + (first + place_in_group(shape, i)) * bytes), i);
  return total;
}

// What is known of a result, or of a part of one, goes where it belongs.
template <typename R, typename Write>
MODECHECK_HOST_DEVICE void keep_total(const ReductionArguments<R, Write>& arguments, std::int64_t result,
                                      std::int64_t part, const typename R::Total& total) {
  if (arguments.partial != nullptr)
    arguments.partial[part * arguments.shape.results + result] = total;
  else
    arguments.write(place_of_result(arguments.shape, result).to, total);
}

// Whether the parts of a result are many enough for a block of threads to merge them.
template <typename R, typename Write>
bool merges_by_blocks(const ReductionArguments<R, Write>& arguments) {
  return arguments.parts >= 32;
}

// What one of `threads` threads makes of the parts of a result.
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
