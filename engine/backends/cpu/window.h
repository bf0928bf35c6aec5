// A window that slides over up to three spatial dimensions: what convolution and pooling have in common.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/array_ref.h"

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

  std::int64_t image_elements() const { return image[0] * image[1] * image[2]; }
  std::int64_t place_count() const { return places[0] * places[1] * places[2]; }
  std::int64_t kernel_elements() const { return kernel[0] * kernel[1] * kernel[2]; }

  // Where in the image, along one dimension, element `element` of the window lies at `place`; may be outside.
  std::int64_t position(int dimension, std::int64_t place, std::int64_t element) const {
    const auto d = static_cast<std::size_t>(dimension);
    return place * stride[d] - padding[d] + element * dilation[d];
  }
  bool inside(int dimension, std::int64_t position) const {
    return position >= 0 && position < image[static_cast<std::size_t>(dimension)];
  }
  // Neither moves nor skips nor pads: every place is one element of the image.
  bool is_pointwise() const {
    const Sizes one{1, 1, 1};
    return kernel == one && stride == one && padding == Sizes{0, 0, 0} && image == places;
  }
};

// The value of `list` for spatial dimension `dimension` of `rank`: a single number stands for all dimensions. Raises
// Argument if the list has another length.
std::int64_t spatial_value(const char* name, const char* what, c10::IntArrayRef list, int dimension, int rank);

}  // namespace modecheck::engine::backends
