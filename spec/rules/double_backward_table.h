// Says which operators' derivatives can be differentiated once more (`grad_twice`). For such an operator `reference/`
// has the second partial derivatives. Libraries have derivatives for the operators in its derivative formula.
#pragma once

#include "spec/program/record.h"

namespace modecheck::spec {

bool has_double_backward(OperationId operation);

}  // namespace modecheck::spec
