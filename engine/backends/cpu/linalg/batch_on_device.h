// Multiplies batches of matrices on the CUDA device. The functions check sizes and dtypes as `mm` and `addmm_` do, and
// raise the same errors.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Computes out = left @ right. All three tensors are [batch, rows, columns] with at least one matrix. `out` shares no
// memory with `left` or `right`.
void multiply_on_device(const at::Tensor& left, const at::Tensor& right, const at::Tensor& out);
// Computes out = beta * out + alpha * (left @ right). The tensors are as in multiply_on_device.
void add_product_on_device(const at::Tensor& left, const at::Tensor& right, const c10::Scalar& beta,
                           const c10::Scalar& alpha, const at::Tensor& out);

}  // namespace modecheck::engine::backends
