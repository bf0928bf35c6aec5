// Declares torch::nn::functional::pad.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/padding.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// Pads dimensions, the last one first. Raises an Argument error for an odd number of paddings.
Tensor pad(const Tensor& input, const PadFuncOptions& options);

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
