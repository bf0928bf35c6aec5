// Composites: what runs as other operators, one after the other (D4).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Composites that are rows of their own: matmul, reshape, contiguous, ...
void run_composite(ModelState& m, const Record& record);
// Functions that have no kernel of their own: spec/composites.
void run_made_of(ModelState& m, const Record& record);

// A view where the strides allow it; else a copy that is then given its sizes.
TensorId reshape(ModelState& m, TensorId self, Sizes sizes);
// Gives a temporary its sizes: to everybody else this is a tensor of its own.
TensorId unsafe_view(ModelState& m, TensorId temporary, const Sizes& sizes);
TensorId unsafe_view(ModelState& m, TensorId temporary, const Geometry& geometry);

}  // namespace modecheck::spec
