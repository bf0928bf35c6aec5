// Declares activations as modules.
#pragma once

#include <cstdint>
#include <ostream>
#include <tuple>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/forward_has_default_args.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/declare_module.h"
#include "engine/nn/modules/linear.h"
#include "engine/nn/options/activation.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Each activation calls the function of the same name in torch::nn::functional. With the option `inplace` it writes its
// input.
MODECHECK_MODULE(ELU, Tensor input);
MODECHECK_MODULE(SELU, Tensor input);
MODECHECK_MODULE(Hardtanh, Tensor input);
MODECHECK_MODULE(LeakyReLU, Tensor input);
MODECHECK_MODULE(ReLU, Tensor input);
MODECHECK_MODULE(ReLU6, Tensor input);
MODECHECK_MODULE(CELU, Tensor input);
MODECHECK_MODULE(Softplus, const Tensor& input);
MODECHECK_MODULE(GLU, const Tensor& input);
MODECHECK_MODULE(Hardshrink, const Tensor& input);
MODECHECK_MODULE(Softshrink, const Tensor& input);
MODECHECK_MODULE(GELU, const Tensor& input);
MODECHECK_MODULE(RReLU, Tensor input);
MODECHECK_MODULE_WITHOUT_OPTIONS(LogSigmoid, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(SiLU, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Mish, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Softsign, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Tanhshrink, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Sigmoid, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Tanh, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Softmax2d, const Tensor&);

class SoftmaxImpl : public Cloneable<SoftmaxImpl> {
 public:
  explicit SoftmaxImpl(std::int64_t dim);
  explicit SoftmaxImpl(const SoftmaxOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  SoftmaxOptions options;
};
TORCH_MODULE(Softmax);

class SoftminImpl : public Cloneable<SoftminImpl> {
 public:
  explicit SoftminImpl(std::int64_t dim);
  explicit SoftminImpl(const SoftminOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  SoftminOptions options;
};
TORCH_MODULE(Softmin);

class LogSoftmaxImpl : public Cloneable<LogSoftmaxImpl> {
 public:
  explicit LogSoftmaxImpl(std::int64_t dim);
  explicit LogSoftmaxImpl(const LogSoftmaxOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  LogSoftmaxOptions options;
};
TORCH_MODULE(LogSoftmax);

// Learns the slope below zero. `weight` has one slope, or one for each channel.
class PReLUImpl : public Cloneable<PReLUImpl> {
 public:
  explicit PReLUImpl(const PReLUOptions& options_ = {});
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  PReLUOptions options;
  Tensor weight;
};
TORCH_MODULE(PReLU);

class ThresholdImpl : public Cloneable<ThresholdImpl> {
 public:
  ThresholdImpl(double threshold, double value);
  explicit ThresholdImpl(const ThresholdOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(Tensor input);
  ThresholdOptions options;
};
TORCH_MODULE(Threshold);

// Computes attention with several heads, see functional::multi_head_attention_forward. The rows of `in_proj_weight` are
// the weights of queries, keys and values; if their numbers of features differ, it is undefined and the three weights
// q_proj_weight, k_proj_weight and v_proj_weight are used. The constructors raise an Argument error unless `num_heads`
// divides `embed_dim`.
class MultiheadAttentionImpl : public Cloneable<MultiheadAttentionImpl> {
 public:
  MultiheadAttentionImpl(std::int64_t embed_dim, std::int64_t num_heads);
  explicit MultiheadAttentionImpl(const MultiheadAttentionOptions& options_);
  std::tuple<Tensor, Tensor> forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const Tensor& key_padding_mask = {}, bool need_weights = true,
                                     const Tensor& attn_mask = {}, bool average_attn_weights = true);
  void reset() override;
  void _reset_parameters();
  MultiheadAttentionOptions options;
  bool _qkv_same_embed_dim = false;
  Tensor in_proj_weight;
  Tensor in_proj_bias;
  Tensor bias_k;
  Tensor bias_v;
  Linear out_proj = nullptr;
  Tensor q_proj_weight;
  Tensor k_proj_weight;
  Tensor v_proj_weight;
  std::int64_t head_dim = 0;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(MultiheadAttention);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
