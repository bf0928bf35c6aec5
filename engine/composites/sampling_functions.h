// Declares grid_sampler as a function in at::.
#pragma once

#include "engine/api/generated/functions.h"

namespace at {
inline namespace modecheck_v1 {

inline Tensor grid_sampler(const Tensor& input, const Tensor& grid, std::int64_t interpolation_mode,
                           std::int64_t padding_mode, bool align_corners) {
  return grid_sampler_2d(input, grid, interpolation_mode, padding_mode, align_corners);
}

}  // namespace modecheck_v1
}  // namespace at
