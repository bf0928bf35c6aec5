// A window that slides over up to three spatial dimensions: what convolution and pooling have in common.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// Always three dimensions; those that a call lacks stand in front, with size 1.
struct Window {
  static constexpr int most = 3;
  using Sizes = std::array<std::int64_t, most>;

  Sizes image{1, 1, 1};   // what the window slides over
  Sizes places{1, 1, 1};  // how many places it takes
  Sizes kernel{1, 1, 1};
  Sizes stride{1, 1, 1};
  Sizes padding{0, 0, 0};
  Sizes dilation{1, 1, 1};

  MODECHECK_HOST_DEVICE std::int64_t image_elements() const { return image[0] * image[1] * image[2]; }
  MODECHECK_HOST_DEVICE std::int64_t place_count() const { return places[0] * places[1] * places[2]; }
  MODECHECK_HOST_DEVICE std::int64_t kernel_elements() const { return kernel[0] * kernel[1] * kernel[2]; }

  // Where in the image, along one dimension, element `element` of the window lies at `place`; may be outside.
  MODECHECK_HOST_DEVICE std::int64_t position(int dimension, std::int64_t place, std::int64_t element) const {
    const auto d = static_cast<std::size_t>(dimension);
    return place * stride[d] - padding[d] + element * dilation[d];
  }
  MODECHECK_HOST_DEVICE bool inside(int dimension, std::int64_t position) const {
    return position >= 0 && position < image[static_cast<std::size_t>(dimension)];
  }
  // The other way: the place at which element `element` of the window lies at `position`, -1 if there is none.
  MODECHECK_HOST_DEVICE std::int64_t place_at(int dimension, std::int64_t position, std::int64_t element) const {
    const auto d = static_cast<std::size_t>(dimension);
    const std::int64_t moved = position + padding[d] - element * dilation[d];
    if (moved < 0 || moved % stride[d] != 0) return -1;
    const std::int64_t place = moved / stride[d];
    return place < places[d] ? place : -1;
  }
  // Number `index` of as many as `sizes` multiply to, in row-major order, as one per dimension.
  MODECHECK_HOST_DEVICE static Sizes split(std::int64_t index, const Sizes& sizes) {
    return {index / (sizes[1] * sizes[2]), index / sizes[2] % sizes[1], index % sizes[2]};
  }
  // Neither moves nor skips nor pads: every place is one element of the image.
  bool is_pointwise() const {
    const Sizes one{1, 1, 1};
    return kernel == one && stride == one && padding == Sizes{0, 0, 0} && image == places;
  }
};

}  // namespace modecheck::engine::backends
