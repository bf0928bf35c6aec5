// Limits of judging a gradient of a gradient.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Drops what is not judged of a planned first half. `recorded`: it records what it computes.
void leave_first_half(ModelState& m, Sweep& sweep, TensorId input, TensorId second, bool recorded);
// Drops what is not judged of the second half, which goes through what the first graph was made of to this edge.
void leave_second_half(ModelState& m, Sweep& sweep, Edge to_second);
// Drops a second gradient, with respect to `second`, that the harness could not tell.
void leave_second_gradient(ModelState& m, TensorId second, Edge to_second);

}  // namespace modecheck::spec::limits
