// Defines the window that slides over up to three spatial dimensions of an image in convolution and pooling.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// A sliding window, which always has three dimensions. If the image has fewer, the first dimensions have size 1.
struct Window {
  static constexpr int most = 3;
  using Sizes = std::array<std::int64_t, most>;

  Sizes image{1, 1, 1};   // the spatial sizes of the input
  Sizes places{1, 1, 1};  // the number of window positions along each dimension, which are the output sizes
  Sizes kernel{1, 1, 1};
  Sizes stride{1, 1, 1};
  Sizes padding{0, 0, 0};
  Sizes dilation{1, 1, 1};

  MODECHECK_HOST_DEVICE std::int64_t image_elements() const { return image[0] * image[1] * image[2]; }
  MODECHECK_HOST_DEVICE std::int64_t place_count() const { return places[0] * places[1] * places[2]; }
  MODECHECK_HOST_DEVICE std::int64_t kernel_elements() const { return kernel[0] * kernel[1] * kernel[2]; }

  // Returns the coordinate in the image, along one dimension, of the window's element `element` if the window is at
  // `place`. The coordinate may be outside the image.
  MODECHECK_HOST_DEVICE std::int64_t position(int dimension, std::int64_t place, std::int64_t element) const {
    const auto d = static_cast<std::size_t>(dimension);
    return place * stride[d] - padding[d] + element * dilation[d];
  }
  MODECHECK_HOST_DEVICE bool inside(int dimension, std::int64_t position) const {
    return position >= 0 && position < image[static_cast<std::size_t>(dimension)];
  }
  // The inverse of position(): returns the window position (`place`) at which the window's element `element` lies at
  // `position`. Returns -1 if there is no such place.
  MODECHECK_HOST_DEVICE std::int64_t place_at(int dimension, std::int64_t position, std::int64_t element) const {
    const auto d = static_cast<std::size_t>(dimension);
    const std::int64_t moved = position + padding[d] - element * dilation[d];
    if (moved < 0 || moved % stride[d] != 0) return -1;
    const std::int64_t place = moved / stride[d];
    return place < places[d] ? place : -1;
  }
  // Splits a row-major index into one index per dimension of `sizes`.
  MODECHECK_HOST_DEVICE static Sizes split(std::int64_t index, const Sizes& sizes) {
    return {index / (sizes[1] * sizes[2]), index / sizes[2] % sizes[1], index % sizes[2]};
  }
  // Returns true for a kernel of size 1 with stride 1 and no padding. At each window position such a kernel reads one
  // element of the image.
  bool is_pointwise() const {
    const Sizes one{1, 1, 1};
    return kernel == one && stride == one && padding == Sizes{0, 0, 0} && image == places;
  }
};

}  // namespace modecheck::engine::backends
