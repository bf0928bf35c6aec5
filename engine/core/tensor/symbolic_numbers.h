// Declares symbolic_numbers(), for the functions of at::Tensor that return symbolic sizes.
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/sym_int.h"

namespace modecheck::engine {

// Returns the sizes of a defined tensor, then its strides, then its offset. They are numbers unless the tensor is a
// fake one of a mode with symbolic sizes. engine/tracing defines it, because engine/core knows no fake modes.
std::vector<c10::SymInt> symbolic_numbers(const at::Tensor& tensor);

}  // namespace modecheck::engine
