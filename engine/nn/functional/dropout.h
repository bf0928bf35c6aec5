// Declares dropouts as functions of their options. They return the input unless `training` is set.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/dropout.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// These functions raise an Argument error unless the probability is in [0, 1]. With `inplace` they write the input.
Tensor dropout(Tensor input, const DropoutFuncOptions& options = {});
// These two drop whole channels. An input with one dimension less than a batch has no batch.
Tensor dropout2d(Tensor input, const Dropout2dFuncOptions& options = {});
Tensor dropout3d(Tensor input, const Dropout3dFuncOptions& options = {});
// These two keep the mean and the variance of an input that is distributed normally.
Tensor alpha_dropout(Tensor input, const AlphaDropoutFuncOptions& options = {});
Tensor feature_alpha_dropout(Tensor input, const FeatureAlphaDropoutFuncOptions& options = {});

namespace detail {
// Takes the options of functional::alpha_dropout as arguments, as libtorch's function of this name does.
Tensor alpha_dropout(Tensor input, double p, bool training, bool inplace);
}  // namespace detail

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
