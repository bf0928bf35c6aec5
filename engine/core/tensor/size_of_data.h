// Declares size_of_data(), for kernels whose results have sizes that depend on elements.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// A size of the result depends on the elements of `tensor`, such as the number of rows of nonzero(). Returns nothing if
// the tensor has elements, so that the kernel can count. Returns a number that stands for the size if a fake mode with
// symbolic sizes traces the call. Otherwise raises as require_values() does. `op` names the operator for the message,
// and the kind of size: two kernels with the same `op` and the same tensor get the same number.
//
// engine/tracing defines it, because engine/core knows no fake modes.
std::optional<std::int64_t> size_of_data(const char* op, const at::Tensor& tensor);

}  // namespace modecheck::engine
