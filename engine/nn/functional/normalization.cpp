#include "engine/nn/functional/normalization.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor batch_norm(const Tensor& input, const Tensor& running_mean, const Tensor& running_var,
                  const BatchNormFuncOptions& options) {
  MODECHECK_ARGUMENT(input.dim() >= 2, "Expected at least 2 dimensions, but got an input of size ", input.sizes());
  if (options.training())
    MODECHECK_ARGUMENT(!input.sym_numel().sym_eq(input.sym_size(1)).guard_bool("batch_norm", 0),
                       "Expected more than 1 value per channel when training, got input size ", input.sizes());
  MODECHECK_ARGUMENT(options.momentum().has_value(), "batch_norm needs a momentum, which is a number");
  return at::batch_norm(input, options.weight(), options.bias(), running_mean, running_var, options.training(),
                        *options.momentum(), options.eps(), false);
}
Tensor instance_norm(const Tensor& input, const InstanceNormFuncOptions& options) {
  return at::instance_norm(input, options.weight(), options.bias(), options.running_mean(), options.running_var(),
                           options.use_input_stats(), options.momentum(), options.eps(), false);
}
Tensor layer_norm(const Tensor& input, const LayerNormFuncOptions& options) {
  return at::layer_norm(input, options.normalized_shape(), options.weight(), options.bias(), options.eps());
}
Tensor group_norm(const Tensor& input, const GroupNormFuncOptions& options) {
  return at::group_norm(input, options.num_groups(), options.weight(), options.bias(), options.eps());
}

Tensor local_response_norm(const Tensor& input, const LocalResponseNormFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("local_response_norm", input);
  MODECHECK_ARGUMENT(input.dim() >= 3, "Expected 3D or higher dimensionality input (got ", input.dim(), " dimensions)");
  const std::int64_t size = options.size();
  // The channels become the rows of images, so that a pool of `size` rows takes their means.
  const Tensor squares = input.mul(input).reshape({input.size(0), 1, input.size(1), -1});
  const Tensor padded = at::constant_pad_nd(squares, {0, 0, size / 2, (size - 1) / 2});
  const Tensor means = at::avg_pool2d(padded, {size, 1}, {1, 1}).reshape(input.sizes());
  return input / means.mul(options.alpha()).add(options.k()).pow(options.beta());
}

Tensor normalize(const Tensor& input, NormalizeFuncOptions options) {
  const Tensor norms = input.norm(options.p(), {options.dim()}, true).clamp_min(options.eps()).expand_as(input);
  if (!options.out().has_value()) return input / norms;
  return at::div_out(*options.out(), input, norms);
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
