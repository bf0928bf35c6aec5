// grid_sampler_2d and grid_sampler as functions in at::.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor grid_sampler_2d(const Tensor& input, const Tensor& grid, std::int64_t interpolation_mode,
                       std::int64_t padding_mode, bool align_corners);
inline Tensor grid_sampler(const Tensor& input, const Tensor& grid, std::int64_t interpolation_mode,
                           std::int64_t padding_mode, bool align_corners) {
  return grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners);
}

}  // namespace modecheck_v1
}  // namespace at
