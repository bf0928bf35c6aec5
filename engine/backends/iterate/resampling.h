// Computes interpolation along one dimension: for each output position, the input elements around it and their weights.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// The input elements from which output element i is interpolated, along one dimension: elements `first[i]` and
// `second[i]`. The weight of element `second[i]` is `share[i]`, and the weight of element `first[i]` is 1 - `share[i]`.
struct Resampling {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<double> share;
};

// Nearest-neighbour interpolation: finds the input element that covers an output position. As in libtorch, steps have
// single precision, so that a position near the edge of an element may fall into the element before. If the caller
// gives a scale, the step is 1 / scale. libtorch ignores the scale if the output has as many positions as the input has
// elements, or twice as many.
struct NearestElement {
  std::int64_t size;
  float step;

  NearestElement(std::int64_t elements, std::int64_t places, std::optional<double> scale)
      : size(elements),
        step(scale ? static_cast<float>(1 / *scale) : static_cast<float>(elements) / static_cast<float>(places)) {}
  MODECHECK_HOST_DEVICE std::int64_t at(std::int64_t place) const {
    const auto element = static_cast<std::int64_t>(static_cast<float>(place) * step);
    return element < size ? element : size - 1;
  }
};

// Linear interpolation: finds the two input elements around an output position. With `align_corners`, the first and
// last output positions lie on the centres of the first and last input elements. Otherwise the outer edges of output
// and input coincide. The weights have the precision T, as in libtorch, because the result near an element depends on
// it.
template <typename T>
struct ElementsAround {
  std::int64_t size;
  T step = 0;
  bool align_corners;

  ElementsAround(std::int64_t elements, std::int64_t places, std::optional<double> scale, bool aligned)
      : size(elements), align_corners(aligned) {
    if (aligned)
      step = places > 1 ? static_cast<T>(size - 1) / static_cast<T>(places - 1) : T(0);
    else
      step = scale ? static_cast<T>(1 / *scale) : static_cast<T>(size) / static_cast<T>(places);
  }

  struct Place {
    std::int64_t first;
    std::int64_t second;
    T share;
  };
  MODECHECK_HOST_DEVICE Place at(std::int64_t index) const {
    const auto place = static_cast<T>(index);
    T where = align_corners ? place * step : (place + T(0.5)) * step - T(0.5);
    if (!align_corners && where < T(0)) where = T(0);
    const auto element = static_cast<std::int64_t>(where);
    const std::int64_t first = element < size ? element : size - 1;
    const T share = where - static_cast<T>(first);
    return {first, first + 1 < size ? first + 1 : size - 1, share < T(1) ? share : T(1)};
  }
};

inline Resampling nearest_elements(std::int64_t size, std::int64_t places, std::optional<double> scale) {
  Resampling out;
  const NearestElement nearest(size, places, scale);
  for (std::int64_t i = 0; i < places; ++i) out.first.push_back(nearest.at(i));
  return out;
}

template <typename T>
Resampling elements_around(std::int64_t size, std::int64_t places, std::optional<double> scale, bool align_corners) {
  Resampling out;
  const ElementsAround<T> around(size, places, scale, align_corners);
  for (std::int64_t i = 0; i < places; ++i) {
    const auto place = around.at(i);
    out.first.push_back(place.first);
    out.second.push_back(place.second);
    out.share.push_back(static_cast<double>(place.share));
  }
  return out;
}

}  // namespace modecheck::engine::backends
