// Declares torch::nn::Upsample.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/declare_module.h"
#include "engine/nn/options/upsampling.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

MODECHECK_MODULE(Upsample, const Tensor& input);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
