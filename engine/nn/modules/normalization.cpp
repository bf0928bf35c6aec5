#include "engine/nn/modules/normalization.h"

#include "engine/nn/functional/normalization.h"
#include "engine/nn/init/init.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

LayerNormImpl::LayerNormImpl(LayerNormOptions options_) : options(std::move(options_)) { LayerNormImpl::reset(); }

void LayerNormImpl::reset() {
  const bool affine = options.elementwise_affine();
  weight = register_parameter("weight", affine ? at::empty(options.normalized_shape()) : Tensor(), affine);
  bias = register_parameter("bias", affine ? at::empty(options.normalized_shape()) : Tensor(), affine);
  reset_parameters();
}

void LayerNormImpl::reset_parameters() {
  if (!options.elementwise_affine()) return;
  init::ones_(weight);
  init::zeros_(bias);
}

void LayerNormImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::LayerNorm(" << c10::IntArrayRef(options.normalized_shape()) << ", eps=" << options.eps()
         << ", elementwise_affine=" << (options.elementwise_affine() ? "true" : "false") << ")";
}

Tensor LayerNormImpl::forward(const Tensor& input) {
  return functional::layer_norm(
      input, functional::LayerNormFuncOptions(options.normalized_shape()).weight(weight).bias(bias).eps(options.eps()));
}

GroupNormImpl::GroupNormImpl(const GroupNormOptions& options_) : options(options_) { GroupNormImpl::reset(); }

void GroupNormImpl::reset() {
  const bool affine = options.affine();
  weight = register_parameter("weight", affine ? at::empty(options.num_channels()) : Tensor(), affine);
  bias = register_parameter("bias", affine ? at::empty(options.num_channels()) : Tensor(), affine);
  reset_parameters();
}

void GroupNormImpl::reset_parameters() {
  if (!options.affine()) return;
  init::ones_(weight);
  init::zeros_(bias);
}

void GroupNormImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::GroupNorm(" << options.num_groups() << ", " << options.num_channels()
         << ", eps=" << options.eps() << ", affine=" << (options.affine() ? "true" : "false") << ")";
}

Tensor GroupNormImpl::forward(const Tensor& input) {
  return functional::group_norm(
      input, functional::GroupNormFuncOptions(options.num_groups()).weight(weight).bias(bias).eps(options.eps()));
}

LocalResponseNormImpl::LocalResponseNormImpl(const LocalResponseNormOptions& options_) : options(options_) {}

void LocalResponseNormImpl::reset() {}

void LocalResponseNormImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::LocalResponseNorm(" << options.size() << ", alpha=" << options.alpha()
         << ", beta=" << options.beta() << ", k=" << options.k() << ")";
}

Tensor LocalResponseNormImpl::forward(const Tensor& input) { return functional::local_response_norm(input, options); }

CrossMapLRN2dImpl::CrossMapLRN2dImpl(const CrossMapLRN2dOptions& options_) : options(options_) {}

void CrossMapLRN2dImpl::reset() {}

void CrossMapLRN2dImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::CrossMapLRN2d(" << options.size() << ", alpha=" << options.alpha()
         << ", beta=" << options.beta() << ", k=" << options.k() << ")";
}

Tensor CrossMapLRN2dImpl::forward(const Tensor& input) {
  modecheck::engine::sizes_as_numbers("CrossMapLRN2d", input);
  MODECHECK_ARGUMENT(input.dim() == 4, "CrossMapLRN2d takes an input of four dimensions, but got ", input.dim());
  const std::int64_t window = (options.size() - 1) / 2 * 2 + 1;
  const Tensor squares = input.mul(input).reshape({input.size(0), 1, input.size(1), -1});
  const Tensor padded = at::constant_pad_nd(squares, {0, 0, window / 2, window / 2});
  const Tensor sums = at::avg_pool2d(padded, {window, 1}, {1, 1}).reshape(input.sizes()).mul(window);
  return input * sums.mul(options.alpha() / static_cast<double>(options.size())).add(options.k()).pow(-options.beta());
}

LayerNormImpl::LayerNormImpl(std::vector<std::int64_t> normalized_shape)
    : LayerNormImpl(LayerNormOptions(std::move(normalized_shape))) {}
GroupNormImpl::GroupNormImpl(std::int64_t num_groups, std::int64_t num_channels)
    : GroupNormImpl(GroupNormOptions(num_groups, num_channels)) {}
LocalResponseNormImpl::LocalResponseNormImpl(std::int64_t size)
    : LocalResponseNormImpl(LocalResponseNormOptions(size)) {}
CrossMapLRN2dImpl::CrossMapLRN2dImpl(std::int64_t size) : CrossMapLRN2dImpl(CrossMapLRN2dOptions(size)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
