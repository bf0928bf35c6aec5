// Which dtypes an operator accepts, in words. The specification decides: every combination of dtypes is tried on it.
#pragma once

#include <string>

#include "spec/program/operation.h"

namespace modecheck::spec {

// Says which dtypes the tensor arguments of the operator may have, for example "floating or complex", or "self is of
// any dtype; index is int64". Empty if the operator takes no tensor.
std::string supported_dtypes(OperationId operation);

}  // namespace modecheck::spec
