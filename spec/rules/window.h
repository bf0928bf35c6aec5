// Operators that slide a window over an image (pooling, convolution, col2im), and operators that look at an image
// between its elements.
#pragma once

#include <optional>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// How a window moves over the last dimensions, of which there are `spatial`. A list of one number stands for all of
// them.
struct PoolWindow {
  int spatial = 2;
  IntList kernel;
  IntList stride;  // of no number: as the kernel
  IntList padding;
  IntList dilation;
  bool ceil_mode = false;
};

// The arguments of avg_pool, and of max_pool_with_indices.
PoolWindow mean_window(const Arguments& arguments, int spatial);
PoolWindow max_window(const Arguments& arguments, int spatial);

// The same window for an image of one dimension, as an image of one row.
PoolWindow widened(const PoolWindow& window);

// The mean of what each window covers, or its sum by another divisor. In three dimensions the image must not be smaller
// than the window, whatever the padding adds (L).
ResultPlan plan_avg_pool(const Geometry& self, const PoolWindow& window, std::optional<std::int64_t> divisor);

// The greatest of each window and, as the second result, where in its plane it was.
ResultPlan plan_max_pool(const Geometry& self, const PoolWindow& window);

// Of an image, its kernels and perhaps a bias, all of one dtype: float32 or float64. Which others libtorch convolves,
// and how its results lie where something lies channels last, depends on which library it hands them to.
ResultPlan plan_convolution(const CallTensors& tensors, const Arguments& arguments);

// Adds up what windows were over an image: its last two dimensions are the elements of all windows, and their places.
ResultPlan plan_col2im(const Geometry& self, const Arguments& arguments);

// The last two dimensions in other sizes: those that are named, or so many times the old ones, cut to whole numbers.
// `between`: elements are mixed, and not the nearest one taken.
ResultPlan plan_upsample(const Geometry& self, const std::optional<IntList>& output_size,
                         const std::optional<FloatList>& scale_factors, bool between);

// An image and a grid of places for each of a batch.
ResultPlan plan_grid_sampler(const Geometry& input, const Geometry& grid);

}  // namespace modecheck::spec
