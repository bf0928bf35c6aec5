// Checks of what a call did to its arguments, and of what its results are (rules E1, K2, K3, K4, K6, M2, P3, S5, V1,
// V3, V4, W1, W3 and W4).
#pragma once

#include "subjects/operators/judgement.h"
#include "subjects/operators/operator_call.h"

namespace modecheck::operators {

// Calls the operator in all situations that need no gradient, and adds what breaks a rule.
void check_states(const Operator& op, const DrawnCall& drawn, std::vector<Violation>& out);

// Whether a rejected call changed an argument (rule E1), or an inference tensor outside the mode (rule P3). Adds it to
// `out` if so. `situation` says which tensors it had.
void check_rejected(const Operator& op, const DrawnCall& drawn, const OperatorCall& call, const std::string& situation,
                    bool in_mode, std::vector<Violation>& out);

// Adds a violation, unless there is one of the same rule that says the same.
void add(std::vector<Violation>& out, Violation violation);

}  // namespace modecheck::operators
