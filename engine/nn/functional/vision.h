// Declares torch::nn::functional::affine_grid and grid_sample.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/vision.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// Returns the positions [batch, size..., 2 or 3] that affine maps [batch, 2, 3] or [batch, 3, 4] give to the pixels of
// images of this size. Raises an Argument error for maps that do not fit the size.
Tensor affine_grid(const Tensor& theta, const c10::IntArrayRef& size, bool align_corners = false);
// Samples images [batch, channels, height, width] at the positions of the grid [batch, height, width, 2]. Raises
// Unsupported for images of three dimensions.
Tensor grid_sample(const Tensor& input, const Tensor& grid, const GridSampleFuncOptions& options = {});

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
