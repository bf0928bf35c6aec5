// The kernels of upsample_nearest2d, upsample_bilinear2d and grid_sampler_2d for the CUDA device. All tensors are
// contiguous.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/grid.h"
#include "engine/backends/iterate/resampling.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// The sizes of an image before and after resampling. `height` and `width` are those of the input, `rows` and `columns`
// those of the output.
struct ImageSizes {
  std::int64_t height;
  std::int64_t width;
  std::int64_t rows;
  std::int64_t columns;
  MODECHECK_HOST_DEVICE std::int64_t image(std::int64_t i) const { return i / (rows * columns) * height * width; }
  MODECHECK_HOST_DEVICE std::int64_t row(std::int64_t i) const { return i / columns % rows; }
  MODECHECK_HOST_DEVICE std::int64_t column(std::int64_t i) const { return i % columns; }
};

template <typename T>
struct NearestKernel {
  ImageSizes sizes;
  backends::NearestElement down;
  backends::NearestElement across;
  const T* from;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    to[i] = from[sizes.image(i) + down.at(sizes.row(i)) * sizes.width + across.at(sizes.column(i))];
  }
};

template <typename T>
struct BilinearKernel {
  ImageSizes sizes;
  backends::ElementsAround<T> down;
  backends::ElementsAround<T> across;
  const T* from;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const auto y = down.at(sizes.row(i));
    const auto x = across.at(sizes.column(i));
    const T* const upper = from + sizes.image(i) + y.first * sizes.width;
    const T* const lower = from + sizes.image(i) + y.second * sizes.width;
    const T above = (1 - x.share) * upper[x.first] + x.share * upper[x.second];
    const T below = (1 - x.share) * lower[x.first] + x.share * lower[x.second];
    to[i] = (1 - y.share) * above + y.share * below;
  }
};

// grid_sampler_2d: computes one element of the output, a sample of one channel of the image.
template <typename T>
struct GridSampleKernel {
  backends::GridAxis across;
  backends::GridAxis down;
  std::int64_t channels;
  std::int64_t places;
  const T* image;
  const T* where;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t place = i / places / channels * places + i % places;
    const auto x = across.at(where[place * 2]);
    const auto y = down.at(where[place * 2 + 1]);
    const auto x_shares = across.shares(x.fraction);
    const auto y_shares = down.shares(y.fraction);
    const T* const from = image + i / places * across.size * down.size;
    T total = 0 * (x.fraction + y.fraction);  // starts as NaN if a coordinate is NaN or infinite, else as 0
    for (std::size_t j = 0; j < static_cast<std::size_t>(down.taps()); ++j)
      for (std::size_t k = 0; k < static_cast<std::size_t>(across.taps()); ++k)
        if (y.inside[j] && x.inside[k])
          total += from[y.element[j] * across.size + x.element[k]] * (y_shares[j] * x_shares[k]);
    to[i] = total;
  }
};

}  // namespace modecheck::engine::cuda
