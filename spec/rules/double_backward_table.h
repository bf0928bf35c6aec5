// Says what is known of a double backward (`grad_twice`) through an operator.
#pragma once

#include "spec/program/record.h"

namespace modecheck::spec {

// Whether the numbers of the double backward are judged. That requires the operator's second partial derivatives in
// `reference/`.
bool has_double_backward(OperationId operation);
// Whether the double backward may raise, because the operators in the formula of the derivative need not have
// derivatives themselves.
bool may_raise_in_double_backward(OperationId operation);

}  // namespace modecheck::spec
