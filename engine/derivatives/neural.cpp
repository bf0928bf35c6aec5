// Defines the derivatives and dispatch tables of the operators of neural networks.
#include "spec/operators/neural.h"

#include <vector>

#include "engine/derivatives/gradient.h"
#include "spec/operators/joining.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic
using Sizes = SmallSizes;

// --- convolution

// Returns one number for each of `rank` dimensions. A single number is repeated.
Sizes spread(c10::IntArrayRef values, std::size_t rank) {
  Sizes out;
  for (std::size_t d = 0; d < rank; ++d) out.push_back(values.size() == 1 ? values[0] : values[d]);
  return out;
}

at::Tensor convolve(const at::Tensor& input, const at::Tensor& weight, const Sizes& stride, const Sizes& padding,
                    const Sizes& dilation, bool transposed, const Sizes& output_padding, std::int64_t groups) {
  return call<operators::convolution>(input, weight, c10::nullopt, stride, padding, dilation, transposed,
                                      output_padding, groups);
}

// The arguments of a convolution, with one number for each dimension.
struct ConvolutionArguments {
  Sizes stride, padding, dilation;
  bool transposed;
  std::int64_t groups;

  // The gradient of a convolution's input is a convolution of the incoming gradient with the same weight. For a
  // convolution that is a transposed one, and the reverse.
  at::Tensor input_gradient(const at::Tensor& image, const at::Tensor& kernels, const at::Tensor& gradient) const {
    const std::size_t rank = stride.size();
    if (transposed) {
      at::Tensor out = convolve(gradient, kernels, stride, padding, dilation, false, Sizes(padding), groups);
      // With output padding, `out` may be larger than the input whose gradient it is, so `out` is narrowed.
      for (std::size_t d = 0; d < rank; ++d)
        if (out.sizes()[2 + d] != image.sizes()[2 + d])
          out = call<operators::narrow>(out, static_cast<std::int64_t>(2 + d), 0, image.sizes()[2 + d]);
      return out;
    }
    // The number of input elements after the last window, for each dimension. The transposed convolution must add them
    // as output padding.
    Sizes rest;
    for (std::size_t d = 0; d < rank; ++d) {
      const std::int64_t reached =
          (gradient.sizes()[2 + d] - 1) * stride[d] - 2 * padding[d] + dilation[d] * (kernels.sizes()[2 + d] - 1) + 1;
      rest.push_back(image.sizes()[2 + d] - reached);
    }
    return convolve(gradient, kernels, stride, padding, dilation, true, rest, groups);
  }

  // The gradient of the weight is a convolution of the larger image with the smaller one as weight. Stride and dilation
  // swap their roles, and so do batch and channels.
  at::Tensor weight_gradient(const at::Tensor& image, const at::Tensor& kernels, const at::Tensor& gradient) const {
    const at::Tensor& larger = transposed ? gradient : image;
    const at::Tensor& smaller = transposed ? image : gradient;
    if (larger.sizes()[0] == 0) return zeros(kernels.sizes(), kernels);
    const std::int64_t larger_channels = larger.sizes()[1] / groups;
    const std::int64_t smaller_channels = smaller.sizes()[1] / groups;
    std::vector<at::Tensor> of_groups;
    for (std::int64_t group = 0; group < groups; ++group) {
      const at::Tensor seen = call<operators::transpose_int>(
          call<operators::narrow>(larger, 1, group * larger_channels, larger_channels), 0, 1);
      const at::Tensor moved = call<operators::transpose_int>(
          call<operators::narrow>(smaller, 1, group * smaller_channels, smaller_channels), 0, 1);
      at::Tensor of_group = convolve(seen, moved, dilation, padding, stride, false, Sizes(padding), 1);
      for (std::size_t d = 0; d < stride.size(); ++d)
        of_group = call<operators::narrow>(of_group, static_cast<std::int64_t>(2 + d), 0, kernels.sizes()[2 + d]);
      of_groups.push_back(call<operators::transpose_int>(of_group, 0, 1));
    }
    return groups == 1 ? of_groups.front() : call<operators::cat>(at::TensorList(of_groups), 0);
  }
};

}  // namespace

// As in libtorch both tensors are saved: each gradient needs the other tensor and the sizes of its own tensor.
MODECHECK_GRADIENTS(ConvolutionBackward0, (convolution), input, weight, stride, padding, dilation, transposed, groups) {
  const at::Tensor kernels = b.get(weight);
  const at::Tensor image = b.get(input);
  const std::size_t rank = static_cast<std::size_t>(kernels.dim() - 2);
  const ConvolutionArguments call_of{spread(stride, rank), spread(padding, rank), spread(dilation, rank), transposed,
                                     groups};
  if (b.needs(0)) b.out(0) = call_of.input_gradient(image, kernels, g);
  if (b.needs(1)) b.out(1) = call_of.weight_gradient(image, kernels, g);
  if (b.inputs() > 2 && b.needs(2)) {
    std::vector<std::int64_t> dims{0};
    for (std::int64_t d = 2; d < g.dim(); ++d) dims.push_back(d);
    b.out(2) = call<operators::sum_dim_IntList>(g, c10::IntArrayRef(dims), false, c10::nullopt);
  }
}

// --- pooling

namespace {

// Double backward of max pooling picks the elements at the positions of the maxima. `rank` is the number of dimensions
// of an image.
at::Tensor gather_maxima(const at::Tensor& gradient, const at::Tensor& places, std::int64_t rank) {
  const auto flat = [rank](const at::Tensor& tensor) {
    std::vector<std::int64_t> sizes = tensor.sizes().slice(0, static_cast<std::size_t>(tensor.dim() - rank)).vec();
    std::int64_t elements = 1;
    for (std::int64_t d = -rank; d < 0; ++d) elements *= tensor.size(d);
    sizes.push_back(elements);
    return reshape(tensor, sizes);
  };
  return reshape(call<operators::gather>(flat(gradient), -1, flat(places), false), places.sizes());
}

c10::IntArrayRef last_sizes(c10::IntArrayRef sizes, std::size_t count) { return sizes.slice(sizes.size() - count); }

}  // namespace

// Average pooling is linear, so its double backward is the pooling itself. A pooling's backward operator uses only the
// sizes of its argument, so no gradient flows to that argument.
#define MODECHECK_POOLING(rank)                                                                                      \
  MODECHECK_GRADIENT(MaxPool##rank##DWithIndicesBackward0, (max_pool##rank##d_with_indices), self, result1,          \
                     kernel_size, stride, padding, dilation, ceil_mode) {                                            \
    return call<operators::max_pool##rank##d_with_indices_backward>(g, self, kernel_size, stride, padding, dilation, \
                                                                    ceil_mode, result1);                             \
  }                                                                                                                  \
  MODECHECK_GRADIENT(MaxPool##rank##DWithIndicesBackwardBackward0, (max_pool##rank##d_with_indices_backward),        \
                     indices) {                                                                                      \
    return gather_maxima(g, indices, rank);                                                                          \
  }                                                                                                                  \
  MODECHECK_GRADIENT(AvgPool##rank##DBackward0, (avg_pool##rank##d), self, kernel_size, stride, padding, ceil_mode,  \
                     count_include_pad, divisor_override) {                                                          \
    return call<operators::avg_pool##rank##d_backward>(g, self, kernel_size, stride, padding, ceil_mode,             \
                                                       count_include_pad, divisor_override);                         \
  }                                                                                                                  \
  MODECHECK_GRADIENT(AvgPool##rank##DBackwardBackward0, (avg_pool##rank##d_backward), kernel_size, stride, padding,  \
                     ceil_mode, count_include_pad, divisor_override) {                                               \
    return call<operators::avg_pool##rank##d>(g, kernel_size, stride, padding, ceil_mode, count_include_pad,         \
                                              divisor_override);                                                     \
  }                                                                                                                  \
  MODECHECK_GRADIENT(AdaptiveAvgPool##rank##DBackward0, (_adaptive_avg_pool##rank##d), self) {                       \
    return call<operators::_adaptive_avg_pool##rank##d_backward>(g, self);                                           \
  }                                                                                                                  \
  MODECHECK_GRADIENT(AdaptiveAvgPool##rank##DBackwardBackward0, (_adaptive_avg_pool##rank##d_backward),              \
                     grad_output_sizes) {                                                                            \
    return call<operators::_adaptive_avg_pool##rank##d>(g, last_sizes(grad_output_sizes, rank));                     \
  }                                                                                                                  \
  MODECHECK_REGISTER(max_pool##rank##d_with_indices_out, avg_pool##rank##d_out)

MODECHECK_POOLING(2)
MODECHECK_POOLING(3)
#undef MODECHECK_POOLING

// --- softmax

MODECHECK_GRADIENT(LogSoftmaxBackward0, (_log_softmax), result, dim) {
  // exp does not support float16, so it is not called for a result without elements, which may have that dtype.
  if (result.numel() == 0) return g;
  const at::Tensor total = call<operators::sum_dim_IntList>(g, dim, true, c10::nullopt);
  return sub(g, mul(call<operators::exp>(result), total));
}

// --- embedding

namespace {

at::Tensor of_each_row(const at::Tensor& one) { return call<operators::unsqueeze>(one, -1); }

// Returns for each element of `places` how often its value occurs, in one dimension and with the dtype of `like`.
at::Tensor uses_of(const at::Tensor& places, std::int64_t rows, const at::Tensor& like) {
  const std::int64_t count = places.numel();
  const at::Tensor flat = reshape(places, {count});
  return call<operators::index_select>(index_added({rows}, 0, flat, full({count}, 1, like)), 0, flat);
}

}  // namespace

// embedding saves the weight as in libtorch, although the weight's number of rows would suffice.
MODECHECK_GRADIENT(EmbeddingBackward0, (embedding), weight, indices, padding_idx, scale_grad_by_freq) {
  const c10::ScalarType type = g.scalar_type();
  const std::int64_t all_rows = weight.sizes()[0];
  if (indices.scalar_type() == c10::kLong && (type == c10::kFloat || type == c10::kDouble))
    return call<operators::embedding_dense_backward>(g, indices, all_rows, padding_idx, scale_grad_by_freq);
  const std::int64_t count = indices.numel();
  const at::Tensor flat = reshape(indices, {count});
  at::Tensor rows = reshape(g, {count, weight.sizes()[1]});
  if (padding_idx >= 0) rows = masked_fill(rows, of_each_row(eq(flat, number(padding_idx, flat))), 0);
  if (scale_grad_by_freq) rows = div(rows, of_each_row(uses_of(indices, all_rows, rows)));
  return index_added(weight.sizes(), 0, flat, rows);
}

MODECHECK_GRADIENT(EmbeddingDenseBackwardBackward0, (embedding_dense_backward), indices, num_weights, padding_idx,
                   scale_grad_by_freq) {
  at::Tensor out = call<operators::embedding>(g, indices, -1, false, false);
  if (padding_idx >= 0) out = masked_fill(out, of_each_row(eq(indices, number(padding_idx, indices))), 0);
  if (scale_grad_by_freq) out = div(out, of_each_row(reshape(uses_of(indices, num_weights, out), indices.sizes())));
  return out;
}

}  // namespace modecheck::engine
