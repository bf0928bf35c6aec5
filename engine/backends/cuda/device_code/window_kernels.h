// Kernels for windows that slide over images: convolution (im2col), col2im and pooling.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/pooling_share.h"
#include "engine/backends/iterate/window.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::PoolingRule;
using backends::PoolingShare;
using backends::Window;

// im2col: computes one element of the matrix whose columns hold the contents of the windows. The element is zero where
// a window leaves the image.
template <typename T>
struct GatherWindowsKernel {
  Window window;
  const T* image;
  T* columns;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / window.place_count();
    const Window::Sizes place = Window::split(i % window.place_count(), window.places);
    const Window::Sizes element = Window::split(row % window.kernel_elements(), window.kernel);
    const std::int64_t z = window.position(0, place[0], element[0]);
    const std::int64_t y = window.position(1, place[1], element[1]);
    const std::int64_t x = window.position(2, place[2], element[2]);
    const T* const from = image + row / window.kernel_elements() * window.image_elements();
    columns[i] = window.inside(0, z) && window.inside(1, y) && window.inside(2, x)
                     ? from[(z * window.image[1] + y) * window.image[2] + x]
                     : T(0);
  }
};

// col2im: computes one element of the image, which is the sum of all its entries in the column matrix.
template <typename T>
struct ScatterWindowsKernel {
  Window window;
  const T* columns;
  T* image;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const Window::Sizes at = Window::split(i % window.image_elements(), window.image);
    const std::int64_t places = window.place_count();
    const T* from = columns + i / window.image_elements() * window.kernel_elements() * places;
    T total = T(0);
    for (std::int64_t z = 0; z < window.kernel[0]; ++z)
      for (std::int64_t y = 0; y < window.kernel[1]; ++y)
        for (std::int64_t x = 0; x < window.kernel[2]; ++x, from += places) {
          const std::int64_t deep = window.place_at(0, at[0], z);
          const std::int64_t down = window.place_at(1, at[1], y);
          const std::int64_t across = window.place_at(2, at[2], x);
          if (deep >= 0 && down >= 0 && across >= 0)
            total = T(total + from[(deep * window.places[1] + down) * window.places[2] + across]);
        }
    image[i] = total;
  }
};

// convolution: adds the bias of its channel to one element of the output.
template <typename T>
struct AddToChannelsKernel {
  const T* added;
  T* to;
  std::int64_t plane;
  std::int64_t channels;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const { to[i] = T(to[i] + added[i / plane % channels]); }
};

// Max pooling: finds the maximum of one window, and its index in the image. Of equal elements the first one counts. NaN
// counts as greater than every number.
template <typename T>
struct MaxPoolKernel {
  Window window;
  const T* images;
  T* maxima;
  std::int64_t* places;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const Window::Sizes place = Window::split(i % window.place_count(), window.places);
    const T* const image = images + i / window.place_count() * window.image_elements();
    T best = -std::numeric_limits<T>::infinity();
    std::int64_t where = -1;
    for (std::int64_t dz = first_inside(0, place[0]); dz < window.kernel[0]; ++dz) {
      const std::int64_t z = window.position(0, place[0], dz);
      if (z >= window.image[0]) break;
      for (std::int64_t dy = first_inside(1, place[1]); dy < window.kernel[1]; ++dy) {
        const std::int64_t y = window.position(1, place[1], dy);
        if (y >= window.image[1]) break;
        for (std::int64_t dx = first_inside(2, place[2]); dx < window.kernel[2]; ++dx) {
          const std::int64_t x = window.position(2, place[2], dx);
          if (x >= window.image[2]) break;
          const std::int64_t at = (z * window.image[1] + y) * window.image[2] + x;
          if (where < 0 || image[at] > best || std::isnan(image[at])) {
            best = image[at];
            where = at;
          }
        }
      }
    }
    maxima[i] = best;
    places[i] = where;
  }

 private:
  // Returns the first element of the window, along one dimension, that is not before the start of the image.
  MODECHECK_HOST_DEVICE std::int64_t first_inside(int dimension, std::int64_t place) const {
    const std::int64_t step = window.dilation[static_cast<std::size_t>(dimension)];
    const std::int64_t first = window.position(dimension, place, 0);
    return first < 0 ? (step - 1 - first) / step : 0;
  }
};

// The backward of max pooling for one plane: adds each gradient, in order, to the element that was the maximum of its
// window.
template <typename T>
struct SpreadMaximaKernel {
  const T* from;
  const std::int64_t* where;
  T* to;
  std::int64_t places;
  std::int64_t image;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t plane) const {
    for (std::int64_t i = plane * places; i < (plane + 1) * places; ++i) to[plane * image + where[i]] += from[i];
  }
};

// Average pooling: computes the mean of one window. Floating means are computed in double precision and rounded once.
// Means of integers are rounded towards zero.
template <typename T>
struct MeanPoolKernel {
  Window window;
  PoolingRule rule;
  const T* images;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const T* const image = images + i / window.place_count() * window.image_elements();
    const PoolingShare share = rule.share(window, Window::split(i % window.place_count(), window.places));
    using Total = std::conditional_t<std::is_integral_v<T>, std::uint64_t, double>;
    Total total = 0;
    for (std::int64_t z = share.begin[0]; z < share.end[0]; ++z)
      for (std::int64_t y = share.begin[1]; y < share.end[1]; ++y)
        for (std::int64_t x = share.begin[2]; x < share.end[2]; ++x)
          total += static_cast<Total>(image[(z * window.image[1] + y) * window.image[2] + x]);
    if constexpr (std::is_integral_v<T>)
      // With divisor_override=-1 the total is negated and not divided, because the smallest integer divided by -1
      // overflows.
      to[i] = share.divisor == -1 ? static_cast<T>(0 - total) : static_cast<T>(total) / share.divisor;
    else
      to[i] = static_cast<T>(total / static_cast<double>(share.divisor));
  }
};

// The backward of average pooling for one element of an image. The gradient is a sum over all windows that contain the
// element.
template <typename T>
struct SharePoolKernel {
  Window window;
  PoolingRule rule;
  const T* gradients;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const T* const from = gradients + i / window.image_elements() * window.place_count();
    const Window::Sizes at = Window::split(i % window.image_elements(), window.image);
    T total = T(0);
    Window::Sizes place{};
    for (place[0] = rule.first_place(window, 0, at[0]); place[0] <= rule.last_place(window, 0, at[0]); ++place[0])
      for (place[1] = rule.first_place(window, 1, at[1]); place[1] <= rule.last_place(window, 1, at[1]); ++place[1])
        for (place[2] = rule.first_place(window, 2, at[2]); place[2] <= rule.last_place(window, 2, at[2]); ++place[2]) {
          const PoolingShare share = rule.share(window, place);
          bool covered = true;
          for (std::size_t d = 0; d < Window::most; ++d)
            covered = covered && share.begin[d] <= at[d] && at[d] < share.end[d];
          if (covered)
            total += from[(place[0] * window.places[1] + place[1]) * window.places[2] + place[2]] /
                     static_cast<T>(share.divisor);
        }
    to[i] = total;
  }
};

}  // namespace modecheck::engine::cuda
