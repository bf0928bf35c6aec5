// The gradient of a gradient (S7).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_grad_twice(ModelState& m, const Record& record);
// Whether a saved input, which subjects keep as it is, still is where it was in the graph.
bool is_where_it_was(const ModelState& m, const SavedTensor& saved);

}  // namespace modecheck::spec
