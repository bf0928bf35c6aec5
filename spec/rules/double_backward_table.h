// Says which operators' derivatives are differentiated once more (`grad_twice`). For these, `reference/` has the second
// partial derivatives, and libraries have derivatives for the operators in the formulas.
#pragma once

#include "spec/program/record.h"

namespace modecheck::spec {

bool has_double_backward(OperationId operation);

}  // namespace modecheck::spec
