// Declares the options of grid_sample.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"
#include "engine/nn/options/one_of.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

namespace functional {

struct GridSampleFuncOptions {
  using mode_t = enumtype::OneOf<enumtype::kBilinear, enumtype::kNearest>;
  using padding_mode_t = enumtype::OneOf<enumtype::kZeros, enumtype::kBorder, enumtype::kReflection>;
  TORCH_ARG(mode_t, mode) = torch::kBilinear;
  TORCH_ARG(padding_mode_t, padding_mode) = torch::kZeros;
  TORCH_ARG(c10::optional<bool>, align_corners) = c10::nullopt;
};

}  // namespace functional

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
