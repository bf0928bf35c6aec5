// Batch normalization of tensors on the device: large ones by cuDNN if a GPU has it, others by the kernels of
// batch_norm_kernel.h. All tensors are dense. The parameters share one dtype, which may be wider than the input's.
#pragma once

#include "engine/backends/cuda/device_code/batch_norm_kernel.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// Normalizes with the input's own moments, and writes them to `means`, `reciprocals` and `variances`: [channels] each.
// `weight` and `bias` may be undefined.
void normalize_batch(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias,
                     double eps, const at::Tensor& out, const at::Tensor& means, const at::Tensor& reciprocals,
                     const at::Tensor& variances);
// Normalizes with the given moments. `weight` and `bias` may be undefined.
void normalize_batch_with(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight,
                          const at::Tensor& bias, const at::Tensor& means, const at::Tensor& variances, double eps,
                          const at::Tensor& out);

}  // namespace modecheck::engine::cuda
