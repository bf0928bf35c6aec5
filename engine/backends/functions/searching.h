// Finds the index at which a value belongs in a sorted row (searchsorted, bucketize).
#pragma once

#include <cstdint>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// Returns the index at which searchsorted would insert `value` into `row`. `order` is the permutation that sorts the
// row, or null if the row is sorted.
template <typename T, typename Value>
MODECHECK_HOST_DEVICE std::int64_t place_in(const T* row, const std::int64_t* order, std::int64_t count, Value value,
                                            bool right) {
  std::int64_t low = 0;
  std::int64_t high = count;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    const Value here = convert<Value>(order == nullptr ? row[middle] : row[order[middle]]);
    // Comparisons with NaN are false. The conditions are negated, so that a NaN `value` is inserted behind all numbers.
    const bool after = right ? !(here > value) : !(here >= value);
    (after ? low : high) = after ? middle + 1 : middle;
  }
  return low;
}

}  // namespace modecheck::engine::backends
