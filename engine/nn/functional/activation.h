// Declares activations as functions of their options.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/activation.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// With `inplace` these functions write the input (rules W4 and M2) and return it.
Tensor elu(Tensor input, const ELUFuncOptions& options = {});
Tensor selu(Tensor input, const SELUFuncOptions& options = {});
Tensor hardtanh(Tensor input, const HardtanhFuncOptions& options = {});
Tensor leaky_relu(Tensor input, const LeakyReLUFuncOptions& options = {});
Tensor relu(Tensor input, const ReLUFuncOptions& options = {});
Tensor relu6(Tensor input, const ReLU6FuncOptions& options = {});
Tensor celu(Tensor input, const CELUFuncOptions& options = {});
Tensor threshold(Tensor input, const ThresholdFuncOptions& options);
Tensor rrelu(Tensor input, const RReLUFuncOptions& options = {});

Tensor hardshrink(const Tensor& input, const HardshrinkFuncOptions& options = {});
Tensor softshrink(const Tensor& input, const SoftshrinkFuncOptions& options = {});
Tensor softplus(const Tensor& input, const SoftplusFuncOptions& options = {});
Tensor gelu(const Tensor& input, const GELUFuncOptions& options = {});
// Halves `dim`: the first half times the sigmoid of the second. Raises for a tensor without dimensions.
Tensor glu(const Tensor& input, const GLUFuncOptions& options = {});
Tensor prelu(const Tensor& input, const Tensor& weight);
Tensor logsigmoid(const Tensor& input);
Tensor silu(const Tensor& input);
Tensor mish(const Tensor& input);
Tensor softsign(const Tensor& input);
Tensor tanhshrink(const Tensor& input);

// With `dtype` the input is converted first.
Tensor softmax(const Tensor& input, const SoftmaxFuncOptions& options);
Tensor softmin(const Tensor& input, const SoftminFuncOptions& options);
Tensor log_softmax(const Tensor& input, const LogSoftmaxFuncOptions& options);
// Draws from the Gumbel-softmax distribution. With `hard` the result is one-hot, and its gradient is that of the soft
// sample.
Tensor gumbel_softmax(const Tensor& logits, const GumbelSoftmaxFuncOptions& options = {});

// Computes attention with several heads. `query` is [target length, batch, embed_dim]; `key` and `value` are [source
// length, batch, features]. `attn_mask` is added to the products of queries and keys. Where `key_padding_mask` [batch,
// source length] is set, keys are ignored. Returns the output and, with `need_weights`, the weights of attention, else
// an undefined tensor. Raises an Argument error for tensors that do not fit.
std::tuple<Tensor, Tensor> multi_head_attention_forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                                        const MultiheadAttentionForwardFuncOptions& options);

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
