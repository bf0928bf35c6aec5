// Which element stands where a dimension is continued beyond its ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace modecheck::engine::backends {

// For every place of a dimension that gets `before` and `after` more (or, if negative, fewer) elements, the element of
// the old one: mirrored at the ends, which do not stand twice, or else the nearest.
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
