// The kernel of a ROIAlign without interpolation, which roi_align.cpp and inference_workload.cpp use. It needs the
// libtorch API only. examples/models/make_models.py computes the same in Python.
#pragma once

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace roi {

// The rectangle of the feature map that one cell of one region pools.
struct Cell {
  std::int64_t top;
  std::int64_t bottom;
  std::int64_t left;
  std::int64_t right;
  float share() const { return 1.0f / static_cast<float>((bottom - top) * (right - left)); }
};

// Returns the part of the feature map that one cell of a region covers. The region is [left, top, right, bottom] in the
// image, which is `1 / scale` times as large as the feature map.
inline Cell cell_of(const float* region, double scale, std::int64_t pooled, std::int64_t row, std::int64_t column,
                    std::int64_t height, std::int64_t width) {
  const auto edge = [&](float low, float high, std::int64_t index, std::int64_t size) {
    const double position = scale * (low + (high - low) * static_cast<double>(index) / static_cast<double>(pooled));
    return std::clamp<std::int64_t>(std::llround(position), 0, size);
  };
  Cell out{edge(region[1], region[3], row, height), edge(region[1], region[3], row + 1, height),
           edge(region[0], region[2], column, width), edge(region[0], region[2], column + 1, width)};
  out.bottom = std::max(out.bottom, out.top + 1);
  out.right = std::max(out.right, out.left + 1);
  return out;
}

// Calls `visit(index in the result, index in the feature map, share)` for every pair of elements where the result's
// element depends on the feature map's.
template <typename Visit>
void each_contribution(const at::Tensor& regions, double scale, std::int64_t pooled, std::int64_t height,
                       std::int64_t width, Visit visit) {
  const float* const region = regions.data_ptr<float>();
  for (std::int64_t i = 0; i < regions.size(0); ++i)
    for (std::int64_t row = 0; row < pooled; ++row)
      for (std::int64_t column = 0; column < pooled; ++column) {
        const Cell cell = cell_of(region + 4 * i, scale, pooled, row, column, height, width);
        for (std::int64_t y = cell.top; y < cell.bottom; ++y)
          for (std::int64_t x = cell.left; x < cell.right; ++x)
            visit((i * pooled + row) * pooled + column, y * width + x, cell.share());
      }
}

// The kernel: average-pools each region of a feature map into pooled x pooled cells. It does nothing for autograd.
inline at::Tensor roi_align(const at::Tensor& features, const at::Tensor& regions, double scale, std::int64_t pooled) {
  const at::Tensor dense = features.contiguous();
  const at::Tensor out = at::zeros({regions.size(0), pooled, pooled});
  const float* const from = dense.data_ptr<float>();
  float* const to = out.data_ptr<float>();
  each_contribution(regions, scale, pooled, features.size(0), features.size(1),
                    [&](std::int64_t result, std::int64_t place, float share) { to[result] += share * from[place]; });
  return out;
}

}  // namespace roi
