// Normalizes batches of tensors on the CUDA device. If a GPU has cuDNN, cuDNN normalizes large tensors. The kernels of
// batch_norm_kernel.h normalize all other tensors. All tensors are contiguous. The parameters share one dtype, which
// may be wider than that of the input.
#pragma once

#include "engine/backends/cuda/device_code/batch_norm_kernel.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// Normalizes the input by its own means and variances. Writes these, and 1 / sqrt(variance + eps), to `means`,
// `variances` and `reciprocals`, each of shape [channels]. `weight` and `bias` may be undefined.
void normalize_batch(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias,
                     double eps, const at::Tensor& out, const at::Tensor& means, const at::Tensor& reciprocals,
                     const at::Tensor& variances);
// Normalizes the input by the given means and variances. `weight` and `bias` may be undefined.
void normalize_batch_with(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight,
                          const at::Tensor& bias, const at::Tensor& means, const at::Tensor& variances, double eps,
                          const at::Tensor& out);

}  // namespace modecheck::engine::cuda
