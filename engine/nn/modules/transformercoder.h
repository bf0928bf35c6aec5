// Declares torch::nn::TransformerEncoder and TransformerDecoder.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/any_module.h"
#include "engine/nn/containers/forward_has_default_args.h"
#include "engine/nn/containers/module_list.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/transformercoder.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Runs clones of one layer, and then the norm if there is one.
class TransformerEncoderImpl : public Cloneable<TransformerEncoderImpl> {
 public:
  TransformerEncoderImpl(TransformerEncoderLayer encoder_layer, std::int64_t num_layers);
  explicit TransformerEncoderImpl(TransformerEncoderOptions options_);
  Tensor forward(const Tensor& src, const Tensor& src_mask = {}, const Tensor& src_key_padding_mask = {});
  void reset() override;
  // Resets the parameters of the layers and clones the norm of the options anew. Raises an Argument error if there are
  // no layers.
  void reset_parameters();
  TransformerEncoderOptions options;
  ModuleList layers = nullptr;
  AnyModule norm;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(TransformerEncoder);

class TransformerDecoderImpl : public Cloneable<TransformerDecoderImpl> {
 public:
  TransformerDecoderImpl(TransformerDecoderLayer decoder_layer, std::int64_t num_layers);
  explicit TransformerDecoderImpl(TransformerDecoderOptions options_);
  void reset() override;
  void reset_parameters();
  Tensor forward(const Tensor& tgt, const Tensor& memory, const Tensor& tgt_mask = {}, const Tensor& memory_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});
  TransformerDecoderOptions options;
  ModuleList layers{nullptr};
  AnyModule norm;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(TransformerDecoder);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
