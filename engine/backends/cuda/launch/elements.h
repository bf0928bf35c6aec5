// Copies and fills of whole tensors on the device; engine/backends/cpu/memory/elements.h calls these functions.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::cuda {

// Both tensors are on the device and do not overlap in memory.
void copy_elements(const at::Tensor& target, const at::Tensor& source);
void fill_elements(const at::Tensor& target, const c10::Scalar& value);

}  // namespace modecheck::engine::cuda
