#include "engine/nn/modules/transformer.h"

#include <limits>

#include "engine/nn/containers/any_value.h"
#include "engine/nn/init/init.h"
#include "engine/nn/modules/transformercoder.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

// Returns the options of a layer with the transformer's sizes.
template <typename LayerOptions>
LayerOptions layer_options(const TransformerOptions& options) {
  LayerOptions out(options.d_model(), options.nhead());
  return out.dim_feedforward(options.dim_feedforward()).dropout(options.dropout()).activation(options.activation());
}

AnyModule norm_of(const TransformerOptions& options) {
  return AnyModule(LayerNorm(LayerNormOptions(std::vector<std::int64_t>{options.d_model()})));
}

}  // namespace

TransformerImpl::TransformerImpl(TransformerOptions options_) : options(std::move(options_)) {
  TransformerImpl::reset();
}

void TransformerImpl::reset() {
  if (options.custom_encoder().is_empty()) {
    TransformerEncoderOptions how(layer_options<TransformerEncoderLayerOptions>(options), options.num_encoder_layers());
    encoder = AnyModule(TransformerEncoder(how.norm(norm_of(options))));
  } else {
    encoder = options.custom_encoder().clone();
  }
  register_module("encoder", encoder.ptr());
  if (options.custom_decoder().is_empty()) {
    TransformerDecoderOptions how(layer_options<TransformerDecoderLayerOptions>(options), options.num_decoder_layers());
    decoder = AnyModule(TransformerDecoder(how.norm(norm_of(options))));
  } else {
    decoder = options.custom_decoder().clone();
  }
  register_module("decoder", decoder.ptr());
  reset_parameters();
}

void TransformerImpl::reset_parameters() {
  for (const Tensor& parameter : parameters())
    if (parameter.dim() > 1) init::xavier_uniform_(parameter);
}

Tensor TransformerImpl::forward(const Tensor& src, const Tensor& tgt, const Tensor& src_mask, const Tensor& tgt_mask,
                                const Tensor& memory_mask, const Tensor& src_key_padding_mask,
                                const Tensor& tgt_key_padding_mask, const Tensor& memory_key_padding_mask) {
  MODECHECK_ARGUMENT(src.dim() == 3 && tgt.dim() == 3, "src and tgt should have 3 dimensions, but got ", src.dim(),
                     " and ", tgt.dim());
  MODECHECK_ARGUMENT(modecheck::engine::are_equal_sizes("Transformer", src, 1, tgt, 1),
                     "src and tgt should have equal batch size (at dim 1), but got ", src.size(1), " and ",
                     tgt.size(1));
  MODECHECK_ARGUMENT(src.sym_size(2) == options.d_model() && tgt.sym_size(2) == options.d_model(),
                     "src and tgt should have same feature size as d_model (at dim 2), but got ", src.size(2), " and ",
                     tgt.size(2), " while d_model is ", options.d_model());
  const Tensor memory = encoder.forward<Tensor>(src, src_mask, src_key_padding_mask);
  return decoder.forward<Tensor>(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask);
}

Tensor TransformerImpl::generate_square_subsequent_mask(std::int64_t sz) {
  MODECHECK_ARGUMENT(sz >= 0, "Input size must be non-negative to generate a valid square subsequent mask, but got ",
                     sz);
  return at::full({sz, sz}, -std::numeric_limits<float>::infinity(), at::TensorOptions(at::kFloat)).triu(1);
}

MODECHECK_DEFAULT_ARGS(TransformerImpl, {2, AnyValue(Tensor())}, {3, AnyValue(Tensor())}, {4, AnyValue(Tensor())},
                       {5, AnyValue(Tensor())}, {6, AnyValue(Tensor())}, {7, AnyValue(Tensor())})

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
