// Functions for programs that have tensors on a device and tensors on the host (rule P7).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

// Chooses the device of the operator's tensors for its results, and rejects tensors on two devices (rule E2).
void choose_device(ModelState& m, const Record& record);
void move_to_device(ModelState& m, const Record& record);

}  // namespace modecheck::spec
