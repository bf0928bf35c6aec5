#include "engine/nn/functional/conv.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

namespace {

// Calls `convolve` with the padding: numbers, or the word "valid" or "same".
template <std::size_t D, typename Convolve>
Tensor with_padding(const nn::detail::conv_padding_t<D>& padding, const Convolve& convolve) {
  if (const auto* const numbers = std::get_if<ExpandingArray<D>>(&padding))
    return convolve(c10::IntArrayRef(**numbers));
  return convolve(std::string_view(std::holds_alternative<enumtype::kValid>(padding) ? "valid" : "same"));
}

}  // namespace

Tensor conv1d(const Tensor& input, const Tensor& weight, const Conv1dFuncOptions& options) {
  return with_padding<1>(options.padding(), [&](auto padding) {
    return at::conv1d(input, weight, options.bias(), options.stride(), padding, options.dilation(), options.groups());
  });
}
Tensor conv2d(const Tensor& input, const Tensor& weight, const Conv2dFuncOptions& options) {
  return with_padding<2>(options.padding(), [&](auto padding) {
    return at::conv2d(input, weight, options.bias(), options.stride(), padding, options.dilation(), options.groups());
  });
}
Tensor conv3d(const Tensor& input, const Tensor& weight, const Conv3dFuncOptions& options) {
  return with_padding<3>(options.padding(), [&](auto padding) {
    return at::conv3d(input, weight, options.bias(), options.stride(), padding, options.dilation(), options.groups());
  });
}
Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const ConvTranspose1dFuncOptions& options) {
  return at::conv_transpose1d(input, weight, options.bias(), options.stride(), options.padding(),
                              options.output_padding(), options.groups(), options.dilation());
}
Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const ConvTranspose2dFuncOptions& options) {
  return at::conv_transpose2d(input, weight, options.bias(), options.stride(), options.padding(),
                              options.output_padding(), options.groups(), options.dilation());
}
Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const ConvTranspose3dFuncOptions& options) {
  return at::conv_transpose3d(input, weight, options.bias(), options.stride(), options.padding(),
                              options.output_padding(), options.groups(), options.dilation());
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
