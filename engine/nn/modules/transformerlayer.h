// Declares torch::nn::TransformerEncoderLayer and TransformerDecoderLayer.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/forward_has_default_args.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/activation.h"
#include "engine/nn/modules/dropout.h"
#include "engine/nn/modules/linear.h"
#include "engine/nn/modules/normalization.h"
#include "engine/nn/options/transformerlayer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Computes self-attention and a network of two linear layers. Each is added to its input and normalized. The input is
// [length, batch, d_model].
class TransformerEncoderLayerImpl : public Cloneable<TransformerEncoderLayerImpl> {
 public:
  TransformerEncoderLayerImpl(std::int64_t d_model, std::int64_t nhead);
  explicit TransformerEncoderLayerImpl(const TransformerEncoderLayerOptions& options_);
  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});
  void reset() override;
  void reset_parameters();
  TransformerEncoderLayerOptions options;
  MultiheadAttention self_attn = nullptr;
  Linear linear1 = nullptr;
  Dropout dropout = nullptr;
  Linear linear2 = nullptr;
  LayerNorm norm1 = nullptr;
  LayerNorm norm2 = nullptr;
  Dropout dropout1 = nullptr;
  Dropout dropout2 = nullptr;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(TransformerEncoderLayer);

// Also computes attention to `memory`, the output of an encoder.
class TransformerDecoderLayerImpl : public Cloneable<TransformerDecoderLayerImpl> {
 public:
  TransformerDecoderLayerImpl(std::int64_t d_model, std::int64_t nhead);
  explicit TransformerDecoderLayerImpl(const TransformerDecoderLayerOptions& options_);
  void reset() override;
  void reset_parameters();
  Tensor forward(Tensor tgt, const Tensor& memory, const Tensor& tgt_mask = {}, const Tensor& memory_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});
  TransformerDecoderLayerOptions options;
  MultiheadAttention self_attn{nullptr};
  Dropout dropout1{nullptr};
  LayerNorm norm1{nullptr};
  MultiheadAttention multihead_attn{nullptr};
  Dropout dropout2{nullptr};
  LayerNorm norm2{nullptr};
  Linear linear1{nullptr};
  Dropout dropout{nullptr};
  Linear linear2{nullptr};
  Dropout dropout3{nullptr};
  LayerNorm norm3{nullptr};

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
  Tensor activation(const Tensor& input);
};
TORCH_MODULE(TransformerDecoderLayer);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
