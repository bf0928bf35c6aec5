// The kernels of embedding_bag for the CUDA device. Each thread computes one element of one bag's result.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// The arguments of embedding_bag: the rows of the embedding table, and the indices of the rows that the bags contain.
// All tensors are contiguous.
template <typename T>
struct BagsOfRows {
  const T* rows;
  const std::int64_t* indices;
  // for each bag, the position in `indices` of its first index; last comes the end of the last bag
  const std::int64_t* begins;
  std::int64_t width;
  std::int64_t padding;  // padding_idx: the row that is left out of every bag; negative if no row is left out
};

template <typename T>
struct BagSumKernel {
  BagsOfRows<T> bags;
  const T* scales;  // per_sample_weights, one for each index, or null
  bool mean;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t at) const {
    const std::int64_t bag = at / bags.width;
    double total = 0;
    std::int64_t count = 0;
    for (std::int64_t i = bags.begins[bag]; i < bags.begins[bag + 1]; ++i) {
      if (bags.indices[i] == bags.padding) continue;
      ++count;
      const double scale = scales == nullptr ? 1 : static_cast<double>(scales[i]);
      total += scale * static_cast<double>(bags.rows[bags.indices[i] * bags.width + at % bags.width]);
    }
    to[at] = static_cast<T>(mean && count > 0 ? total / static_cast<double>(count) : total);
  }
};

// embedding_bag with mode=max: computes the maximum of a bag in one column, and the row that holds this maximum.
template <typename T>
struct BagMaximumKernel {
  BagsOfRows<T> bags;
  T* to;
  char* places;
  bool narrow;  // true if `places` holds int32, false if it holds int64
  MODECHECK_HOST_DEVICE void operator()(std::int64_t at) const {
    const std::int64_t bag = at / bags.width;
    const T* const column = bags.rows + at % bags.width;
    std::int64_t best = -1;
    for (std::int64_t i = bags.begins[bag]; i < bags.begins[bag + 1]; ++i) {
      const std::int64_t row = bags.indices[i];
      if (row != bags.padding && (best < 0 || column[row * bags.width] > column[best * bags.width])) best = row;
    }
    to[at] = best < 0 ? T(0) : column[best * bags.width];
    const std::int64_t place = best < 0 ? 0 : best;
    if (narrow)
      backends::store<std::int32_t>(places + at * std::int64_t{sizeof(std::int32_t)}, static_cast<std::int32_t>(place));
    else
      backends::store<std::int64_t>(places + at * std::int64_t{sizeof(std::int64_t)}, place);
  }
};

}  // namespace modecheck::engine::cuda
