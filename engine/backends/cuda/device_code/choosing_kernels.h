// Kernels that find the elements that a mask selects, and that move elements by index.
//
// The number of selected elements before an element is found in two steps: each thread counts a run of elements, and
// one thread adds up the counts.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::Strided;

// Writes 1 if an element is not zero, else 0, as a byte. Operands: the byte and the element.
template <typename T>
struct TruthKernel {
  Strided where;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    where.place<2>(i, at);
    backends::store<bool>(at[0], backends::load<T>(at[1]) != T(0));
  }
};

// A mask of bytes: an element is selected if its byte is not zero.
struct Truths {
  static constexpr std::int64_t stretch = 256;  // number of elements that one thread looks at

  const std::uint8_t* values;
  std::int64_t size;

  MODECHECK_HOST_DEVICE std::int64_t begin(std::int64_t which) const { return which * stretch; }
  MODECHECK_HOST_DEVICE std::int64_t end(std::int64_t which) const {
    const std::int64_t end = (which + 1) * stretch;
    return end < size ? end : size;
  }
  std::int64_t stretches() const { return (size + stretch - 1) / stretch; }
};

struct CountTruthsKernel {
  Truths truths;
  std::int64_t* counts;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t which) const {
    std::int64_t count = 0;
    for (std::int64_t i = truths.begin(which); i < truths.end(which); ++i) count += truths.values[i] != 0 ? 1 : 0;
    counts[which] = count;
  }
};

// counts[1..size] hold the counts of the runs. Each count becomes the sum of the counts before it, and counts[0] the
// total. Runs in one thread.
struct AddUpCountsKernel {
  std::int64_t* counts;
  std::int64_t size;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t /*only*/) const {
    std::int64_t before = 0;
    for (std::int64_t i = 1; i <= size; ++i) {
      const std::int64_t count = counts[i];
      counts[i] = before;
      before += count;
    }
    counts[0] = before;
  }
};

// Lists the positions of the selected elements. `before` is the sum of the counts before each run.
struct ListTruthsKernel {
  Truths truths;
  const std::int64_t* before;
  std::int64_t* places;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t which) const {
    std::int64_t* to = places + before[which];
    for (std::int64_t i = truths.begin(which); i < truths.end(which); ++i)
      if (truths.values[i] != 0) *to++ = i;
  }
};

// Turns a flat position into one coordinate per dimension. The coordinates of one dimension lie side by side.
struct CoordinatesKernel {
  const std::int64_t* places;
  std::int64_t* to;
  std::int64_t count;
  int rank;
  std::int64_t sizes[backends::max_dims];
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    std::int64_t rest = places[i];
    for (int d = rank - 1; d >= 0; --d) {
      to[d * count + i] = rest % sizes[d];
      rest /= sizes[d];
    }
  }
};

// Reads elements by index; negative indices count from the end.
template <typename T>
struct TakeKernel {
  const std::int64_t* places;
  const char* from;
  char* to;
  std::int64_t size;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t place = places[i] < 0 ? places[i] + size : places[i];
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    backends::store<T>(to + i * bytes, backends::load<T>(from + place * bytes));
  }
};

// Writes the i-th element to the i-th position of the list. No position may appear twice.
template <typename T>
struct PutKernel {
  const std::int64_t* places;
  const char* from;
  char* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    backends::store<T>(to + places[i] * bytes, backends::load<T>(from + i * bytes));
  }
};

// Adds the offset of an index to a position. Operands: the position and the index.
struct PlaceOfIndexKernel {
  Strided where;
  std::int64_t size;    // size of the indexed dimension
  std::int64_t stride;  // stride of the indexed dimension, in elements
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    where.place<2>(i, at);
    const auto index = backends::load<std::int64_t>(at[1]);
    backends::store<std::int64_t>(at[0],
                                  backends::load<std::int64_t>(at[0]) + (index < 0 ? index + size : index) * stride);
  }
};

}  // namespace modecheck::engine::cuda
