// Matrices without what lies above, or below, a diagonal.
#pragma once

#include <cstdint>

#include "engine/core/tensor.h"

namespace modecheck::engine {

// Zero above the `diagonal`-th diagonal, which counts to the right from the main one. Differentiable.
at::Tensor lower_part(const at::Tensor& matrices, std::int64_t diagonal);
// Zero below it.
at::Tensor upper_part(const at::Tensor& matrices, std::int64_t diagonal);

}  // namespace modecheck::engine
