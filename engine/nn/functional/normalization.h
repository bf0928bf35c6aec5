// Declares normalizations as functions of their options.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/normalization.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// Normalizes each channel. With `training` the statistics are those of the batch, and the running statistics are
// updated in place. Raises an Argument error if a batch has only one value for each channel.
Tensor batch_norm(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                  const BatchNormFuncOptions& options = {});
Tensor instance_norm(const Tensor& input, const InstanceNormFuncOptions& options = {});
Tensor layer_norm(const Tensor& input, const LayerNormFuncOptions& options);
Tensor group_norm(const Tensor& input, const GroupNormFuncOptions& options);
// Divides by a power of the mean square of `size` neighbouring channels. Raises below three dimensions.
Tensor local_response_norm(const Tensor& input, const LocalResponseNormFuncOptions& options);
// Divides by the p-norm along `dim`, which is at least `eps`. Writes to `out` if it is given.
Tensor normalize(const Tensor& input, NormalizeFuncOptions options = {});

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
