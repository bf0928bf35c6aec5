// Rules for operators that slide a window over an image (pooling, convolution, col2im), and for operators that
// interpolate between elements of an image.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// How a window moves over the last `spatial` dimensions. A list of one number stands for all of these dimensions.
struct PoolWindow {
  int spatial = 2;
  IntList kernel;
  IntList stride;  // empty: the stride is the kernel size
  IntList padding;
  IntList dilation;
  bool ceil_mode = false;
};

// These functions read a window from the arguments of avg_pool, and of max_pool_with_indices.
PoolWindow mean_window(const Arguments& arguments, int spatial);
PoolWindow max_window(const Arguments& arguments, int spatial);

// Returns the window for a one-dimensional image, which is treated as an image of one row.
PoolWindow widened(const PoolWindow& window);

// Infers the result's metadata for avg_pool: the mean over each window, or its sum divided by `divisor`. In three
// dimensions libtorch 1.13.1 rejects an image that is smaller than the window, whatever the padding adds.
OutputMeta infer_avg_pool(const Geometry& self, const PoolWindow& window, std::optional<std::int64_t> divisor);

// Infers the result's metadata for max_pool_with_indices: the maximum of each window and, as the second result, its
// flat index in the plane.
OutputMeta infer_max_pool(const Geometry& self, const PoolWindow& window);

// Infers the result's metadata for convolution. The inputs are an image, its kernels and perhaps a bias, all float32 or
// all float64. Other dtypes and channels-last layouts are unspecified, because they depend on the backend library that
// libtorch chooses.
OutputMeta infer_convolution(const CallTensors& tensors, const Arguments& arguments);

// Infers the result's metadata for col2im, which adds up windows (fold). The last two dimensions of the input are the
// elements of a window, for all channels, and the window positions.
OutputMeta infer_col2im(const Geometry& self, const Arguments& arguments);

// Infers the result's metadata for upsample: resizes the last two dimensions, to given sizes or by factors, rounded
// down. `between` says that elements are interpolated; otherwise the nearest element is taken.
OutputMeta infer_upsample(const Geometry& self, const std::optional<IntList>& output_size,
                          const std::optional<FloatList>& scale_factors, bool between);

// Infers the result's metadata for grid_sampler_2d: a batch of images, and a grid of sampling positions for each image.
OutputMeta infer_grid_sampler(const Geometry& input, const Geometry& grid);

}  // namespace modecheck::spec
