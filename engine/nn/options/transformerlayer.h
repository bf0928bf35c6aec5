// Declares the options of torch::nn::TransformerEncoderLayer and TransformerDecoderLayer.
#pragma once

#include <cstdint>
#include <functional>
#include <variant>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"
#include "engine/nn/options/enumerators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// An activation: torch::kReLU, torch::kGELU, or a function of a tensor.
using activation_t = std::variant<enumtype::kReLU, enumtype::kGELU, std::function<Tensor(const Tensor&)>>;

struct TransformerEncoderLayerOptions {
  TransformerEncoderLayerOptions(std::int64_t d_model, std::int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  TORCH_ARG(std::int64_t, d_model);
  TORCH_ARG(std::int64_t, nhead);
  TORCH_ARG(std::int64_t, dim_feedforward) = 2048;
  TORCH_ARG(double, dropout) = 0.1;
  TORCH_ARG(activation_t, activation) = torch::kReLU;
};

struct TransformerDecoderLayerOptions {
  TransformerDecoderLayerOptions(std::int64_t d_model, std::int64_t nhead) : d_model_(d_model), nhead_(nhead) {}
  TORCH_ARG(std::int64_t, d_model);
  TORCH_ARG(std::int64_t, nhead);
  TORCH_ARG(std::int64_t, dim_feedforward) = 2048;
  TORCH_ARG(double, dropout) = 0.1;
  TORCH_ARG(activation_t, activation) = torch::kReLU;
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
