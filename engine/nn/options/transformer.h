// Declares the options of torch::nn::Transformer.
#pragma once

#include <cstdint>

#include "engine/nn/containers/any_module.h"
#include "engine/nn/options/argument.h"
#include "engine/nn/options/transformerlayer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

// A custom encoder or decoder takes the place of the one that the other options describe.
struct TransformerOptions {
  TransformerOptions() = default;
  TransformerOptions(std::int64_t d_model, std::int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  TransformerOptions(std::int64_t d_model, std::int64_t nhead, std::int64_t num_encoder_layers,
                     std::int64_t num_decoder_layers)
      : d_model_(d_model),
        nhead_(nhead),
        num_encoder_layers_(num_encoder_layers),
        num_decoder_layers_(num_decoder_layers) {}
  TORCH_ARG(std::int64_t, d_model) = 512;
  TORCH_ARG(std::int64_t, nhead) = 8;
  TORCH_ARG(std::int64_t, num_encoder_layers) = 6;
  TORCH_ARG(std::int64_t, num_decoder_layers) = 6;
  TORCH_ARG(std::int64_t, dim_feedforward) = 2048;
  TORCH_ARG(double, dropout) = 0.1;
  TORCH_ARG(activation_t, activation) = torch::kReLU;
  TORCH_ARG(AnyModule, custom_encoder);
  TORCH_ARG(AnyModule, custom_decoder);
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
