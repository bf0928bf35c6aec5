// Which elements of a dimension each place of a longer or shorter one lies between.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace modecheck::engine::backends {

// Place i lies between elements `first[i]` and `second[i]`, `share[i]` of the way.
struct Resampling {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<double> share;
};

// The element that covers each place. `scale`: how many places an element has, if that was said. Steps are of single
// precision, as libtorch's are: a place near the edge of an element may fall into the one before it. A scale counts
// also where there are as many places as elements, or twice as many; there libtorch takes no notice of it.
inline Resampling nearest_elements(std::int64_t size, std::int64_t places, std::optional<double> scale) {
  Resampling out;
  const float step = scale ? static_cast<float>(1 / *scale) : static_cast<float>(size) / static_cast<float>(places);
  for (std::int64_t i = 0; i < places; ++i)
    out.first.push_back(std::min(static_cast<std::int64_t>(static_cast<float>(i) * step), size - 1));
  return out;
}

// The elements on both sides. `align_corners`: the first and the last place are elements; else places cover as much of
// the dimension as elements do. Worked out in the precision T, as libtorch does: near an element the shares differ.
template <typename T>
Resampling elements_around(std::int64_t size, std::int64_t places, std::optional<double> scale, bool align_corners) {
  Resampling out;
  T step = 0;
  if (align_corners)
    step = places > 1 ? static_cast<T>(size - 1) / static_cast<T>(places - 1) : T(0);
  else
    step = scale ? static_cast<T>(1 / *scale) : static_cast<T>(size) / static_cast<T>(places);
  for (std::int64_t i = 0; i < places; ++i) {
    const auto place = static_cast<T>(i);
    const T at = align_corners ? place * step : std::max((place + T(0.5)) * step - T(0.5), T(0));
    const std::int64_t first = std::min(static_cast<std::int64_t>(at), size - 1);
    out.first.push_back(first);
    out.second.push_back(std::min(first + 1, size - 1));
    out.share.push_back(static_cast<double>(std::min(at - static_cast<T>(first), T(1))));
  }
  return out;
}

}  // namespace modecheck::engine::backends
