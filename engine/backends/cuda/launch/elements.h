// Copies and fills whole tensors on the CUDA device. engine/backends/cpu/memory/elements.h calls these functions.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::cuda {

// Copy or fill `target`. All tensors are on the CUDA device, and `source` and `target` do not overlap in memory.
void copy_elements(const at::Tensor& target, const at::Tensor& source);
void fill_elements(const at::Tensor& target, const c10::Scalar& value);

}  // namespace modecheck::engine::cuda
