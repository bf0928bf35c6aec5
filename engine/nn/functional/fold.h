// Declares torch::nn::functional::fold and unfold.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/fold.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// Adds the columns [batch, channels * kernel, windows] to images [batch, channels, height, width]. The batch may be
// missing. Raises an Argument error for another number of dimensions.
Tensor fold(const Tensor& input, const FoldFuncOptions& options);
// Copies each window of images [batch, channels, height, width] to a column of [batch, channels * kernel, windows].
// Raises an Argument error for another number of dimensions, and if no window fits.
Tensor unfold(const Tensor& input, const UnfoldFuncOptions& options);

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
