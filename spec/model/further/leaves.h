// The command `leaf`, and the initial registers: leaves with known values, made by the harness.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// A new leaf, filled from its seed.
TensorId make_leaf(ModelState& m, const LeafSpec& spec);
void run_leaf(ModelState& m, const Record& record);

}  // namespace modecheck::spec
