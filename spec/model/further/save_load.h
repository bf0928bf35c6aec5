// Runs torch::save and torch::load of one tensor.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void save_and_load(ModelState& m, const Record& record);

}  // namespace modecheck::spec
