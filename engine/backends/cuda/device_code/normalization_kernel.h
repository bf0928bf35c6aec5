// The kernels of layer_norm and group_norm for the CUDA device. They normalize each group of elements by the group's
// own mean and variance. They compute in double precision and round the results once. One thread handles a small group,
// and a block of threads handles a large group.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/backends/cuda/device_code/pointwise_kernel.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// The largest group that one thread normalizes.
constexpr std::int64_t largest_group_of_a_thread = 64;
// Returns the number of threads that share a group. This number, and with it the order of additions, depends on the
// size of the group alone.
MODECHECK_HOST_DEVICE inline int threads_of_group(std::int64_t size) {
  return size < 4096 ? 128 : size <= 16384 ? 512 : 1024;
}
// The number of packs that a thread may keep in registers, so that it reads them from memory once.
constexpr int held_packs = 8;

template <typename T>
struct NormalizationKernel {
  const T* values;  // the input, a row-major tensor [groups, size]
  const T* scales;  // the weights, or null; `shifts` holds the biases, or is null
  const T* shifts;
  T* to;
  T* means;
  T* reciprocals;  // receives 1 / sqrt(variance + eps) of each group
  std::int64_t size;
  // Each group has `channels` weights, and each weight applies to `spatial` elements. As in group_norm, each sample has
  // `groups` groups, and all samples share the weights. The biases follow the same rule.
  std::int64_t groups;
  std::int64_t channels;
  std::int64_t spatial;
  double eps;

  MODECHECK_HOST_DEVICE void operator()(std::int64_t group) const {
    const double mean = mean_of(sum(group, 0, 1));
    put(group, mean, squares(group, mean, 0, 1), 0, 1);
  }

  // `sum` and `squares` return sums over the elements that thread number `thread` handles. `sum` adds the elements, and
  // `squares` adds their squared distances from the mean.
  MODECHECK_HOST_DEVICE double sum(std::int64_t group, int thread, int threads) const {
    double total = 0;
    each_pack(group, thread, threads, [&](std::int64_t /*place*/, const auto& pack, int width) {
      for (int k = 0; k < width; ++k) total += static_cast<double>(pack.elements[k]);
    });
    return total;
  }
  MODECHECK_HOST_DEVICE double squares(std::int64_t group, double mean, int thread, int threads) const {
    double total = 0;
    each_pack(group, thread, threads, [&](std::int64_t /*place*/, const auto& pack, int width) {
      for (int k = 0; k < width; ++k) {
        const double distance = static_cast<double>(pack.elements[k]) - mean;
        total += distance * distance;
      }
    });
    return total;
  }
  MODECHECK_HOST_DEVICE double mean_of(double sum) const { return size == 0 ? 0 : sum / static_cast<double>(size); }

  // Writes the results for the elements that thread number `thread` handles. The first thread also writes the mean and
  // 1 / sqrt(variance + eps).
  MODECHECK_HOST_DEVICE void put(std::int64_t group, double mean, double squares, int thread, int threads) const {
    const double factor = put_moments(group, mean, squares, thread);
    each_pack(group, thread, threads, [&](std::int64_t place, const auto& pack, int width) {
      put_pack(group, place, pack, width, mean, factor);
    });
  }

  // The following functions are for threads that keep their packs in registers. From one pack of a thread to its next
  // pack there are `threads` packs.
  using P = Pack<T, pack_width<T>>;
  MODECHECK_HOST_DEVICE bool may_hold(int threads) const {
    constexpr int width = pack_width<T>;
    return size % width == 0 && size <= std::int64_t{threads} * held_packs * width && is_aligned(values) &&
           is_aligned(to);
  }
  MODECHECK_HOST_DEVICE std::int64_t place_of_held(int pack, int thread, int threads) const {
    return (std::int64_t{pack} * threads + thread) * pack_width<T>;
  }
  MODECHECK_HOST_DEVICE P held_pack(std::int64_t group, std::int64_t place) const {
    return P::read(reinterpret_cast<const char*>(values + group * size + place));
  }
  MODECHECK_HOST_DEVICE void put_pack(std::int64_t group, std::int64_t place, P pack, int width, double mean,
                                      double factor) const {
    const bool scaled = scales != nullptr || shifts != nullptr;
    const std::int64_t first = scaled ? group % groups * channels : 0;
    for (int k = 0; k < width; ++k) {
      double value = (static_cast<double>(pack.elements[k]) - mean) * factor;
      if (scaled) {
        const std::int64_t parameter = first + (spatial == 1 ? place + k : (place + k) / spatial);
        if (scales != nullptr) value *= static_cast<double>(scales[parameter]);
        if (shifts != nullptr) value += static_cast<double>(shifts[parameter]);
      }
      pack.elements[k] = backends::convert<T>(value);
    }
    T* const at = to + group * size + place;
    if (width == pack_width<T> && is_aligned(at))
      pack.write(reinterpret_cast<char*>(at));
    else
      for (int k = 0; k < width; ++k) at[k] = pack.elements[k];
  }

  // Writes the mean and 1 / sqrt(variance + eps) of a group, and returns 1 / sqrt(variance + eps).
  MODECHECK_HOST_DEVICE double put_moments(std::int64_t group, double mean, double squares, int thread) const {
    const double variance = squares / static_cast<double>(size);
    const double factor = 1.0 / std::sqrt(variance + eps);
    if (thread == 0) {
      means[group] = backends::convert<T>(mean);
      reciprocals[group] = backends::convert<T>(factor);
    }
    return factor;
  }

 private:
  MODECHECK_HOST_DEVICE static bool is_aligned(const T* at) {
    return reinterpret_cast<std::uintptr_t>(at) % alignof(P) == 0;
  }
  // Calls visit(place, pack, width) for the packs of thread number `thread`. A thread handles every `threads`-th pack.
  // The elements after the last whole pack go to the threads one by one. With one thread, all elements are visited in
  // order.
  template <typename Visit>
  MODECHECK_HOST_DEVICE void each_pack(std::int64_t group, int thread, int threads, const Visit& visit) const {
    constexpr int width = pack_width<T>;
    const T* const from = values + group * size;
    const std::int64_t whole = size / width * width;
    const bool aligned = is_aligned(from);
    for (std::int64_t place = std::int64_t{thread} * width; place < whole; place += std::int64_t{threads} * width) {
      P pack;
      if (aligned)
        pack = P::read(reinterpret_cast<const char*>(from + place));
      else
        for (int k = 0; k < width; ++k) pack.elements[k] = from[place + k];
      visit(place, pack, width);
    }
    for (std::int64_t place = whole + thread; place < size; place += threads) {
      P pack{};
      pack.elements[0] = from[place];
      visit(place, pack, 1);
    }
  }
};

// The arguments of the kernel for large groups, in which a block of threads normalizes each group.
template <typename T>
struct LargeGroups {
  NormalizationKernel<T> kernel;
  std::int64_t count;
};

// Adds in the order in which a GPU's block of threads adds. Each thread first adds its own elements. Then the threads'
// totals are added in a tree: each step halves the number of totals.
template <typename T>
const char* normalize_large_groups_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const LargeGroups<T>*>(bytes);
  const NormalizationKernel<T>& kernel = arguments.kernel;
  const int threads = threads_of_group(kernel.size);
  std::vector<double> totals(static_cast<std::size_t>(threads));
  const auto total_of = [&](const auto& of_thread) {
    for (int thread = 0; thread < threads; ++thread) totals[static_cast<std::size_t>(thread)] = of_thread(thread);
    for (std::size_t width = totals.size() / 2; width > 0; width /= 2)
      for (std::size_t thread = 0; thread < width; ++thread) totals[thread] += totals[thread + width];
    return totals.front();
  };
  for (std::int64_t group = 0; group < arguments.count; ++group) {
    const double mean = kernel.mean_of(total_of([&](int thread) { return kernel.sum(group, thread, threads); }));
    const double squares = total_of([&](int thread) { return kernel.squares(group, mean, thread, threads); });
    for (int thread = 0; thread < threads; ++thread) kernel.put(group, mean, squares, thread, threads);
  }
  return nullptr;
}

}  // namespace modecheck::engine::cuda
