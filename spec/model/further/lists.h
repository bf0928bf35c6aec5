// Foreach operators, which run on lists of tensors.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_for_each(ModelState& m, const Record& record);

}  // namespace modecheck::spec
