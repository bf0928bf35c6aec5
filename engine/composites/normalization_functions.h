// Declares normalisations as functions in at::. Weights and biases may be absent. `eps` is added to a variance before
// its root is taken.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Normalises over the last dimensions, whose sizes are `normalized_shape`; weight and bias have these sizes. All
// tensors have the same dtype: float32, float64 or bfloat16. Raises for shapes that do not fit.
Tensor layer_norm(const Tensor& input, c10::IntArrayRef normalized_shape, const c10::optional<Tensor>& weight = {},
                  const c10::optional<Tensor>& bias = {}, double eps = 1e-05, bool cudnn_enable = true);

// Normalises over the channels of each of `num_groups` groups and all dimensions after the channels. The input is
// [N, C, ...]; weight and bias are [C]. An input that is neither contiguous nor channels-last is copied first.
Tensor group_norm(const Tensor& input, std::int64_t num_groups, const c10::optional<Tensor>& weight = {},
                  const c10::optional<Tensor>& bias = {}, double eps = 1e-05, bool cudnn_enabled = true);

// Normalises over all dimensions but the channels (dimension 1); all parameters are [C]. Training uses the input's own
// statistics and moves the running statistics towards them by `momentum`. This writes both running statistics (rule
// V3), and is rejected if they are inference tensors, outside InferenceMode (rule M2). Otherwise the running statistics
// are used. The means and the reciprocals of the standard deviations are [C], and empty outside training.
std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input, const c10::optional<Tensor>& weight,
                                                     const c10::optional<Tensor>& bias,
                                                     const c10::optional<Tensor>& running_mean,
                                                     const c10::optional<Tensor>& running_var, bool training,
                                                     double momentum, double eps);
Tensor batch_norm(const Tensor& input, const c10::optional<Tensor>& weight, const c10::optional<Tensor>& bias,
                  const c10::optional<Tensor>& running_mean, const c10::optional<Tensor>& running_var, bool training,
                  double momentum, double eps, bool cudnn_enabled);
// Normalises like batch_norm, but each element of the batch separately. Each element yields its own updated running
// statistics, and the mean of these over the batch is stored.
Tensor instance_norm(const Tensor& input, const c10::optional<Tensor>& weight, const c10::optional<Tensor>& bias,
                     const c10::optional<Tensor>& running_mean, const c10::optional<Tensor>& running_var,
                     bool use_input_stats, double momentum, double eps, bool cudnn_enabled);

}  // namespace modecheck_v1
}  // namespace at
