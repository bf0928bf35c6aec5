// Upsamples images on the CUDA device. The kernels of engine/backends/cpu call these functions for device tensors,
// after they have checked the arguments. All tensors are contiguous and have four dimensions.
#pragma once

#include <optional>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// The scale factors of upsampling, if the caller gave them. engine/backends/iterate/resampling.h says how they change
// the result.
struct ImageScales {
  std::optional<double> down;
  std::optional<double> across;
};

void resample_nearest(const at::Tensor& out, const at::Tensor& images, const ImageScales& scales);
void resample_bilinear(const at::Tensor& out, const at::Tensor& images, const ImageScales& scales, bool align_corners);

}  // namespace modecheck::engine::cuda
