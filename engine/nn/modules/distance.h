// Declares torch::nn::CosineSimilarity and PairwiseDistance.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/declare_module.h"
#include "engine/nn/options/distance.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

MODECHECK_MODULE(CosineSimilarity, const Tensor& input1, const Tensor& input2);
MODECHECK_MODULE(PairwiseDistance, const Tensor& input1, const Tensor& input2);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
