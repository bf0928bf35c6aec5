// Moving whole tensors of elements where one of them is on the device: see engine/backends/cpu/elements.h, which calls
// these.
#pragma once

#include "engine/core/scalar.h"
#include "engine/core/tensor.h"

namespace modecheck::engine::cuda {

void copy_elements(const at::Tensor& target, const at::Tensor& source);
// In row-major order. Waits: the order is the host's.
void copy_elements_in_order(const at::Tensor& target, const at::Tensor& source);
void fill_elements(const at::Tensor& target, const c10::Scalar& value);

}  // namespace modecheck::engine::cuda
