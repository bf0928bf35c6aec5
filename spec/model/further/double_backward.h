// Double backward: the gradient of a gradient (S7).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_double_backward(ModelState& m, const Record& record);
// Whether a saved input still has the place in the graph that it had when it was saved. (Subjects save the tensor
// itself, and so see its present grad_fn.)
bool is_where_it_was(const ModelState& m, const SavedTensor& saved);

}  // namespace modecheck::spec
