// Images sampled at the positions of a grid.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct grid_sampler_2d : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> "
      "Tensor";
};

using SamplingOperators = List<grid_sampler_2d>;

}  // namespace modecheck::spec::operators
