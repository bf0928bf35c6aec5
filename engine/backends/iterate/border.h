// Computes the padding of reflection_pad and replication_pad along one dimension: for each output position, the index
// of the input element that is copied to it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace modecheck::engine::backends {

// Returns the source index for every position of a padded dimension. `before` and `after` are the numbers of elements
// that the padding adds at the two ends, or removes if negative. `size` + `before` + `after` is positive. With
// `reflects`, the added positions mirror the dimension at its first and last element, which are not repeated. Otherwise
// they repeat the nearest element.
inline std::vector<std::int64_t> border_index(std::int64_t size, std::int64_t before, std::int64_t after,
                                              bool reflects) {
  std::vector<std::int64_t> out;
  const std::int64_t last = size - 1;
  for (std::int64_t at = 0; at < size + before + after; ++at) {
    // `before` is negative if the padding removes elements, so `at - before` may overflow. On overflow the largest
    // int64 is used, because every index after the last element gives the same result.
    std::int64_t i = 0;
    if (__builtin_sub_overflow(at, before, &i)) i = std::numeric_limits<std::int64_t>::max();
    const std::int64_t mirrored = i < 0 ? -i : i > last ? 2 * last - i : i;
    out.push_back(reflects ? mirrored : std::clamp<std::int64_t>(i, 0, last));
  }
  return out;
}

}  // namespace modecheck::engine::backends
