// Kernels that find the elements that a mask selects, and kernels that move elements by index.
//
// Selected elements are listed in three steps. First, each block of threads counts the selected elements of one stretch
// of the mask. Then one block adds up the counts. Finally, one block for each stretch lists the positions.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/device_code/pointwise_kernel.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::Strided;

// Writes a byte for one element: 1 if the element is not zero, else 0. The operands are the byte and the element.
template <typename T>
struct TruthKernel {
  Strided where;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[2];
    where.place<2>(i, at);
    backends::store<bool>(at[0], backends::load<T>(at[1]) != T(0));
  }
};

// A mask whose elements are bytes. The mask selects element i if byte i is not zero.
struct Truths {
  static constexpr int threads = 256;   // number of threads of a block, which handles one stretch
  static constexpr int of_thread = 16;  // number of adjacent elements that one thread reads
  static constexpr std::int64_t stretch = std::int64_t{threads} * of_thread;

  const std::uint8_t* values;
  std::int64_t size;

  std::int64_t stretches() const { return (size + stretch - 1) / stretch; }
  MODECHECK_HOST_DEVICE std::int64_t begin(std::int64_t which, int thread) const {
    return which * stretch + std::int64_t{thread} * of_thread;
  }
  // Returns a bit mask: bit k is set if the k-th element of the thread is selected. The bytes are read in one access if
  // all of them are within the mask and aligned.
  MODECHECK_HOST_DEVICE unsigned selected(std::int64_t which, int thread) const {
    using Bytes = Pack<std::uint8_t, of_thread>;
    const std::int64_t first = begin(which, thread);
    unsigned out = 0;
    if (first + of_thread <= size && reinterpret_cast<std::uintptr_t>(values) % alignof(Bytes) == 0) {
      const Bytes bytes = Bytes::read(reinterpret_cast<const char*>(values + first));
      for (int k = 0; k < of_thread; ++k) out |= (bytes.elements[k] != 0 ? 1U : 0U) << k;
    } else {
      for (int k = 0; k < of_thread && first + k < size; ++k) out |= (values[first + k] != 0 ? 1U : 0U) << k;
    }
    return out;
  }
  MODECHECK_HOST_DEVICE static int count_of(unsigned bits) {
    int count = 0;
    for (int k = 0; k < of_thread; ++k) count += (bits >> k & 1U) != 0 ? 1 : 0;
    return count;
  }
};

// Writes the number of selected elements of each stretch.
struct CountTruths {
  Truths truths;
  std::int64_t* counts;
};
inline const char* count_truths_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const CountTruths*>(bytes);
  for (std::int64_t which = 0; which < arguments.truths.stretches(); ++which) {
    arguments.counts[which] = 0;
    for (int thread = 0; thread < Truths::threads; ++thread)
      arguments.counts[which] += Truths::count_of(arguments.truths.selected(which, thread));
  }
  return nullptr;
}

// Replaces counts[1..size], the counts of the stretches: each count becomes the sum of the counts before it. counts[0]
// becomes the total.
struct AddUpCounts {
  std::int64_t* counts;
  std::int64_t size;
};
inline const char* add_up_counts_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const AddUpCounts*>(bytes);
  std::int64_t before = 0;
  for (std::int64_t i = 1; i <= arguments.size; ++i) {
    const std::int64_t count = arguments.counts[i];
    arguments.counts[i] = before;
    before += count;
  }
  arguments.counts[0] = before;
  return nullptr;
}

// Lists the positions of the selected elements of the mask. before[k] is the number of selected elements before stretch
// k.
struct ListTruths {
  Truths truths;
  const std::int64_t* before;
  std::int64_t* places;
};
inline const char* list_truths_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const ListTruths*>(bytes);
  for (std::int64_t which = 0; which < arguments.truths.stretches(); ++which) {
    std::int64_t* to = arguments.places + arguments.before[which];
    for (int thread = 0; thread < Truths::threads; ++thread) {
      const unsigned bits = arguments.truths.selected(which, thread);
      for (int k = 0; k < Truths::of_thread; ++k)
        if ((bits >> k & 1U) != 0) *to++ = arguments.truths.begin(which, thread) + k;
    }
  }
  return nullptr;
}

// Turns a row-major position into one coordinate per dimension. The output holds all coordinates of dimension 0, then
// all of dimension 1, and so on.
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

// The operator take: out[i] = self[places[i]]. A negative index counts from the end.
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

// Writes element i of `from` to element places[i] of `to`. No index may appear twice in `places`.
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

// Part of indexing by several tensors: adds index * stride to an offset into the indexed tensor. The operands are the
// offset and the index.
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
