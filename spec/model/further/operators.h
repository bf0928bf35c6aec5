// Which kind each operator of the catalogue is.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_operator(ModelState& m, const Record& record);
void run_multi_view(ModelState& m, const Record& record);

// The results of a functional operator go to registers, and get their values.
void keep_fresh(ModelState& m, const Record& record, const Operands& operands, const Results& results);
void keep_fresh(ModelState& m, const Record& record, const Operands& operands, TensorId result);

}  // namespace modecheck::spec
