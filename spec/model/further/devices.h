// Tensors on a device beside tensors on the host (P7).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// What an operator makes is where its tensors are, and they have to be in one place (E2).
void choose_device(ModelState& m, const Record& record);
void move_to_device(ModelState& m, const Record& record);

}  // namespace modecheck::spec
