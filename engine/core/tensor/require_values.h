// Declares require_values(), for functions that return numbers, or tensors whose sizes depend on elements.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Raises unless the tensor has values: DataDependentError for a fake tensor, and an Unsupported error on Meta. `op` is
// the operator's name for the message.
void require_values(const char* op, const at::Tensor& tensor);

}  // namespace modecheck::engine
