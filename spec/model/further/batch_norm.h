// native_batch_norm, which writes what its schema does not say.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_batch_norm(ModelState& m, const Record& record);

}  // namespace modecheck::spec
