// The operators of neural networks as functions in at::.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Any number of spatial dimensions from one to three; `weight` is [out, in / groups, kernel...], or
// [in, out / groups, kernel...] if transposed. Raises c10::Error for sizes that do not fit.
Tensor convolution(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                   c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed,
                   c10::IntArrayRef output_padding, std::int64_t groups);

Tensor conv1d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
              c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
              std::int64_t groups = 1);
Tensor conv2d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
              c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
              std::int64_t groups = 1);
Tensor conv3d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
              c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
              std::int64_t groups = 1);
Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
                        c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef output_padding = 0,
                        std::int64_t groups = 1, c10::IntArrayRef dilation = 1);
Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
                        c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef output_padding = 0,
                        std::int64_t groups = 1, c10::IntArrayRef dilation = 1);
Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
                        c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef output_padding = 0,
                        std::int64_t groups = 1, c10::IntArrayRef dilation = 1);

// The last dimensions are the image's; `stride` is the kernel's size unless named. What is not a number counts as the
// largest.
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride = {}, c10::IntArrayRef padding = 0,
                                                   c10::IntArrayRef dilation = 1, bool ceil_mode = false);
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride = {}, c10::IntArrayRef padding = 0,
                                                   c10::IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor avg_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true);
Tensor avg_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                  c10::optional<std::int64_t> divisor_override = c10::nullopt);
Tensor avg_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                  c10::optional<std::int64_t> divisor_override = c10::nullopt);

// Means of equal shares of the image, as many as `output_size` says.
Tensor adaptive_avg_pool1d(const Tensor& self, c10::IntArrayRef output_size);
Tensor adaptive_avg_pool2d(const Tensor& self, c10::IntArrayRef output_size);
Tensor adaptive_avg_pool3d(const Tensor& self, c10::IntArrayRef output_size);

// Row `indices[...]` of `weight`, whose row `padding_idx` gets no gradient. Raises c10::Error for an index out of
// range.
Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx = -1,
                 bool scale_grad_by_freq = false, bool sparse = false);

}  // namespace modecheck_v1
}  // namespace at
