// The command `leaf`, and the initial registers. The harness makes both as leaves with known values.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Makes a leaf, filled with values that follow from its seed.
TensorId make_leaf(ModelState& m, const LeafSpec& spec);
void run_leaf(ModelState& m, const Record& record);

}  // namespace modecheck::spec
