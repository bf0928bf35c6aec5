// Reductions on the device. A group of elements is shared out to threads, and what they come to is merged in an order
// that depends on the shape alone:
//
//   * rows: the fastest dimension goes. A block of threads has a result, neighbours read neighbours.
//   * columns: the fastest dimension stays. A thread has a result, neighbours have neighbouring ones.
//
// Of few results and many elements each group is cut into parts, whose totals are merged by a second kernel.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/reduction_shape.h"
#include "engine/core/host_device.h"

namespace modecheck::engine::cuda {

using backends::ReductionShape;

constexpr int reduction_threads = 256;

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
  constexpr std::int64_t enough = 1 << 17;
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

// What one of `threads` threads makes of a part of a result's elements.
template <typename R, typename Write>
MODECHECK_HOST_DEVICE typename R::Total thread_total(const ReductionArguments<R, Write>& arguments, std::int64_t result,
                                                     std::int64_t part, int thread, int threads) {
  using T = typename R::Element;
  const ReductionShape& shape = arguments.shape;
  const std::int64_t length = (shape.group + arguments.parts - 1) / arguments.parts;
  const std::int64_t begin = part * length;
  const std::int64_t end = begin + length < shape.group ? begin + length : shape.group;
  // Of a tensor without elements there is no place to start from: what is added up is a number until there is one.
  const std::int64_t first = place_of_result(shape, result).from;
  typename R::Total total = arguments.reducer.start();
  for (std::int64_t i = begin + thread; i < end; i += threads) {
    const std::int64_t place = first + place_in_group(shape, i);
    const T element =
        backends::load<T>(arguments.from + place * static_cast<std::int64_t>(sizeof(backends::Stored<T>)));
    if constexpr (requires { arguments.reducer.add_at(total, element, i); })
      arguments.reducer.add_at(total, element, i);
    else
      arguments.reducer.add(total, element);
  }
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

// The parts of a result, one after the other.
template <typename R, typename Write>
MODECHECK_HOST_DEVICE void merge_parts(const ReductionArguments<R, Write>& arguments, std::int64_t result) {
  typename R::Total total = arguments.partial[result];
  for (std::int64_t part = 1; part < arguments.parts; ++part)
    arguments.reducer.merge(total, arguments.partial[part * arguments.shape.results + result]);
  arguments.write(place_of_result(arguments.shape, result).to, total);
}

}  // namespace modecheck::engine::cuda
