// Declares the options of torch::nn::TransformerEncoder and TransformerDecoder.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/nn/containers/any_module.h"
#include "engine/nn/modules/transformerlayer.h"
#include "engine/nn/options/argument.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

// The encoder's layers are clones of `encoder_layer`, which is made anew if options are given instead.
struct TransformerEncoderOptions {
  TransformerEncoderOptions(TransformerEncoderLayer encoder_layer, std::int64_t num_layers)
      : encoder_layer_(std::move(encoder_layer)), num_layers_(num_layers) {}
  TransformerEncoderOptions(const TransformerEncoderLayerOptions& encoder_layer_options, std::int64_t num_layers)
      : encoder_layer_(encoder_layer_options), num_layers_(num_layers) {}
  TORCH_ARG(TransformerEncoderLayer, encoder_layer) = nullptr;
  TORCH_ARG(std::int64_t, num_layers);
  TORCH_ARG(AnyModule, norm);
};

// The decoder's layers are clones of `decoder_layer`, which is made anew if options are given instead.
struct TransformerDecoderOptions {
  TransformerDecoderOptions(TransformerDecoderLayer decoder_layer, std::int64_t num_layers)
      : decoder_layer_(std::move(decoder_layer)), num_layers_(num_layers) {}
  TransformerDecoderOptions(const TransformerDecoderLayerOptions& decoder_layer_options, std::int64_t num_layers)
      : decoder_layer_(decoder_layer_options), num_layers_(num_layers) {}
  TORCH_ARG(TransformerDecoderLayer, decoder_layer) = nullptr;
  TORCH_ARG(std::int64_t, num_layers);
  TORCH_ARG(AnyModule, norm);
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
