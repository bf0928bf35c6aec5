// Batch normalisation of tensors that are on the device: large ones by cuDNN on a GPU, if it is there, and else by the
// kernels of batch_norm_kernel.h. All tensors are dense; parameters are of one dtype, which may be wider than the
// input's.
#pragma once

#include "engine/backends/cuda/device_code/batch_norm_kernel.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// `weight` and `bias` may be undefined.
//
// With the input's own moments, which are told: [channels].
void normalize_batch(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight, const at::Tensor& bias,
                     double eps, const at::Tensor& out, const at::Tensor& means, const at::Tensor& reciprocals,
                     const at::Tensor& variances);
// With moments that are given.
void normalize_batch_with(const BatchShape& shape, const at::Tensor& input, const at::Tensor& weight,
                          const at::Tensor& bias, const at::Tensor& means, const at::Tensor& variances, double eps,
                          const at::Tensor& out);

}  // namespace modecheck::engine::cuda
