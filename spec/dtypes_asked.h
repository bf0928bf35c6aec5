// Of which dtypes libtorch has been asked what an operator does with them.
#pragma once

#include "spec/dtype.h"
#include "spec/operation.h"

namespace modecheck::spec {

// Where this is false the model has no answer and drops the command.
bool is_asked_of(OperationId operation, DType dtype);

}  // namespace modecheck::spec
