// Which element a padded dimension shows beyond its ends: for reflection and replication padding.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace modecheck::engine::backends {

// Returns the source index for every position of a dimension with `before` and `after` elements added (or removed, if
// negative). With `reflects`, added positions mirror the dimension at its first and last element, which are not
// repeated. Otherwise they repeat the nearest element.
inline std::vector<std::int64_t> border_index(std::int64_t size, std::int64_t before, std::int64_t after,
                                              bool reflects) {
  std::vector<std::int64_t> out;
  for (std::int64_t i = -before; i < size + after; ++i) {
    const std::int64_t last = size - 1;
    const std::int64_t mirrored = i < 0 ? -i : i > last ? 2 * last - i : i;
    out.push_back(reflects ? mirrored : std::clamp<std::int64_t>(i, 0, last));
  }
  return out;
}

}  // namespace modecheck::engine::backends
