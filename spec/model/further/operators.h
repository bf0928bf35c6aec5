// Runs each operator of the catalogue by its kind, such as functional, in-place or view (kinds.h).
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_operator(ModelState& m, const Record& record);
void run_multi_view(ModelState& m, const Record& record);

// Gives the results of a functional operator their values, and puts the results into registers.
void keep_fresh(ModelState& m, const Record& record, const Operands& operands, const Results& results);
void keep_fresh(ModelState& m, const Record& record, const Operands& operands, TensorId result);

}  // namespace modecheck::spec
