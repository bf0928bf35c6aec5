// Declares torch::nn::functional::linear and bilinear.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// Returns input @ weight.t() + bias. The last dimension of the input has as many elements as a row of the weight.
Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias = {});
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias = {});

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
