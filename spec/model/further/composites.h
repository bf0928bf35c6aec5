// Composites: operators that run as other operators, one after the other (D4).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Composites that are in the catalogue: matmul, reshape, contiguous, ...
void run_composite(ModelState& m, const Record& record);
// Functions that have no kernel of their own: spec/composites.
void run_sub_operations(ModelState& m, const Record& record);

// A view if the strides allow one; otherwise a copy with the given sizes.
TensorId reshape(ModelState& m, TensorId self, Sizes sizes);
// Gives a temporary its sizes. The result is no view: it has a version counter of its own (as in libtorch).
TensorId unsafe_view(ModelState& m, TensorId temporary, const Sizes& sizes);
TensorId unsafe_view(ModelState& m, TensorId temporary, const Geometry& geometry);

}  // namespace modecheck::spec
