// Tensors on a device beside tensors on the host (P7).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Puts the results of an operator where its tensors are, and rejects tensors in two places (E2).
void choose_device(ModelState& m, const Record& record);
void move_to_device(ModelState& m, const Record& record);

}  // namespace modecheck::spec
