// The kernel of searchsorted and bucketize for the CUDA device. Each thread looks up one value. All tensors are
// contiguous.
#pragma once

#include <cstdint>

#include "engine/backends/functions/searching.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

template <typename T>
struct SearchKernel {
  const T* rows;
  const T* values;
  const std::int64_t* order;  // the argument `sorter`, which sorts the rows, or null if the rows are sorted
  char* to;
  std::int64_t length;  // the number of elements of a sorted row
  std::int64_t width;   // the number of values that are looked up in one row
  bool shared;          // true if there is only one sorted row, for all values
  bool right;
  bool narrow;  // true if the result has dtype int32, false if it has int64
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t start = shared ? 0 : i / width * length;
    const std::int64_t place = backends::place_in(rows + start, order == nullptr ? nullptr : order + start, length,
                                                  backends::convert<backends::Computed<T>>(values[i]), right);
    if (narrow)
      backends::store<std::int32_t>(to + i * std::int64_t{sizeof(std::int32_t)}, static_cast<std::int32_t>(place));
    else
      backends::store<std::int64_t>(to + i * std::int64_t{sizeof(std::int64_t)}, place);
  }
};

}  // namespace modecheck::engine::cuda
