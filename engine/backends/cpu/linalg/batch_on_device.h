// Products of batches of matrices that are on a device, a batch at a time. Each product is checked as `mm` and `addmm_`
// check it.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// All are [batch, rows, columns]; there is one matrix at least. `out` is nobody else's memory.
//
// out = left @ right
void multiply_on_device(const at::Tensor& left, const at::Tensor& right, const at::Tensor& out);
// out = beta * out + alpha * (left @ right)
void add_product_on_device(const at::Tensor& left, const at::Tensor& right, const c10::Scalar& beta,
                           const c10::Scalar& alpha, const at::Tensor& out);

}  // namespace modecheck::engine::backends
