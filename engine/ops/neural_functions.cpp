#include "engine/ops/neural_functions.h"

#include <vector>

#include "engine/dispatch/call.h"
#include "spec/operators/neural.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
using modecheck::engine::ErrorClass;
namespace operators = modecheck::spec::operators;

namespace {

void check_rank(const char* name, const Tensor& input, const Tensor& weight, std::int64_t rank) {
  MODECHECK_CHECK(weight.dim() == rank + 2 && (input.dim() == rank + 1 || input.dim() == rank + 2), ErrorClass::Shape,
                  name, ": expected ", rank + 1, "D (unbatched) or ", rank + 2, "D (batched) input and ", rank + 2,
                  "D weight, but got sizes ", input.sizes(), " and ", weight.sizes());
}

// The list that stands for one dimension, with a second one of `fill` in front.
std::vector<std::int64_t> widened(const char* name, c10::IntArrayRef list, std::int64_t fill) {
  MODECHECK_CHECK(list.size() <= 1, ErrorClass::Argument, name, ": expected one number, but got ", list);
  return list.empty() ? std::vector<std::int64_t>() : std::vector<std::int64_t>{fill, list[0]};
}

}  // namespace

Tensor convolution(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                   c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed,
                   c10::IntArrayRef output_padding, std::int64_t groups) {
  return call<operators::convolution>(input, weight, bias, stride, padding, dilation, transposed, output_padding,
                                      groups);
}

Tensor conv1d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias, c10::IntArrayRef stride,
              c10::IntArrayRef padding, c10::IntArrayRef dilation, std::int64_t groups) {
  check_rank("conv1d", input, weight, 1);
  return convolution(input, weight, bias, stride, padding, dilation, false, 0, groups);
}

Tensor conv2d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias, c10::IntArrayRef stride,
              c10::IntArrayRef padding, c10::IntArrayRef dilation, std::int64_t groups) {
  check_rank("conv2d", input, weight, 2);
  return convolution(input, weight, bias, stride, padding, dilation, false, 0, groups);
}

Tensor conv3d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias, c10::IntArrayRef stride,
              c10::IntArrayRef padding, c10::IntArrayRef dilation, std::int64_t groups) {
  check_rank("conv3d", input, weight, 3);
  return convolution(input, weight, bias, stride, padding, dilation, false, 0, groups);
}

Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                        c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef output_padding,
                        std::int64_t groups, c10::IntArrayRef dilation) {
  check_rank("conv_transpose1d", input, weight, 1);
  return convolution(input, weight, bias, stride, padding, dilation, true, output_padding, groups);
}

Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                        c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef output_padding,
                        std::int64_t groups, c10::IntArrayRef dilation) {
  check_rank("conv_transpose2d", input, weight, 2);
  return convolution(input, weight, bias, stride, padding, dilation, true, output_padding, groups);
}

Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                        c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef output_padding,
                        std::int64_t groups, c10::IntArrayRef dilation) {
  check_rank("conv_transpose3d", input, weight, 3);
  return convolution(input, weight, bias, stride, padding, dilation, true, output_padding, groups);
}

std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                   c10::IntArrayRef dilation, bool ceil_mode) {
  return call<operators::max_pool2d_with_indices>(self, kernel_size, stride, padding, dilation, ceil_mode);
}

std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                   c10::IntArrayRef dilation, bool ceil_mode) {
  return call<operators::max_pool3d_with_indices>(self, kernel_size, stride, padding, dilation, ceil_mode);
}

Tensor max_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  c10::IntArrayRef dilation, bool ceil_mode) {
  const Tensor maxima = max_pool2d(call<operators::unsqueeze>(self, -2), widened("max_pool1d", kernel_size, 1),
                                   widened("max_pool1d", stride, 1), widened("max_pool1d", padding, 0),
                                   widened("max_pool1d", dilation, 1), ceil_mode);
  return call<operators::squeeze_dim>(maxima, -2);
}

Tensor max_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  c10::IntArrayRef dilation, bool ceil_mode) {
  return std::get<0>(max_pool2d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode));
}

Tensor max_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  c10::IntArrayRef dilation, bool ceil_mode) {
  return std::get<0>(max_pool3d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode));
}

Tensor avg_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad) {
  const Tensor means =
      avg_pool2d(call<operators::unsqueeze>(self, -2), widened("avg_pool1d", kernel_size, 1),
                 widened("avg_pool1d", stride, 1), widened("avg_pool1d", padding, 0), ceil_mode, count_include_pad);
  return call<operators::squeeze_dim>(means, -2);
}

Tensor avg_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, c10::optional<std::int64_t> divisor_override) {
  return call<operators::avg_pool2d>(self, kernel_size, stride, padding, ceil_mode, count_include_pad,
                                     divisor_override);
}

Tensor avg_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  bool ceil_mode, bool count_include_pad, c10::optional<std::int64_t> divisor_override) {
  return call<operators::avg_pool3d>(self, kernel_size, stride, padding, ceil_mode, count_include_pad,
                                     divisor_override);
}

Tensor adaptive_avg_pool1d(const Tensor& self, c10::IntArrayRef output_size) {
  const Tensor means =
      adaptive_avg_pool2d(call<operators::unsqueeze>(self, -2), widened("adaptive_avg_pool1d", output_size, 1));
  return call<operators::squeeze_dim>(means, -2);
}
Tensor adaptive_avg_pool2d(const Tensor& self, c10::IntArrayRef output_size) {
  return call<operators::_adaptive_avg_pool2d>(self, output_size);
}
Tensor adaptive_avg_pool3d(const Tensor& self, c10::IntArrayRef output_size) {
  return call<operators::_adaptive_avg_pool3d>(self, output_size);
}

Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx, bool scale_grad_by_freq,
                 bool sparse) {
  return call<operators::embedding>(weight, indices, padding_idx, scale_grad_by_freq, sparse);
}

}  // namespace modecheck_v1
}  // namespace at
