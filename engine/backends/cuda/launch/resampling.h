// Images made larger or smaller, on the device: what the kernels of engine/backends/cpu call for tensors that are
// there, after their checks. All tensors are dense, with four dimensions.
#pragma once

#include <optional>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// How much larger in each direction, if that was said: see engine/backends/iterate/resampling.h.
struct ImageScales {
  std::optional<double> down;
  std::optional<double> across;
};

void resample_nearest(const at::Tensor& out, const at::Tensor& images, const ImageScales& scales);
void resample_bilinear(const at::Tensor& out, const at::Tensor& images, const ImageScales& scales, bool align_corners);

}  // namespace modecheck::engine::cuda
