// The kernels of segment_reduce for the CUDA device. One kernel reduces each segment. Another kernel checks that all
// segments lie within the reduced axis.
#pragma once

#include <cstdint>

#include "engine/backends/functions/segments.h"
#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// Describes where the segments of each row begin and end. If `ends` is null, `numbers` holds the offsets: for each row,
// one more offset than segments. Otherwise `numbers` holds the lengths of the segments, and `ends` the cumulative sums
// of the lengths.
struct Segments {
  std::int64_t count;  // the number of segments of each row
  std::int64_t size;   // the size of the reduced axis
  const std::int64_t* numbers;
  const std::int64_t* ends;

  MODECHECK_HOST_DEVICE std::int64_t begin(std::int64_t row, std::int64_t segment) const {
    const std::int64_t at = row * count + segment;
    return ends != nullptr ? ends[at] - numbers[at] : numbers[at + row];
  }
  MODECHECK_HOST_DEVICE std::int64_t end(std::int64_t row, std::int64_t segment) const {
    const std::int64_t at = row * count + segment;
    return ends != nullptr ? ends[at] : numbers[at + row + 1];
  }
};

// Raises a flag if one segment is invalid. The kernel checks that all lengths and their cumulative sums are between 0
// and `size`. No cumulative sum has then overflowed.
struct NoSegmentKernel {
  Segments segments;
  bool adds_up;  // true if the lengths of a row must add up to `size`
  std::int64_t* flag;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / segments.count;
    const std::int64_t segment = i - row * segments.count;
    const std::int64_t end = segments.end(row, segment);
    const bool is_last = segment + 1 == segments.count;
    bool fits = end >= 0 && end <= segments.size && (!is_last || !adds_up || end == segments.size);
    if (segments.ends != nullptr) {
      const std::int64_t length = segments.numbers[i];
      fits = fits && length >= 0 && length <= segments.size;
    } else {
      const std::int64_t begin = segments.begin(row, segment);
      fits = fits && begin >= 0 && begin <= end;
    }
    if (!fits) *flag = 1;
  }
};

// segment_reduce: computes one result, for one segment of a row, at one position of the dimensions after the axis. All
// tensors are contiguous.
template <typename T>
struct SegmentReduceKernel {
  Segments segments;
  backends::SegmentRule rule;
  std::int64_t inner;  // the product of the sizes of the dimensions after the axis
  const char* from;
  char* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    constexpr std::int64_t bytes = sizeof(backends::Stored<T>);
    const std::int64_t place = i % inner;
    const std::int64_t segment = i / inner % segments.count;
    const std::int64_t row = i / inner / segments.count;
    const std::int64_t begin = segments.begin(row, segment);
    const char* const first = from + ((row * segments.size + begin) * inner + place) * bytes;
    const double value = rule.reduced<T>(first, inner * bytes, segments.end(row, segment) - begin);
    backends::store<T>(to + i * bytes, backends::convert<T>(value));
  }
};

}  // namespace modecheck::engine::cuda
