#include "engine/nn/modules/transformerlayer.h"

#include "engine/nn/containers/any_value.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

Tensor activate(const activation_t& activation, const Tensor& input) {
  if (std::holds_alternative<enumtype::kReLU>(activation)) return at::relu(input);
  if (std::holds_alternative<enumtype::kGELU>(activation)) return at::gelu(input);
  const auto& function = std::get<std::function<Tensor(const Tensor&)>>(activation);
  MODECHECK_ARGUMENT(function != nullptr, "activation should be kGELU, kReLU, or a callable, but is an empty function");
  return function(input);
}

template <typename Options>
MultiheadAttention attention_of(const Options& options) {
  return MultiheadAttention(MultiheadAttentionOptions(options.d_model(), options.nhead()).dropout(options.dropout()));
}

}  // namespace

TransformerEncoderLayerImpl::TransformerEncoderLayerImpl(std::int64_t d_model, std::int64_t nhead)
    : TransformerEncoderLayerImpl(TransformerEncoderLayerOptions(d_model, nhead)) {}
TransformerEncoderLayerImpl::TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions& options_)
    : options(options_) {
  TransformerEncoderLayerImpl::reset();
}

void TransformerEncoderLayerImpl::reset() {
  const std::vector<std::int64_t> size = {options.d_model()};
  self_attn = register_module("self_attn", attention_of(options));
  linear1 = register_module("linear1", Linear(options.d_model(), options.dim_feedforward()));
  dropout = register_module("dropout", Dropout(options.dropout()));
  linear2 = register_module("linear2", Linear(options.dim_feedforward(), options.d_model()));
  norm1 = register_module("norm1", LayerNorm(LayerNormOptions(size)));
  norm2 = register_module("norm2", LayerNorm(LayerNormOptions(size)));
  dropout1 = register_module("dropout1", Dropout(options.dropout()));
  dropout2 = register_module("dropout2", Dropout(options.dropout()));
}

void TransformerEncoderLayerImpl::reset_parameters() {
  self_attn->_reset_parameters();
  linear1->reset_parameters();
  linear2->reset_parameters();
  norm1->reset_parameters();
  norm2->reset_parameters();
}

Tensor TransformerEncoderLayerImpl::forward(const Tensor& src, const Tensor& src_mask,
                                            const Tensor& src_key_padding_mask) {
  const Tensor attended = std::get<0>(self_attn(src, src, src, src_key_padding_mask, true, src_mask));
  const Tensor first = norm1(src + dropout1(attended));
  const Tensor second = linear2(dropout(activate(options.activation(), linear1(first))));
  return norm2(first + dropout2(second));
}

MODECHECK_DEFAULT_ARGS(TransformerEncoderLayerImpl, {1, AnyValue(Tensor())}, {2, AnyValue(Tensor())})

TransformerDecoderLayerImpl::TransformerDecoderLayerImpl(std::int64_t d_model, std::int64_t nhead)
    : TransformerDecoderLayerImpl(TransformerDecoderLayerOptions(d_model, nhead)) {}
TransformerDecoderLayerImpl::TransformerDecoderLayerImpl(const TransformerDecoderLayerOptions& options_)
    : options(options_) {
  TransformerDecoderLayerImpl::reset();
}

void TransformerDecoderLayerImpl::reset() {
  const std::vector<std::int64_t> size = {options.d_model()};
  self_attn = register_module("self_attn", attention_of(options));
  multihead_attn = register_module("multihead_attn", attention_of(options));
  linear1 = register_module("linear1", Linear(options.d_model(), options.dim_feedforward()));
  dropout = register_module("dropout", Dropout(options.dropout()));
  linear2 = register_module("linear2", Linear(options.dim_feedforward(), options.d_model()));
  norm1 = register_module("norm1", LayerNorm(LayerNormOptions(size)));
  norm2 = register_module("norm2", LayerNorm(LayerNormOptions(size)));
  norm3 = register_module("norm3", LayerNorm(LayerNormOptions(size)));
  dropout1 = register_module("dropout1", Dropout(options.dropout()));
  dropout2 = register_module("dropout2", Dropout(options.dropout()));
  dropout3 = register_module("dropout3", Dropout(options.dropout()));
}

void TransformerDecoderLayerImpl::reset_parameters() {
  self_attn->_reset_parameters();
  norm1->reset_parameters();
  multihead_attn->_reset_parameters();
  norm2->reset_parameters();
  linear1->reset_parameters();
  linear2->reset_parameters();
  norm3->reset_parameters();
}

Tensor TransformerDecoderLayerImpl::activation(const Tensor& input) { return activate(options.activation(), input); }

Tensor TransformerDecoderLayerImpl::forward(Tensor tgt, const Tensor& memory, const Tensor& tgt_mask,
                                            const Tensor& memory_mask, const Tensor& tgt_key_padding_mask,
                                            const Tensor& memory_key_padding_mask) {
  const Tensor attended = std::get<0>(self_attn(tgt, tgt, tgt, tgt_key_padding_mask, false, tgt_mask));
  const Tensor first = norm1(tgt + dropout1(attended));
  const Tensor remembered =
      std::get<0>(multihead_attn(first, memory, memory, memory_key_padding_mask, false, memory_mask));
  const Tensor second = norm2(first + dropout2(remembered));
  const Tensor third = linear2(dropout(activation(linear1(second))));
  return norm3(second + dropout3(third));
}

MODECHECK_DEFAULT_ARGS(TransformerDecoderLayerImpl, {2, AnyValue(Tensor())}, {3, AnyValue(Tensor())},
                       {4, AnyValue(Tensor())}, {5, AnyValue(Tensor())})

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
