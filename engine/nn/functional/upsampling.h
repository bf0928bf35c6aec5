// Declares torch::nn::functional::interpolate.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/upsampling.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// Resizes images [batch, channels, size...] of one to three dimensions to `size`, or by `scale_factor`. Raises an
// Argument error unless exactly one of both is given, and for a mode that does not fit the number of dimensions.
// Raises Unsupported for `antialias`.
Tensor interpolate(const Tensor& input, const InterpolateFuncOptions& options = {});

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
