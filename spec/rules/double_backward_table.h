// Which operators' derivatives are differentiated once more (`grad_twice`): a library has derivatives for the operators
// that these formulas are made of, and `reference/` knows the second partial derivatives.
#pragma once

#include "spec/program/record.h"

namespace modecheck::spec {

bool is_twice_differentiable(OperationId operation);

}  // namespace modecheck::spec
