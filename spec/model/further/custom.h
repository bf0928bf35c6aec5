// Runs the user code of programs: custom Functions (rules F1, F2), custom operators (D5), and the operator check (F3).
#pragma once

#include "spec/model/state.h"
#include "spec/program/arguments.h"

namespace modecheck::spec {

void run_custom(ModelState& m, const Record& record);
void check_operator(ModelState& m, const Arguments& arguments);

}  // namespace modecheck::spec
