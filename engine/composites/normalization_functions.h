// Normalisations as functions in at::. Weights and biases may be absent. `eps` is added to a variance before its root.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Over the last dimensions, which `normalized_shape` names; weight and bias have that shape. float32, float64 or
// bfloat16, parameters of the same dtype. The result, the means and the reciprocals of the deviations, whose sizes are
// the input's with 1 for what was normalised over; gradients flow through the first alone. Raises for shapes that do
// not fit.
Tensor layer_norm(const Tensor& input, c10::IntArrayRef normalized_shape, const c10::optional<Tensor>& weight = {},
                  const c10::optional<Tensor>& bias = {}, double eps = 1e-05, bool cudnn_enable = true);

// Over the channels of each of `group` groups and what comes after them: [N, C, ...], weight and bias [C], means and
// reciprocals [N, group]. Gradients flow through all three. Raises for an input that lies neither row by row nor
// channels last.
Tensor group_norm(const Tensor& input, std::int64_t num_groups, const c10::optional<Tensor>& weight = {},
                  const c10::optional<Tensor>& bias = {}, double eps = 1e-05, bool cudnn_enabled = true);

// Normalises over all dimensions but the channels (dimension 1); all parameters are [C]. Training uses the input's own
// statistics and moves the running ones towards them by `momentum`. This writes both running statistics (V3), and is
// rejected for inference tensors outside the mode (M2). Otherwise the running statistics are used. The means and the
// reciprocals of the standard deviations are [C], and empty outside training.
std::tuple<Tensor, Tensor, Tensor> native_batch_norm(const Tensor& input, const c10::optional<Tensor>& weight,
                                                     const c10::optional<Tensor>& bias,
                                                     const c10::optional<Tensor>& running_mean,
                                                     const c10::optional<Tensor>& running_var, bool training,
                                                     double momentum, double eps);
Tensor batch_norm(const Tensor& input, const c10::optional<Tensor>& weight, const c10::optional<Tensor>& bias,
                  const c10::optional<Tensor>& running_mean, const c10::optional<Tensor>& running_var, bool training,
                  double momentum, double eps, bool cudnn_enabled);
// Does the same for each element of the batch separately. The running statistics are updated with the batch's means.
Tensor instance_norm(const Tensor& input, const c10::optional<Tensor>& weight, const c10::optional<Tensor>& bias,
                     const c10::optional<Tensor>& running_mean, const c10::optional<Tensor>& running_var,
                     bool use_input_stats, double momentum, double eps, bool cudnn_enabled);

}  // namespace modecheck_v1
}  // namespace at
