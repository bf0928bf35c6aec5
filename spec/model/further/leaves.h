// Leaves with known values, which only the harness makes.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// A new leaf, filled from its seed.
TensorId make_leaf(ModelState& m, const LeafSpec& spec);
void run_leaf(ModelState& m, const Record& record);

}  // namespace modecheck::spec
