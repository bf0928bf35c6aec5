// Operators that look at an image between its elements.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// The last two dimensions in other sizes: those that are named, or so many times the old ones, cut to whole numbers.
// `between`: elements are mixed, and not the nearest one taken.
ResultPlan plan_upsample(const Geometry& self, const std::optional<IntList>& output_size,
                         const std::optional<FloatList>& scale_factors, bool between);

// An image and a grid of places for each of a batch.
ResultPlan plan_grid_sampler(const Geometry& input, const Geometry& grid);

}  // namespace modecheck::spec
