// Says what is known of a double backward (`grad_twice`) through an operator.
#pragma once

#include "spec/program/record.h"

namespace modecheck::spec {

// Whether its numbers are judged: `reference/` has the operator's second partial derivatives.
bool has_double_backward(OperationId operation);
// Whether it may raise, because the operators in the formula of the derivative need not have derivatives themselves.
bool may_raise_in_double_backward(OperationId operation);

}  // namespace modecheck::spec
