// Composites: operators that run as several other operators, one after the other (rule D4).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Runs the composites that the model treats itself: matmul, reshape, contiguous, ...
void run_composite(ModelState& m, const Record& record);
// Runs the composites of spec/composites.
void run_sub_operations(ModelState& m, const Record& record);

// Runs reshape: returns a view if the strides allow one, and otherwise a copy with the given sizes.
TensorId reshape(ModelState& m, TensorId self, Sizes sizes);
// Gives a temporary tensor new sizes. As in libtorch, the result is no view, and it has a version counter of its own.
TensorId unsafe_view(ModelState& m, TensorId temporary, const Sizes& sizes);
TensorId unsafe_view(ModelState& m, TensorId temporary, const Geometry& geometry);

}  // namespace modecheck::spec
