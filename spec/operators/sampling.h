// Images, sampled where a grid says.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct grid_sampler_2d : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> "
      "Tensor";
};

}  // namespace modecheck::spec::operators
