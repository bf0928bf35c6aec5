// Declares the options of torch::nn::PixelShuffle and PixelUnshuffle.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

struct PixelShuffleOptions {
  PixelShuffleOptions(std::int64_t upscale_factor) : upscale_factor_(upscale_factor) {}
  TORCH_ARG(std::int64_t, upscale_factor);
};

struct PixelUnshuffleOptions {
  PixelUnshuffleOptions(std::int64_t downscale_factor) : downscale_factor_(downscale_factor) {}
  TORCH_ARG(std::int64_t, downscale_factor);
};

namespace functional {

using PixelShuffleFuncOptions = PixelShuffleOptions;
using PixelUnshuffleFuncOptions = PixelUnshuffleOptions;

}  // namespace functional

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
