// Runs native_batch_norm, which writes tensors that its schema does not mark as written.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_batch_norm(ModelState& m, const Record& record);

}  // namespace modecheck::spec
