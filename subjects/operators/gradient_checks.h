// Checks of what an operator records: gradients against differences, and what is saved for them (rules S1, S2 and S3).
#pragma once

#include "subjects/operators/judgement.h"
#include "subjects/operators/operator_call.h"

namespace modecheck::operators {

// Calls the operator with tensors that require grad, and adds what breaks a rule, and which
// checks could not be made. Complex numbers are not judged.
void check_gradients(const Operator& op, const DrawnCall& drawn, Judgement& out);

}  // namespace modecheck::operators
