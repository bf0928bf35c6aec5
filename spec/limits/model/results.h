// Drops calls whose results the harness could not hold, or not tell apart.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec::limits {

// The fresh results of a functional operator.
void leave_large_results(ModelState& m, const ResultPlan& plan, int count);
void leave_large_storage(ModelState& m, std::int64_t bytes);
// Views of `self`. `beyond_argument`: a recorded one, which may name elements that `self` does not.
void leave_views(ModelState& m, TensorId self, const Geometry* views, int count, bool beyond_argument);

}  // namespace modecheck::spec::limits
