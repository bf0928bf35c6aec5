// Declares torch::nn::PixelShuffle and PixelUnshuffle.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/pixelshuffle.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

class PixelShuffleImpl : public Cloneable<PixelShuffleImpl> {
 public:
  explicit PixelShuffleImpl(const PixelShuffleOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  PixelShuffleOptions options;
};
TORCH_MODULE(PixelShuffle);

class PixelUnshuffleImpl : public Cloneable<PixelUnshuffleImpl> {
 public:
  explicit PixelUnshuffleImpl(const PixelUnshuffleOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  PixelUnshuffleOptions options;
};
TORCH_MODULE(PixelUnshuffle);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
