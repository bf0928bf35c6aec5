#include "engine/nn/functional/dropout.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

namespace {

void check_probability(double p) {
  MODECHECK_ARGUMENT(p >= 0. && p <= 1., "dropout probability has to be between 0 and 1, but got ", p);
}

Tensor result_of(Tensor& input, const Tensor& out, bool inplace) { return inplace ? input.copy_(out) : out; }

Tensor channel_dropout(Tensor& input, const DropoutFuncOptions& options, std::int64_t batched) {
  check_probability(options.p());
  const bool has_batch = input.dim() == batched;
  const Tensor whole = has_batch ? input : input.unsqueeze(0);
  const Tensor out = at::feature_dropout(whole, options.p(), options.training());
  return result_of(input, has_batch ? out : out.squeeze(0), options.inplace());
}

// Returns one draw for each channel of each image, as sizes that broadcast to the input.
Tensor draw_of_channels(const Tensor& input, double keep) {
  modecheck::engine::sizes_as_numbers("feature_alpha_dropout", input);
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(input.dim()), 1);
  MODECHECK_ARGUMENT(input.dim() >= 2, "Feature dropout requires at least 2 dimensions in the input");
  sizes[0] = input.size(0);
  sizes[1] = input.size(1);
  return at::empty(sizes, input.options()).bernoulli_(keep);
}

}  // namespace

Tensor dropout(Tensor input, const DropoutFuncOptions& options) {
  check_probability(options.p());
  return options.inplace() ? at::dropout_(input, options.p(), options.training())
                           : at::dropout(input, options.p(), options.training());
}
Tensor dropout2d(Tensor input, const Dropout2dFuncOptions& options) { return channel_dropout(input, options, 4); }
Tensor dropout3d(Tensor input, const Dropout3dFuncOptions& options) { return channel_dropout(input, options, 5); }

Tensor alpha_dropout(Tensor input, const AlphaDropoutFuncOptions& options) {
  check_probability(options.p());
  return result_of(input, at::alpha_dropout(input, options.p(), options.training()), options.inplace());
}

Tensor detail::alpha_dropout(Tensor input, double p, bool training, bool inplace) {
  return functional::alpha_dropout(std::move(input),
                                   AlphaDropoutFuncOptions().p(p).training(training).inplace(inplace));
}

Tensor feature_alpha_dropout(Tensor input, const FeatureAlphaDropoutFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("feature_alpha_dropout", input);
  const double p = options.p();
  check_probability(p);
  if (p == 0 || !options.training() || input.numel() == 0) return input;
  if (p == 1) return result_of(input, input * at::zeros({}, input.options()), options.inplace());
  constexpr double alpha = 1.7580993408473766;  // the negative limit of SELU
  const double a = 1. / std::sqrt((alpha * alpha * p + 1) * (1 - p));
  const Tensor noise = draw_of_channels(input, 1 - p);
  const Tensor shift = noise.add(-1).mul_(alpha * a).add_(alpha * a * p);
  return result_of(input, input * noise.mul_(a) + shift, options.inplace());
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
