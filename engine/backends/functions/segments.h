// Reduces the segments of a tensor, for segment_reduce. Each segment is reduced in double, element after element, and
// the result is rounded once.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

enum class SegmentReduce : std::uint8_t { Sum, Prod, Mean, Max, Min };

// The arguments `reduce` and `initial` of segment_reduce.
struct SegmentRule {
  SegmentReduce reduce;
  bool has_initial;
  double initial;

  MODECHECK_HOST_DEVICE double start() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (has_initial) return initial;
    if (reduce == SegmentReduce::Max) return -infinity;
    if (reduce == SegmentReduce::Min) return infinity;
    return reduce == SegmentReduce::Prod ? 1.0 : 0.0;
  }

  // Reduces the `length` elements of a segment, which are `step` bytes apart.
  template <typename T>
  MODECHECK_HOST_DEVICE double reduced(const char* from, std::int64_t step, std::int64_t length) const {
    double value = start();
    for (std::int64_t i = 0; i < length; ++i) {
      const auto element = static_cast<double>(convert<Computed<T>>(load<T>(from + i * step)));
      if (reduce == SegmentReduce::Sum || reduce == SegmentReduce::Mean)
        value += element;
      else if (reduce == SegmentReduce::Prod)
        value *= element;
      else if (std::isnan(element) || (reduce == SegmentReduce::Max ? element > value : element < value))
        value = element;
    }
    if (reduce != SegmentReduce::Mean) return value;
    if (length == 0) return has_initial ? value : std::numeric_limits<double>::quiet_NaN();
    return value / static_cast<double>(length);
  }
};

}  // namespace modecheck::engine::backends
