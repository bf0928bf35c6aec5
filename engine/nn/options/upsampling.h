// Declares the options of torch::nn::Upsample and of interpolate.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"
#include "engine/nn/options/one_of.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

struct UpsampleOptions {
  using mode_t = enumtype::OneOf<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear, enumtype::kBicubic,
                                 enumtype::kTrilinear>;
  TORCH_ARG(c10::optional<std::vector<std::int64_t>>, size) = c10::nullopt;
  TORCH_ARG(c10::optional<std::vector<double>>, scale_factor) = c10::nullopt;
  TORCH_ARG(mode_t, mode) = torch::kNearest;
  TORCH_ARG(c10::optional<bool>, align_corners) = c10::nullopt;
};

namespace functional {

struct InterpolateFuncOptions {
  using mode_t = enumtype::OneOf<enumtype::kNearest, enumtype::kLinear, enumtype::kBilinear, enumtype::kBicubic,
                                 enumtype::kTrilinear, enumtype::kArea, enumtype::kNearestExact>;
  TORCH_ARG(c10::optional<std::vector<std::int64_t>>, size) = c10::nullopt;
  TORCH_ARG(c10::optional<std::vector<double>>, scale_factor) = c10::nullopt;
  TORCH_ARG(mode_t, mode) = torch::kNearest;
  TORCH_ARG(c10::optional<bool>, align_corners) = c10::nullopt;
  TORCH_ARG(c10::optional<bool>, recompute_scale_factor) = c10::nullopt;
  TORCH_ARG(bool, antialias) = false;
};

}  // namespace functional

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
