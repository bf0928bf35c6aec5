// Finds the image elements that lie under a sliding window at each of its positions, for unfold (im2col) and fold
// (col2im).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/core/types/array_ref.h"

namespace modecheck::engine::backends {

// A two-dimensional sliding window, as im2col uses it. Each pair is {height, width}.
struct PlaneWindow {
  using Pair = std::array<std::int64_t, 2>;
  Pair image{};
  Pair kernel{};
  Pair dilation{};
  Pair padding{};
  Pair stride{};

  PlaneWindow() = default;
  // Each argument must hold two numbers, {height, width}.
  PlaneWindow(c10::IntArrayRef image_size, c10::IntArrayRef kernel_size, c10::IntArrayRef dilations,
              c10::IntArrayRef paddings, c10::IntArrayRef strides)
      : image{image_size[0], image_size[1]},
        kernel{kernel_size[0], kernel_size[1]},
        dilation{dilations[0], dilations[1]},
        padding{paddings[0], paddings[1]},
        stride{strides[0], strides[1]} {}

  std::int64_t places(std::size_t d) const {
    const std::int64_t room = image[d] + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1;
    return room < 0 ? 0 : room / stride[d] + 1;
  }
  // Returns indices of elements of the image: for every element of the kernel, one index per window position. A
  // position in the padding has the number of elements of the image as its index.
  std::vector<std::int64_t> elements() const {
    std::vector<std::int64_t> out;
    for (std::int64_t ky = 0; ky < kernel[0]; ++ky)
      for (std::int64_t kx = 0; kx < kernel[1]; ++kx)
        for (std::int64_t py = 0; py < places(0); ++py)
          for (std::int64_t px = 0; px < places(1); ++px) {
            const std::int64_t y = py * stride[0] - padding[0] + ky * dilation[0];
            const std::int64_t x = px * stride[1] - padding[1] + kx * dilation[1];
            const bool inside = y >= 0 && y < image[0] && x >= 0 && x < image[1];
            out.push_back(inside ? y * image[1] + x : image[0] * image[1]);
          }
    return out;
  }
};

}  // namespace modecheck::engine::backends
