#include "engine/nn/functional/fold.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor fold(const Tensor& input, const FoldFuncOptions& options) {
  MODECHECK_ARGUMENT(input.dim() == 2 || input.dim() == 3,
                     "Input Error: Only unbatched (2D) or batched (3D) input Tensors are supported (got ", input.dim(),
                     "D)");
  return at::col2im(input, options.output_size(), options.kernel_size(), options.dilation(), options.padding(),
                    options.stride());
}

Tensor unfold(const Tensor& input, const UnfoldFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("unfold", input);
  MODECHECK_ARGUMENT(input.dim() == 4, "Input Error: Only 4D input Tensors are supported (got ", input.dim(), "D)");
  const auto& kernel = *options.kernel_size();
  const auto& stride = *options.stride();
  const auto& dilation = *options.dilation();
  const auto& padding = *options.padding();
  const Tensor padded = at::constant_pad_nd(input, {padding[1], padding[1], padding[0], padding[0]});
  std::int64_t windows[2];
  for (std::size_t i = 0; i < 2; ++i) {
    MODECHECK_ARGUMENT(stride[i] > 0 && kernel[i] > 0 && dilation[i] > 0,
                       "unfold: kernel_size, dilation and stride must be positive, but are ", options.kernel_size(),
                       ", ", options.dilation(), " and ", options.stride());
    const std::int64_t spare = padded.size(static_cast<std::int64_t>(i) + 2) - dilation[i] * (kernel[i] - 1) - 1;
    windows[i] = spare < 0 ? 0 : spare / stride[i] + 1;
  }
  const auto pair = [](std::int64_t a, std::int64_t b) { return nn::detail::text_of("(", a, ", ", b, ")"); };
  MODECHECK_ARGUMENT(windows[0] > 0 && windows[1] > 0, "Given input with spatial size ",
                     pair(input.size(2), input.size(3)), ", kernel_size=", pair(kernel[0], kernel[1]),
                     ", dilation=", pair(dilation[0], dilation[1]), ", padding=", pair(padding[0], padding[1]),
                     ", calculated shape of the array of sliding blocks as ", pair(windows[0], windows[1]),
                     ", but its components must be at least one.");
  std::vector<Tensor> places;
  for (std::int64_t row = 0; row < kernel[0]; ++row)
    for (std::int64_t column = 0; column < kernel[1]; ++column) {
      const std::int64_t top = row * dilation[0];
      const std::int64_t left = column * dilation[1];
      places.push_back(padded.slice(2, top, top + stride[0] * (windows[0] - 1) + 1, stride[0])
                           .slice(3, left, left + stride[1] * (windows[1] - 1) + 1, stride[1]));
    }
  const std::int64_t rows = input.size(1) * kernel[0] * kernel[1];
  return at::stack(places, 2).reshape({input.size(0), rows, windows[0] * windows[1]});
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
