#include "engine/nn/modules/pixelshuffle.h"

#include "engine/nn/functional/pixelshuffle.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

PixelShuffleImpl::PixelShuffleImpl(const PixelShuffleOptions& options_) : options(options_) {}
void PixelShuffleImpl::reset() {}
void PixelShuffleImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::PixelShuffle(upscale_factor=" << options.upscale_factor() << ")";
}
Tensor PixelShuffleImpl::forward(const Tensor& input) { return functional::pixel_shuffle(input, options); }

PixelUnshuffleImpl::PixelUnshuffleImpl(const PixelUnshuffleOptions& options_) : options(options_) {}
void PixelUnshuffleImpl::reset() {}
void PixelUnshuffleImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::PixelUnshuffle(downscale_factor=" << options.downscale_factor() << ")";
}
Tensor PixelUnshuffleImpl::forward(const Tensor& input) { return functional::pixel_unshuffle(input, options); }

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
