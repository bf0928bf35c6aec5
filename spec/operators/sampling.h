// Operators that sample images at the positions of a grid.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(grid_sampler_2d, Indexing,
                   "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
                   "align_corners) -> Tensor");

using SamplingOperators = List<grid_sampler_2d>;

}  // namespace modecheck::spec::operators
