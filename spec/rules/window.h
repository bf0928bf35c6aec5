// Operators that slide a window over an image (pooling, convolution, col2im), and operators that interpolate between
// elements of an image.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// How a window moves over the last `spatial` dimensions. A list of one number stands for all of them.
struct PoolWindow {
  int spatial = 2;
  IntList kernel;
  IntList stride;  // empty: as the kernel
  IntList padding;
  IntList dilation;
  bool ceil_mode = false;
};

// The arguments of avg_pool, and of max_pool_with_indices.
PoolWindow mean_window(const Arguments& arguments, int spatial);
PoolWindow max_window(const Arguments& arguments, int spatial);

// The window for a one-dimensional image, which is treated as an image of one row.
PoolWindow widened(const PoolWindow& window);

// The mean over each window, or its sum divided by `divisor`. In three dimensions libtorch 1.13.1 rejects an image that
// is smaller than the window, whatever the padding adds.
OutputMeta infer_avg_pool(const Geometry& self, const PoolWindow& window, std::optional<std::int64_t> divisor);

// The maximum of each window and, as the second result, its flat index in the plane.
OutputMeta infer_max_pool(const Geometry& self, const PoolWindow& window);

// The inputs are an image, its kernels and perhaps a bias, all float32 or all float64. Other dtypes and channels-last
// layouts are unspecified: they depend on the backend library that libtorch chooses.
OutputMeta infer_convolution(const CallTensors& tensors, const Arguments& arguments);

// Adds up the windows (fold): the last two dimensions of the input are the elements of a window, for all channels, and
// the window positions.
OutputMeta infer_col2im(const Geometry& self, const Arguments& arguments);

// Resizes the last two dimensions, to given sizes or by factors, rounded down. `between`: elements are interpolated
// instead of the nearest one taken.
OutputMeta infer_upsample(const Geometry& self, const std::optional<IntList>& output_size,
                          const std::optional<FloatList>& scale_factors, bool between);

// A batch of images, and a grid of sampling positions for each.
OutputMeta infer_grid_sampler(const Geometry& input, const Geometry& grid);

}  // namespace modecheck::spec
