// Double backward: the gradient of a gradient (rule S7).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_double_backward(ModelState& m, const Record& record);
// Returns true if a saved input still has the grad_fn that it had when it was saved. Subjects save the tensor itself,
// and so see its present grad_fn.
bool is_where_it_was(const ModelState& m, const SavedTensor& saved);

}  // namespace modecheck::spec
