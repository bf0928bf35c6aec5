// Computes the part of an image that one output position of a pooling operator covers, and the divisor of the mean over
// this part.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backends/iterate/window.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

struct PoolingShare {
  Window::Sizes begin;
  Window::Sizes end;
  std::int64_t divisor;
};

// Says how pooling divides an image into the parts that the output positions cover.
struct PoolingRule {
  // true for adaptive pooling, in which every output position covers an equal part of the image, up to whole elements
  bool equal = false;
  bool counts_padding = false;
  std::int64_t divisor = 0;  // the argument divisor_override of avg_pool, or 0 to divide by the number of elements

  MODECHECK_HOST_DEVICE PoolingShare share(const Window& window, const Window::Sizes& place) const {
    return equal ? equal_share(window, place) : window_share(window, place);
  }

  // first_place and last_place return the first and the last output position, along one dimension, whose part of the
  // image may contain the element `position`.
  MODECHECK_HOST_DEVICE std::int64_t first_place(const Window& window, int dimension, std::int64_t position) const {
    const auto d = static_cast<std::size_t>(dimension);
    if (equal) return position * window.places[d] / window.image[d];
    const std::int64_t behind = position + window.padding[d] - window.kernel[d];
    return behind < 0 ? 0 : behind / window.stride[d] + 1;
  }
  MODECHECK_HOST_DEVICE std::int64_t last_place(const Window& window, int dimension, std::int64_t position) const {
    const auto d = static_cast<std::size_t>(dimension);
    const std::int64_t last = equal ? ((position + 1) * window.places[d] - 1) / window.image[d]
                                    : (position + window.padding[d]) / window.stride[d];
    return last < window.places[d] ? last : window.places[d] - 1;
  }

 private:
  MODECHECK_HOST_DEVICE PoolingShare window_share(const Window& window, const Window::Sizes& place) const {
    PoolingShare out{};
    std::int64_t padded = 1;
    std::int64_t covered = 1;
    for (std::size_t d = 0; d < Window::most; ++d) {
      const std::int64_t first = window.position(static_cast<int>(d), place[d], 0);
      const std::int64_t end = std::min(first + window.kernel[d], window.image[d] + window.padding[d]);
      padded *= end - first;
      out.begin[d] = std::max<std::int64_t>(first, 0);
      out.end[d] = std::min(end, window.image[d]);
      covered *= out.end[d] - out.begin[d];
    }
    out.divisor = divisor != 0 ? divisor : counts_padding ? padded : covered;
    return out;
  }
  // The part of the image for adaptive pooling. The parts of neighbouring output positions may overlap by one element.
  MODECHECK_HOST_DEVICE static PoolingShare equal_share(const Window& window, const Window::Sizes& place) {
    PoolingShare out{};
    out.divisor = 1;
    for (std::size_t d = 0; d < Window::most; ++d) {
      out.begin[d] = place[d] * window.image[d] / window.places[d];
      out.end[d] = ((place[d] + 1) * window.image[d] + window.places[d] - 1) / window.places[d];
      out.divisor *= out.end[d] - out.begin[d];
    }
    return out;
  }
};

}  // namespace modecheck::engine::backends
