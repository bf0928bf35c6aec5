#include "engine/nn/functional/activation.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor elu(Tensor input, const ELUFuncOptions& options) {
  return options.inplace() ? at::elu_(input, options.alpha()) : at::elu(input, options.alpha());
}
Tensor selu(Tensor input, const SELUFuncOptions& options) {
  return options.inplace() ? at::selu_(input) : at::selu(input);
}
Tensor hardtanh(Tensor input, const HardtanhFuncOptions& options) {
  return options.inplace() ? at::hardtanh_(input, options.min_val(), options.max_val())
                           : at::hardtanh(input, options.min_val(), options.max_val());
}
Tensor leaky_relu(Tensor input, const LeakyReLUFuncOptions& options) {
  return options.inplace() ? at::leaky_relu_(input, options.negative_slope())
                           : at::leaky_relu(input, options.negative_slope());
}
Tensor relu(Tensor input, const ReLUFuncOptions& options) {
  return options.inplace() ? at::relu_(input) : at::relu(input);
}
Tensor relu6(Tensor input, const ReLU6FuncOptions& options) {
  return options.inplace() ? at::relu6_(input) : at::relu6(input);
}
Tensor celu(Tensor input, const CELUFuncOptions& options) {
  return options.inplace() ? at::celu_(input, options.alpha()) : at::celu(input, options.alpha());
}
Tensor threshold(Tensor input, const ThresholdFuncOptions& options) {
  return options.inplace() ? at::threshold_(input, options.threshold(), options.value())
                           : at::threshold(input, options.threshold(), options.value());
}
Tensor rrelu(Tensor input, const RReLUFuncOptions& options) {
  const Tensor out = at::rrelu(input, options.lower(), options.upper(), options.training());
  return options.inplace() ? input.copy_(out) : out;
}
Tensor hardshrink(const Tensor& input, const HardshrinkFuncOptions& options) {
  return at::hardshrink(input, options.lambda());
}
Tensor softshrink(const Tensor& input, const SoftshrinkFuncOptions& options) {
  return at::softshrink(input, options.lambda());
}
Tensor softplus(const Tensor& input, const SoftplusFuncOptions& options) {
  return at::softplus(input, options.beta(), options.threshold());
}
// The kernel has no approximation, so the one by tanh is made of operators.
Tensor gelu(const Tensor& input, const GELUFuncOptions& options) {
  if (options.approximate() != "tanh") return at::gelu(input, options.approximate());
  constexpr double root = 0.7978845608028654;  // the square root of 2 / pi
  return 0.5 * input * (1 + (root * (input + 0.044715 * input * input * input)).tanh());
}
Tensor glu(const Tensor& input, const GLUFuncOptions& options) {
  MODECHECK_ARGUMENT(input.dim() != 0, "glu halves a dimension, and this input has no dimensions");
  return at::glu(input, options.dim());
}
Tensor prelu(const Tensor& input, const Tensor& weight) { return at::prelu(input, weight); }
Tensor logsigmoid(const Tensor& input) { return at::log_sigmoid(input); }
Tensor silu(const Tensor& input) { return at::silu(input); }
Tensor mish(const Tensor& input) { return at::mish(input); }
Tensor softsign(const Tensor& input) { return input / (input.abs() + 1); }
Tensor tanhshrink(const Tensor& input) { return input - input.tanh(); }

Tensor softmax(const Tensor& input, const SoftmaxFuncOptions& options) {
  return at::softmax(input, options.dim(), options.dtype());
}
Tensor softmin(const Tensor& input, const SoftminFuncOptions& options) {
  return at::softmax(-input, options.dim(), options.dtype());
}
Tensor log_softmax(const Tensor& input, const LogSoftmaxFuncOptions& options) {
  return at::log_softmax(input, options.dim(), options.dtype());
}
Tensor gumbel_softmax(const Tensor& logits, const GumbelSoftmaxFuncOptions& options) {
  const Tensor noise = -at::empty_like(logits).exponential_().log();
  const Tensor soft = ((logits + noise) / options.tau()).softmax(options.dim());
  if (!options.hard()) return soft;
  const Tensor index = std::get<1>(soft.max(options.dim(), true));
  const Tensor hard = at::zeros_like(logits).scatter_(options.dim(), index, 1.0);
  return hard - soft.detach() + soft;
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
