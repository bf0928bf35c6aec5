// Meta tensors have everything but bytes: a kernel checks, computes shapes, allocates, and stops here.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

inline bool has_bytes(const at::Tensor& tensor) { return !tensor.device().is_meta(); }

}  // namespace modecheck::engine::backends
