#include "engine/nn/modules/activation.h"

#include "engine/nn/containers/any_value.h"
#include "engine/nn/functional/activation.h"
#include "engine/nn/init/init.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

// Prints ", inplace=true" if the module writes its input.
void print_inplace(std::ostream& stream, bool inplace, const char* before = ", ") {
  if (inplace) stream << before << "inplace=true";
}

}  // namespace

ELUImpl::ELUImpl(ELUOptions options_) : options(std::move(options_)) {}
void ELUImpl::reset() {}
void ELUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::ELU(alpha=" << options.alpha();
  print_inplace(stream, options.inplace());
  stream << ")";
}
Tensor ELUImpl::forward(Tensor input) { return functional::elu(std::move(input), options); }

SELUImpl::SELUImpl(SELUOptions options_) : options(std::move(options_)) {}
void SELUImpl::reset() {}
void SELUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::SELU(";
  print_inplace(stream, options.inplace(), "");
  stream << ")";
}
Tensor SELUImpl::forward(Tensor input) { return functional::selu(std::move(input), options); }

HardtanhImpl::HardtanhImpl(HardtanhOptions options_) : options(std::move(options_)) { HardtanhImpl::reset(); }
void HardtanhImpl::reset() {
  MODECHECK_ARGUMENT(options.min_val() < options.max_val(), "max_val must be greater than min_val, but they are ",
                     options.max_val(), " and ", options.min_val());
}
void HardtanhImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Hardtanh(min_val=" << options.min_val() << ", max_val=" << options.max_val();
  print_inplace(stream, options.inplace());
  stream << ")";
}
Tensor HardtanhImpl::forward(Tensor input) { return functional::hardtanh(std::move(input), options); }

LeakyReLUImpl::LeakyReLUImpl(LeakyReLUOptions options_) : options(std::move(options_)) {}
void LeakyReLUImpl::reset() {}
void LeakyReLUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::LeakyReLU(negative_slope=" << options.negative_slope();
  print_inplace(stream, options.inplace());
  stream << ")";
}
Tensor LeakyReLUImpl::forward(Tensor input) { return functional::leaky_relu(std::move(input), options); }

ReLUImpl::ReLUImpl(ReLUOptions options_) : options(std::move(options_)) {}
void ReLUImpl::reset() {}
void ReLUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::ReLU(";
  print_inplace(stream, options.inplace(), "");
  stream << ")";
}
Tensor ReLUImpl::forward(Tensor input) { return functional::relu(std::move(input), options); }

ReLU6Impl::ReLU6Impl(ReLU6Options options_) : options(std::move(options_)) {}
void ReLU6Impl::reset() {}
void ReLU6Impl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::ReLU6(";
  print_inplace(stream, options.inplace(), "");
  stream << ")";
}
Tensor ReLU6Impl::forward(Tensor input) { return functional::relu6(std::move(input), options); }

CELUImpl::CELUImpl(CELUOptions options_) : options(std::move(options_)) {}
void CELUImpl::reset() {}
void CELUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::CELU(alpha=" << options.alpha();
  print_inplace(stream, options.inplace());
  stream << ")";
}
Tensor CELUImpl::forward(Tensor input) { return functional::celu(std::move(input), options); }

SoftplusImpl::SoftplusImpl(SoftplusOptions options_) : options(std::move(options_)) {}
void SoftplusImpl::reset() {}
void SoftplusImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Softplus(beta=" << options.beta() << ", threshold=" << options.threshold();
  stream << ")";
}
Tensor SoftplusImpl::forward(const Tensor& input) { return functional::softplus(input, options); }

GLUImpl::GLUImpl(GLUOptions options_) : options(std::move(options_)) {}
void GLUImpl::reset() {}
void GLUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::GLU(dim=" << options.dim();
  stream << ")";
}
Tensor GLUImpl::forward(const Tensor& input) { return functional::glu(input, options); }

HardshrinkImpl::HardshrinkImpl(HardshrinkOptions options_) : options(std::move(options_)) {}
void HardshrinkImpl::reset() {}
void HardshrinkImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Hardshrink(" << options.lambda() << ")";
}
Tensor HardshrinkImpl::forward(const Tensor& input) { return functional::hardshrink(input, options); }

SoftshrinkImpl::SoftshrinkImpl(SoftshrinkOptions options_) : options(std::move(options_)) {}
void SoftshrinkImpl::reset() {}
void SoftshrinkImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Softshrink(" << options.lambda() << ")";
}
Tensor SoftshrinkImpl::forward(const Tensor& input) { return functional::softshrink(input, options); }

GELUImpl::GELUImpl(GELUOptions options_) : options(std::move(options_)) {}
void GELUImpl::reset() {}
void GELUImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::GELU()"; }
Tensor GELUImpl::forward(const Tensor& input) { return functional::gelu(input, options); }

RReLUImpl::RReLUImpl(RReLUOptions options_) : options(std::move(options_)) {}
void RReLUImpl::reset() {}
void RReLUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::RReLU(lower=" << options.lower() << ", upper=" << options.upper();
  print_inplace(stream, options.inplace());
  stream << ")";
}
Tensor RReLUImpl::forward(Tensor input) {
  const auto with_mode = functional::RReLUFuncOptions().lower(options.lower()).upper(options.upper());
  return functional::rrelu(std::move(input),
                           functional::RReLUFuncOptions(with_mode).training(is_training()).inplace(options.inplace()));
}

void LogSigmoidImpl::reset() {}
void LogSigmoidImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::LogSigmoid()"; }
Tensor LogSigmoidImpl::forward(const Tensor& input) { return functional::logsigmoid(input); }

void SiLUImpl::reset() {}
void SiLUImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::SiLU()"; }
Tensor SiLUImpl::forward(const Tensor& input) { return functional::silu(input); }

void MishImpl::reset() {}
void MishImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Mish()"; }
Tensor MishImpl::forward(const Tensor& input) { return functional::mish(input); }

void SoftsignImpl::reset() {}
void SoftsignImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Softsign()"; }
Tensor SoftsignImpl::forward(const Tensor& input) { return functional::softsign(input); }

void TanhshrinkImpl::reset() {}
void TanhshrinkImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Tanhshrink()"; }
Tensor TanhshrinkImpl::forward(const Tensor& input) { return functional::tanhshrink(input); }

void SigmoidImpl::reset() {}
void SigmoidImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Sigmoid()"; }
Tensor SigmoidImpl::forward(const Tensor& input) { return at::sigmoid(input); }

void TanhImpl::reset() {}
void TanhImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Tanh()"; }
Tensor TanhImpl::forward(const Tensor& input) { return at::tanh(input); }

void Softmax2dImpl::reset() {}
void Softmax2dImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Softmax2d()"; }
Tensor Softmax2dImpl::forward(const Tensor& input) {
  MODECHECK_ARGUMENT(input.dim() == 4 || input.dim() == 3, "Softmax2d requires a 3D or 4D tensor as input, but got ",
                     input.dim(), "D");
  return at::softmax(input, -3);
}

SoftmaxImpl::SoftmaxImpl(const SoftmaxOptions& options_) : options(options_) {}
void SoftmaxImpl::reset() {}
void SoftmaxImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Softmax(dim=" << options.dim() << ")";
}
Tensor SoftmaxImpl::forward(const Tensor& input) { return functional::softmax(input, options.dim()); }

SoftminImpl::SoftminImpl(const SoftminOptions& options_) : options(options_) {}
void SoftminImpl::reset() {}
void SoftminImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Softmin(dim=" << options.dim() << ")";
}
Tensor SoftminImpl::forward(const Tensor& input) { return functional::softmin(input, options.dim()); }

LogSoftmaxImpl::LogSoftmaxImpl(const LogSoftmaxOptions& options_) : options(options_) {}
void LogSoftmaxImpl::reset() {}
void LogSoftmaxImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::LogSoftmax(dim=" << options.dim() << ")";
}
Tensor LogSoftmaxImpl::forward(const Tensor& input) { return functional::log_softmax(input, options.dim()); }

PReLUImpl::PReLUImpl(const PReLUOptions& options_) : options(options_) { PReLUImpl::reset(); }
void PReLUImpl::reset() { weight = register_parameter("weight", at::full({options.num_parameters()}, options.init())); }
void PReLUImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::PReLU(num_parameters=" << options.num_parameters() << ")";
}
Tensor PReLUImpl::forward(const Tensor& input) { return functional::prelu(input, weight); }

ThresholdImpl::ThresholdImpl(const ThresholdOptions& options_) : options(options_) {}
void ThresholdImpl::reset() {}
void ThresholdImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Threshold(threshold=" << options.threshold() << ", value=" << options.value();
  print_inplace(stream, options.inplace());
  stream << ")";
}
Tensor ThresholdImpl::forward(Tensor input) { return functional::threshold(std::move(input), options); }

SoftmaxImpl::SoftmaxImpl(std::int64_t dim) : SoftmaxImpl(SoftmaxOptions(dim)) {}
SoftminImpl::SoftminImpl(std::int64_t dim) : SoftminImpl(SoftminOptions(dim)) {}
LogSoftmaxImpl::LogSoftmaxImpl(std::int64_t dim) : LogSoftmaxImpl(LogSoftmaxOptions(dim)) {}
ThresholdImpl::ThresholdImpl(double threshold, double value) : ThresholdImpl(ThresholdOptions(threshold, value)) {}

MultiheadAttentionImpl::MultiheadAttentionImpl(std::int64_t embed_dim, std::int64_t num_heads)
    : MultiheadAttentionImpl(MultiheadAttentionOptions(embed_dim, num_heads)) {}
MultiheadAttentionImpl::MultiheadAttentionImpl(const MultiheadAttentionOptions& options_)
    : Module("torch::nn::MultiheadAttention"), options(options_) {
  MultiheadAttentionImpl::reset();
}

void MultiheadAttentionImpl::reset() {
  const std::int64_t size = options.embed_dim();
  _qkv_same_embed_dim = options.kdim() == size && options.vdim() == size;
  head_dim = size / options.num_heads();
  MODECHECK_ARGUMENT(head_dim * options.num_heads() == size, "embed_dim must be divisible by num_heads, but they are ",
                     size, " and ", options.num_heads());
  const auto add = [&](const char* name, bool is_used, c10::IntArrayRef sizes) {
    return register_parameter(name, is_used ? at::empty(sizes) : Tensor(), is_used);
  };
  if (_qkv_same_embed_dim) in_proj_weight = add("in_proj_weight", true, {3 * size, size});
  q_proj_weight = add("q_proj_weight", !_qkv_same_embed_dim, {size, size});
  k_proj_weight = add("k_proj_weight", !_qkv_same_embed_dim, {size, options.kdim()});
  v_proj_weight = add("v_proj_weight", !_qkv_same_embed_dim, {size, options.vdim()});
  if (!_qkv_same_embed_dim) in_proj_weight = add("in_proj_weight", false, {});
  in_proj_bias = add("in_proj_bias", options.bias(), {3 * size});
  out_proj = register_module("out_proj", Linear(LinearOptions(size, size).bias(options.bias())));
  bias_k = options.add_bias_kv() ? add("bias_k", true, {1, 1, size}) : Tensor();
  bias_v = options.add_bias_kv() ? add("bias_v", true, {1, 1, size}) : Tensor();
  _reset_parameters();
}

void MultiheadAttentionImpl::_reset_parameters() {
  if (_qkv_same_embed_dim) {
    init::xavier_uniform_(in_proj_weight);
  } else {
    init::xavier_uniform_(q_proj_weight);
    init::xavier_uniform_(k_proj_weight);
    init::xavier_uniform_(v_proj_weight);
  }
  if (in_proj_bias.defined()) {
    init::constant_(in_proj_bias, 0.0);
    init::constant_(out_proj->bias, 0.0);
  }
  if (bias_k.defined()) init::xavier_normal_(bias_k);
  if (bias_v.defined()) init::xavier_normal_(bias_v);
}

std::tuple<Tensor, Tensor> MultiheadAttentionImpl::forward(const Tensor& query, const Tensor& key, const Tensor& value,
                                                           const Tensor& key_padding_mask, bool need_weights,
                                                           const Tensor& attn_mask, bool average_attn_weights) {
  functional::MultiheadAttentionForwardFuncOptions how(options.embed_dim(), options.num_heads(), in_proj_weight,
                                                       in_proj_bias, bias_k, bias_v, options.add_zero_attn(),
                                                       options.dropout(), out_proj->weight, out_proj->bias);
  how.training(is_training()).key_padding_mask(key_padding_mask).need_weights(need_weights).attn_mask(attn_mask);
  how.average_attn_weights(average_attn_weights).use_separate_proj_weight(!_qkv_same_embed_dim);
  if (!_qkv_same_embed_dim) how.q_proj_weight(q_proj_weight).k_proj_weight(k_proj_weight).v_proj_weight(v_proj_weight);
  return functional::multi_head_attention_forward(query, key, value, how);
}

MODECHECK_DEFAULT_ARGS(MultiheadAttentionImpl, {3, AnyValue(Tensor())}, {4, AnyValue(true)}, {5, AnyValue(Tensor())},
                       {6, AnyValue(true)})

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
