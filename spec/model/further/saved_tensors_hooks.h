// The program's hooks for saved tensors (rule S7): the guard saved_tensors_hooks sets them.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Rejects a call that saves a tensor, if the program's pack hook raises.
void check_pack_hook(ModelState& m);
// Returns what stays of a saved tensor once the program's hooks have packed it.
SavedTensor packed(ModelState& m, SavedTensor saved);

}  // namespace modecheck::spec
