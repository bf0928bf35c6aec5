#include "engine/nn/functional/pixelshuffle.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor pixel_shuffle(const Tensor& input, const PixelShuffleFuncOptions& options) {
  return at::pixel_shuffle(input, options.upscale_factor());
}
Tensor pixel_unshuffle(const Tensor& input, const PixelUnshuffleFuncOptions& options) {
  return at::pixel_unshuffle(input, options.downscale_factor());
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
