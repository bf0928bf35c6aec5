// Declares operators of neural networks as functions in at::.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/reduction.h"

namespace at {
inline namespace modecheck_v1 {

// Convolutions over one to three spatial dimensions. `weight` is [out, in / groups, kernel...], or [in, out / groups,
// kernel...] for a transposed convolution. These functions raise c10::Error for sizes that do not fit.
Tensor conv1d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
              c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
              std::int64_t groups = 1);
Tensor conv2d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
              c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
              std::int64_t groups = 1);
Tensor conv3d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
              c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
              std::int64_t groups = 1);
// `padding` is "valid" for no padding, or "same" for an output of the input's size, which requires strides of one.
Tensor conv1d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias, c10::IntArrayRef stride,
              std::string_view padding, c10::IntArrayRef dilation = 1, std::int64_t groups = 1);
Tensor conv2d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias, c10::IntArrayRef stride,
              std::string_view padding, c10::IntArrayRef dilation = 1, std::int64_t groups = 1);
Tensor conv3d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias, c10::IntArrayRef stride,
              std::string_view padding, c10::IntArrayRef dilation = 1, std::int64_t groups = 1);
Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
                        c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef output_padding = 0,
                        std::int64_t groups = 1, c10::IntArrayRef dilation = 1);
Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
                        c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef output_padding = 0,
                        std::int64_t groups = 1, c10::IntArrayRef dilation = 1);
Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {},
                        c10::IntArrayRef stride = 1, c10::IntArrayRef padding = 0, c10::IntArrayRef output_padding = 0,
                        std::int64_t groups = 1, c10::IntArrayRef dilation = 1);

// Pooling over the last one to three dimensions. `stride` defaults to the kernel's size. NaN counts as the largest
// number.
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride = {}, c10::IntArrayRef padding = 0,
                                                   c10::IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor max_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1, bool ceil_mode = false);

// These functions take the maximum of each window, whose places depend on `random_samples` [batch, channels, D]. The
// numbers are in [0, 1). The windows have the size `kernel_size`, and there are `output_size` of them in each
// dimension. The second result is the place of each maximum among the elements of the last dimensions.
std::tuple<Tensor, Tensor> fractional_max_pool2d(const Tensor& self, c10::IntArrayRef kernel_size,
                                                 c10::IntArrayRef output_size, const Tensor& random_samples);
std::tuple<Tensor, Tensor> fractional_max_pool3d(const Tensor& self, c10::IntArrayRef kernel_size,
                                                 c10::IntArrayRef output_size, const Tensor& random_samples);

// Returns sums (mode 0), means (1) or maxima (2) of the rows of `weight` that `indices` selects, bag by bag. `offsets`
// gives the beginning of each bag and, with `include_last_offset`, also the end of the last one. Rows with index
// `padding_idx` are left out. Sparse gradients are not supported. The other results are for the derivative: the bag of
// each index, the sizes of the bags, and the positions of the maxima.
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq = false,
                                                         std::int64_t mode = 0, bool sparse = false,
                                                         const c10::optional<Tensor>& per_sample_weights = {},
                                                         bool include_last_offset = false);
std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq,
                                                         std::int64_t mode, bool sparse,
                                                         const c10::optional<Tensor>& per_sample_weights,
                                                         bool include_last_offset,
                                                         c10::optional<std::int64_t> padding_idx);

// These functions divide the image into `output_size` parts along its dimensions, and return the mean of each part.
Tensor adaptive_avg_pool2d(const Tensor& self, c10::IntArrayRef output_size);
Tensor adaptive_avg_pool3d(const Tensor& self, c10::IntArrayRef output_size);

// Multiplies [..., in] by the transpose of `weight` [out, in] and adds `bias` [out].
Tensor linear(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {});

// Losses. `reduction` is a value of at::Reduction: it selects every loss, their mean, or their sum.
// nll_loss and nll_loss_nd return minus the log-probabilities of the targets. `self` is [classes] or [batch, classes],
// and for nll_loss_nd also [batch, classes, ...]. `target` has dtype Long and no class dimension. Targets equal to
// `ignore_index` do not count. `weight` has one number for each class.
Tensor nll_loss(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight = {},
                std::int64_t reduction = Reduction::Mean, std::int64_t ignore_index = -100);
Tensor nll_loss_nd(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight = {},
                   std::int64_t reduction = Reduction::Mean, std::int64_t ignore_index = -100);
// Computes nll_loss_nd of the log_softmax of `self`. A floating-point target with the sizes of `self` contains class
// probabilities. For class indices a nonzero label_smoothing raises Unsupported.
Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight = {},
                          std::int64_t reduction = Reduction::Mean, std::int64_t ignore_index = -100,
                          double label_smoothing = 0.0);
Tensor l1_loss(const Tensor& self, const Tensor& target, std::int64_t reduction = Reduction::Mean);

}  // namespace modecheck_v1
}  // namespace at
