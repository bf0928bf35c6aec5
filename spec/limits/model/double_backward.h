// Limits of judging a double backward: these functions drop the commands that the harness cannot judge.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Drops the command if the planned first backward cannot be judged. `recorded`: the first backward records its own
// operators.
void leave_first_half(ModelState& m, Sweep& sweep, TensorId input, TensorId second, bool recorded);
// Drops the command if the second backward, which goes from the first graph to the edge `to_second`, cannot be judged.
void leave_second_half(ModelState& m, Sweep& sweep, Edge to_second);
// Drops the command if the harness could not check the second gradient, which is the gradient with respect to `second`.
void leave_second_gradient(ModelState& m, TensorId second, Edge to_second);

}  // namespace modecheck::spec::limits
