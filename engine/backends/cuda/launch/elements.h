// Moving whole tensors of elements on the device: see engine/backends/cpu/memory/elements.h, which calls these.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::cuda {

// Both are on the device, and share no memory.
void copy_elements(const at::Tensor& target, const at::Tensor& source);
void fill_elements(const at::Tensor& target, const c10::Scalar& value);

}  // namespace modecheck::engine::cuda
