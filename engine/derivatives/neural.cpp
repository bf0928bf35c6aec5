// The operators of neural networks: derivatives and dispatch tables.
#include "spec/operators/neural.h"

#include <algorithm>
#include <vector>

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/kernels/register.h"
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

struct ConvolutionDerivative : Differentiable {
  static constexpr const char* name = "ConvolutionBackward0";
  SavedTensor input, weight;
  Sizes stride, padding, dilation, output_padding;
  bool transposed = false;
  std::int64_t groups = 1;
  auto saved() { return std::tie(input, weight); }

  void save(Saver& saver, const at::Tensor& image, const at::Tensor& kernels, const c10::optional<at::Tensor>& /*bias*/,
            c10::IntArrayRef steps, c10::IntArrayRef pads, c10::IntArrayRef dilations, bool is_transposed,
            c10::IntArrayRef more, std::int64_t group_count) {
    // As in libtorch both are saved: each gradient needs the other tensor and the sizes of its own tensor.
    saver.input(input, image);
    saver.input(weight, kernels);
    const std::size_t rank = static_cast<std::size_t>(std::max<std::int64_t>(kernels.dim() - 2, 0));
    const auto checked = [rank](c10::IntArrayRef values) {
      return values.size() == 1 || values.size() == rank ? spread(values, rank) : Sizes();
    };
    stride = checked(steps);
    padding = checked(pads);
    dilation = checked(dilations);
    output_padding = checked(more);
    transposed = is_transposed;
    groups = group_count;
  }

  void backward(Backward& b) {
    const at::Tensor kernels = b.get(weight);
    const at::Tensor image = b.get(input);
    const at::Tensor gradient = b.gradient();
    if (b.needs(0)) b.out(0) = of_input(image, kernels, gradient);
    if (b.needs(1)) b.out(1) = of_weight(image, kernels, gradient);
    if (b.inputs() > 2 && b.needs(2)) {
      std::vector<std::int64_t> dims{0};
      for (std::int64_t d = 2; d < gradient.dim(); ++d) dims.push_back(d);
      b.out(2) = call<operators::sum_dim_IntList>(gradient, c10::IntArrayRef(dims), false, c10::nullopt);
    }
  }

 private:
  // The gradient of the input is a convolution in the opposite direction with the same weight.
  at::Tensor of_input(const at::Tensor& image, const at::Tensor& kernels, const at::Tensor& gradient) const {
    const std::size_t rank = stride.size();
    if (transposed) {
      at::Tensor out = convolve(gradient, kernels, stride, padding, dilation, false, Sizes(padding), groups);
      // With output padding the result may be larger than the input, so it is narrowed.
      for (std::size_t d = 0; d < rank; ++d)
        if (out.sizes()[2 + d] != image.sizes()[2 + d])
          out = call<operators::narrow>(out, static_cast<std::int64_t>(2 + d), 0, image.sizes()[2 + d]);
      return out;
    }
    // The number of input elements behind the last window, for each dimension.
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
  at::Tensor of_weight(const at::Tensor& image, const at::Tensor& kernels, const at::Tensor& gradient) const {
    const at::Tensor& larger = transposed ? gradient : image;
    const at::Tensor& smaller = transposed ? image : gradient;
    if (larger.sizes()[0] == 0) return zeros(kernels.sizes(), kernels);
    const std::int64_t larger_channels = larger.sizes()[1] / groups;
    const std::int64_t smaller_channels = smaller.sizes()[1] / groups;
    std::vector<at::Tensor> parts;
    for (std::int64_t group = 0; group < groups; ++group) {
      const at::Tensor seen = call<operators::transpose_int>(
          call<operators::narrow>(larger, 1, group * larger_channels, larger_channels), 0, 1);
      const at::Tensor moved = call<operators::transpose_int>(
          call<operators::narrow>(smaller, 1, group * smaller_channels, smaller_channels), 0, 1);
      at::Tensor part = convolve(seen, moved, dilation, padding, stride, false, Sizes(padding), 1);
      for (std::size_t d = 0; d < stride.size(); ++d)
        part = call<operators::narrow>(part, static_cast<std::int64_t>(2 + d), 0, kernels.sizes()[2 + d]);
      parts.push_back(call<operators::transpose_int>(part, 0, 1));
    }
    return groups == 1 ? parts.front() : call<operators::cat>(at::TensorList(parts), 0);
  }
};

// --- pooling

template <typename BackwardOp>
struct MaxPoolDerivative : Differentiable {
  SavedTensor self, indices;
  Sizes kernel_size, stride, padding, dilation;
  bool ceil_mode = false;
  auto saved() { return std::tie(self, indices); }
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef kernel, c10::IntArrayRef steps, c10::IntArrayRef pads,
            c10::IntArrayRef dilations, bool ceil) {
    saver.input(self, a);
    kernel_size = kernel;
    stride = steps;
    padding = pads;
    dilation = dilations;
    ceil_mode = ceil;
  }
  void save_results(Saver& saver, const std::tuple<at::Tensor, at::Tensor>& results) {
    saver.constant(indices, std::get<1>(results));
  }
  void backward(Backward& b) {
    if (b.needs(0))
      b.out(0) = call<BackwardOp>(b.gradient(), b.get(self), kernel_size, stride, padding, dilation, ceil_mode,
                                  b.get(indices));
  }
};

// Double backward picks the elements at the positions of the maxima.
struct MaxPoolBackwardDerivative : Differentiable {
  SavedTensor indices;
  auto saved() { return std::tie(indices); }
  void save(Saver& saver, const at::Tensor& /*grad_output*/, const at::Tensor& /*self*/, c10::IntArrayRef /*kernel*/,
            c10::IntArrayRef /*stride*/, c10::IntArrayRef /*padding*/, c10::IntArrayRef /*dilation*/,
            bool /*ceil_mode*/, const at::Tensor& places) {
    saver.constant(indices, places);
  }

 protected:
  void gather_places(Backward& b, std::int64_t rank) {
    if (!b.needs(0)) return;
    const at::Tensor places = b.get(indices);
    const auto flat = [rank](const at::Tensor& tensor) {
      std::vector<std::int64_t> sizes = tensor.sizes().slice(0, static_cast<std::size_t>(tensor.dim() - rank)).vec();
      std::int64_t elements = 1;
      for (std::int64_t d = -rank; d < 0; ++d) elements *= tensor.size(d);
      sizes.push_back(elements);
      return reshape(tensor, sizes);
    };
    b.out(0) = reshape(call<operators::gather>(flat(b.gradient()), -1, flat(places), false), places.sizes());
  }
};

template <typename BackwardOp>
struct AvgPoolDerivative : Differentiable {
  SavedTensor self;
  Sizes kernel_size, stride, padding;
  bool ceil_mode = false;
  bool count_include_pad = true;
  c10::optional<std::int64_t> divisor_override;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef kernel, c10::IntArrayRef steps, c10::IntArrayRef pads,
            bool ceil, bool include_pad, c10::optional<std::int64_t> divisor) {
    saver.input(self, a);
    kernel_size = kernel;
    stride = steps;
    padding = pads;
    ceil_mode = ceil;
    count_include_pad = include_pad;
    divisor_override = divisor;
  }
  void backward(Backward& b) {
    if (b.needs(0))
      b.out(0) = call<BackwardOp>(b.gradient(), b.get(self), kernel_size, stride, padding, ceil_mode, count_include_pad,
                                  divisor_override);
  }
};

// Average pooling is linear, so double backward is the pooling itself. No gradient flows to `self`, of which only the
// sizes matter.
template <typename ForwardOp>
struct AvgPoolBackwardDerivative : Differentiable {
  Sizes kernel_size, stride, padding;
  bool ceil_mode = false;
  bool count_include_pad = true;
  c10::optional<std::int64_t> divisor_override;
  void save(Saver& /*nothing*/, const at::Tensor& /*grad_output*/, const at::Tensor& /*self*/, c10::IntArrayRef kernel,
            c10::IntArrayRef steps, c10::IntArrayRef pads, bool ceil, bool include_pad,
            c10::optional<std::int64_t> divisor) {
    kernel_size = kernel;
    stride = steps;
    padding = pads;
    ceil_mode = ceil;
    count_include_pad = include_pad;
    divisor_override = divisor;
  }
  void backward(Backward& b) {
    if (b.needs(0))
      b.out(0) =
          call<ForwardOp>(b.gradient(), kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);
  }
};

template <typename BackwardOp>
struct AdaptiveAvgPoolDerivative : Differentiable {
  SavedTensor self;
  auto saved() { return std::tie(self); }
  void save(Saver& saver, const at::Tensor& a, c10::IntArrayRef /*output_size*/) { saver.input(self, a); }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<BackwardOp>(b.gradient(), b.get(self));
  }
};

template <typename ForwardOp>
struct AdaptiveAvgPoolBackwardDerivative : Differentiable {
  Sizes sizes;
  void save(Saver& /*nothing*/, const at::Tensor& grad_output, const at::Tensor& self) {
    constexpr std::size_t rank = std::is_same_v<ForwardOp, operators::_adaptive_avg_pool2d> ? 2 : 3;
    if (grad_output.dim() == self.dim() && grad_output.sizes().size() > rank)
      sizes = grad_output.sizes().slice(grad_output.sizes().size() - rank);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<ForwardOp>(b.gradient(), sizes);
  }
};

// --- softmax

struct LogSoftmaxDerivative : Differentiable {
  static constexpr const char* name = "LogSoftmaxBackward0";
  static constexpr bool saves_result = true;
  SavedTensor result;
  std::int64_t dim = 0;
  auto saved() { return std::tie(result); }
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, std::int64_t along, bool /*half_to_float*/) { dim = along; }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor logarithms = b.get(result);
    // Without elements exp is not called, because it does not support float16.
    if (logarithms.numel() == 0) {
      b.out(0) = b.gradient();
      return;
    }
    const at::Tensor total = call<operators::sum_dim_IntList>(b.gradient(), dim, true, c10::nullopt);
    b.out(0) = sub(b.gradient(), mul(call<operators::exp>(logarithms), total));
  }
};

// --- embedding

at::Tensor of_each_row(const at::Tensor& one) { return call<operators::unsqueeze>(one, -1); }

// Returns for each element of `places` how often its value occurs, in one dimension and with the dtype of `like`.
at::Tensor uses_of(const at::Tensor& places, std::int64_t rows, const at::Tensor& like) {
  const std::int64_t count = places.numel();
  const at::Tensor flat = reshape(places, {count});
  return call<operators::index_select>(index_added({rows}, 0, flat, full({count}, 1, like)), 0, flat);
}

// Saves the argument as libtorch does, although its number of rows would suffice.
struct EmbeddingDerivative : Differentiable {
  static constexpr const char* name = "EmbeddingBackward0";
  SavedTensor weight, indices;
  std::int64_t padding_idx = -1;
  bool scale_grad_by_freq = false;
  auto saved() { return std::tie(weight, indices); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& places, std::int64_t padding, bool scale_by_freq,
            bool /*sparse*/) {
    saver.input(weight, a);
    saver.constant(indices, places);
    padding_idx = padding;
    scale_grad_by_freq = scale_by_freq;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor a = b.get(weight);
    const at::Tensor places = b.get(indices);
    const c10::ScalarType type = b.gradient().scalar_type();
    if (places.scalar_type() == c10::kLong && (type == c10::kFloat || type == c10::kDouble)) {
      b.out(0) = call<operators::embedding_dense_backward>(b.gradient(), places, a.sizes()[0], padding_idx,
                                                           scale_grad_by_freq);
      return;
    }
    const std::int64_t count = places.numel();
    const at::Tensor flat = reshape(places, {count});
    at::Tensor rows = reshape(b.gradient(), {count, a.sizes()[1]});
    if (padding_idx >= 0) rows = masked_fill(rows, of_each_row(eq(flat, number(padding_idx, flat))), 0);
    if (scale_grad_by_freq) rows = div(rows, of_each_row(uses_of(places, a.sizes()[0], rows)));
    b.out(0) = index_added(a.sizes(), 0, flat, rows);
  }
};

struct EmbeddingBackwardDerivative : Differentiable {
  static constexpr const char* name = "EmbeddingDenseBackwardBackward0";
  SavedTensor indices;
  std::int64_t rows = 0;
  std::int64_t padding_idx = -1;
  bool scale_grad_by_freq = false;
  auto saved() { return std::tie(indices); }
  void save(Saver& saver, const at::Tensor& /*grad_output*/, const at::Tensor& places, std::int64_t num_weights,
            std::int64_t padding, bool scale_by_freq) {
    saver.constant(indices, places);
    rows = num_weights;
    padding_idx = padding;
    scale_grad_by_freq = scale_by_freq;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor places = b.get(indices);
    at::Tensor out = call<operators::embedding>(b.gradient(), places, -1, false, false);
    if (padding_idx >= 0)
      out = masked_fill(out, call<operators::unsqueeze>(eq(places, number(padding_idx, places)), -1), 0);
    if (scale_grad_by_freq) out = div(out, of_each_row(reshape(uses_of(places, rows, out), places.sizes())));
    b.out(0) = out;
  }
};

}  // namespace

#define MODECHECK_POOLING(rank)                                                                                        \
  template <>                                                                                                          \
  struct Derivative<operators::max_pool##rank##d_with_indices>                                                         \
      : MaxPoolDerivative<operators::max_pool##rank##d_with_indices_backward> {                                        \
    static constexpr const char* name = "MaxPool" #rank "DWithIndicesBackward0";                                       \
  };                                                                                                                   \
  template <>                                                                                                          \
  struct Derivative<operators::max_pool##rank##d_with_indices_backward> : MaxPoolBackwardDerivative {                  \
    static constexpr const char* name = "MaxPool" #rank "DWithIndicesBackwardBackward0";                               \
    void backward(Backward& b) { gather_places(b, rank); }                                                             \
  };                                                                                                                   \
  template <>                                                                                                          \
  struct Derivative<operators::avg_pool##rank##d> : AvgPoolDerivative<operators::avg_pool##rank##d_backward> {         \
    static constexpr const char* name = "AvgPool" #rank "DBackward0";                                                  \
  };                                                                                                                   \
  template <>                                                                                                          \
  struct Derivative<operators::avg_pool##rank##d_backward> : AvgPoolBackwardDerivative<operators::avg_pool##rank##d> { \
    static constexpr const char* name = "AvgPool" #rank "DBackwardBackward0";                                          \
  };                                                                                                                   \
  template <>                                                                                                          \
  struct Derivative<operators::_adaptive_avg_pool##rank##d>                                                            \
      : AdaptiveAvgPoolDerivative<operators::_adaptive_avg_pool##rank##d_backward> {                                   \
    static constexpr const char* name = "AdaptiveAvgPool" #rank "DBackward0";                                          \
  };                                                                                                                   \
  template <>                                                                                                          \
  struct Derivative<operators::_adaptive_avg_pool##rank##d_backward>                                                   \
      : AdaptiveAvgPoolBackwardDerivative<operators::_adaptive_avg_pool##rank##d> {                                    \
    static constexpr const char* name = "AdaptiveAvgPool" #rank "DBackwardBackward0";                                  \
  };                                                                                                                   \
  MODECHECK_REGISTER(max_pool##rank##d_with_indices, max_pool##rank##d_with_indices_out,                               \
                     max_pool##rank##d_with_indices_backward, avg_pool##rank##d, avg_pool##rank##d_out,                \
                     avg_pool##rank##d_backward, _adaptive_avg_pool##rank##d, _adaptive_avg_pool##rank##d_backward)

MODECHECK_POOLING(2)
MODECHECK_POOLING(3)
#undef MODECHECK_POOLING

MODECHECK_REGISTER_WITH(ConvolutionDerivative, convolution)
MODECHECK_REGISTER_WITH(LogSoftmaxDerivative, _log_softmax)
MODECHECK_REGISTER_WITH(EmbeddingDerivative, embedding)
MODECHECK_REGISTER_WITH(EmbeddingBackwardDerivative, embedding_dense_backward)

}  // namespace modecheck::engine
