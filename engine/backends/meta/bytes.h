// A Meta tensor has no bytes. A kernel checks its arguments, computes shapes, allocates the result, and then stops.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

inline bool has_bytes(const at::Tensor& tensor) { return tensor.device().has_bytes(); }

}  // namespace modecheck::engine::backends
