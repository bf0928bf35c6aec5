#include "engine/composites/neural_functions.h"

#include <array>
#include <cmath>
#include <vector>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/backends/iterate/layout.h"
#include "engine/composites/composition.h"
#include "engine/dispatch/call.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/comparison.h"
#include "spec/operators/composites.h"
#include "spec/operators/joining.h"
#include "spec/operators/matrix.h"
#include "spec/operators/metadata.h"
#include "spec/operators/neural.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::as_a_whole;
using modecheck::engine::call;
using modecheck::engine::ErrorClass;
namespace operators = modecheck::spec::operators;

namespace {

void check_rank(const char* name, const Tensor& input, const Tensor& weight, std::int64_t rank) {
  modecheck::engine::sizes_as_numbers(name, input, weight);
  MODECHECK_CHECK(input.dim() == rank + 1 || input.dim() == rank + 2, ErrorClass::Shape, name, ": expected ", rank + 1,
                  "D (unbatched) or ", rank + 2, "D (batched) input and ", rank + 2, "D weight, but got sizes ",
                  input.sizes(), " and ", weight.sizes());
}

// Turns an argument of an operator on one dimension, such as a stride, into the argument of the operator on two
// dimensions. `fill` is the value for the added first dimension.
std::vector<std::int64_t> widened(const char* name, c10::IntArrayRef list, std::int64_t fill) {
  MODECHECK_CHECK(list.size() <= 1, ErrorClass::Argument, name, ": expected one number, but got ", list);
  return list.empty() ? std::vector<std::int64_t>() : std::vector<std::int64_t>{fill, list[0]};
}

Tensor reduced(const char* name, const Tensor& losses, std::int64_t reduction) {
  switch (reduction) {
    case Reduction::None:
      return losses;
    case Reduction::Mean:
      return call<operators::mean_dim>(losses, c10::nullopt, false, c10::nullopt);
    case Reduction::Sum:
      return call<operators::sum>(losses, c10::nullopt);
    default:
      modecheck::engine::raise(ErrorClass::Argument, name, ": reduction must be 0 (None), 1 (Mean) or 2 (Sum), but is ",
                               reduction);
  }
}

}  // namespace

namespace {

// A single image is treated as a batch of one.
Tensor convolved(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias, c10::IntArrayRef stride,
                 c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed, c10::IntArrayRef output_padding,
                 std::int64_t groups, std::int64_t rank) {
  const std::vector<std::int64_t> nothing(static_cast<std::size_t>(rank), 0);
  if (!transposed) output_padding = nothing;
  if (input.dim() == rank + 2)
    return convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  return as_a_whole([&] {
    const Tensor batch = call<operators::unsqueeze>(input, 0);
    return call<operators::squeeze_dim>(
        convolution(batch, weight, bias, stride, padding, dilation, transposed, output_padding, groups), 0);
  });
}

// Pads so that the output has the input's size. If the total padding is odd, one zero is appended at the end before the
// convolution.
Tensor convolved_same(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                      c10::IntArrayRef stride, c10::IntArrayRef dilation, std::int64_t groups) {
  const std::int64_t spatial = weight.dim() - 2;
  MODECHECK_CHECK(spatial > 0, ErrorClass::Shape, "weight should have at least three dimensions");
  MODECHECK_CHECK(groups > 0, ErrorClass::Argument, "non-positive groups is not supported");
  MODECHECK_CHECK(input.dim() == weight.dim(), ErrorClass::Shape, "Expected ", weight.dim(),
                  "-dimensional input for a weight of sizes ", weight.sizes(), ", but got one of sizes ",
                  input.sizes());
  for (const c10::IntArrayRef list : {stride, dilation})
    MODECHECK_CHECK(list.size() == 1 || static_cast<std::int64_t>(list.size()) == spatial, ErrorClass::Argument,
                    "stride and dilation cannot broadcast to ", spatial, " dimensions");
  for (const std::int64_t step : stride)
    MODECHECK_CHECK(step == 1, ErrorClass::Argument, "padding='same' is not supported for strided convolutions");
  std::vector<std::int64_t> both;
  std::vector<std::int64_t> ends(static_cast<std::size_t>(2 * spatial), 0);
  bool even = true;
  for (std::int64_t d = 0; d < spatial; ++d) {
    const std::int64_t apart = dilation[dilation.size() == 1 ? 0 : static_cast<std::size_t>(d)];
    std::int64_t total = 0;
    MODECHECK_CHECK(!__builtin_mul_overflow(apart, weight.size(2 + d) - 1, &total), ErrorClass::Shape, "dilation ",
                    apart, " is too large for a weight of sizes ", weight.sizes());
    both.push_back(total / 2);
    ends[static_cast<std::size_t>(2 * (spatial - 1 - d) + 1)] = total % 2;
    even = even && total % 2 == 0;
  }
  const std::vector<std::int64_t> nothing(static_cast<std::size_t>(spatial), 0);
  const Tensor image = even ? input : at::constant_pad_nd(input, ends, 0);
  return convolution(image, weight, bias, stride, both, dilation, false, nothing, groups);
}

Tensor convolved_by_name(const char* name, const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                         c10::IntArrayRef stride, std::string_view padding, c10::IntArrayRef dilation,
                         std::int64_t groups, std::int64_t rank) {
  check_rank(name, input, weight, rank);
  const std::vector<std::int64_t> nothing(static_cast<std::size_t>(rank), 0);
  return as_a_whole([&] {
    const bool batched = input.dim() == rank + 2;
    const Tensor batch = batched ? input : call<operators::unsqueeze>(input, 0);
    MODECHECK_CHECK(padding == "valid" || padding == "same", ErrorClass::Argument, name, ": Invalid padding string: '",
                    padding, "'");
    const Tensor out = padding == "same"
                           ? convolved_same(batch, weight, bias, stride, dilation, groups)
                           : convolution(batch, weight, bias, stride, nothing, dilation, false, nothing, groups);
    return batched ? out : call<operators::squeeze_dim>(out, 0);
  });
}

}  // namespace

#define MODECHECK_CONVOLUTIONS(rank)                                                                                 \
  Tensor conv##rank##d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,                 \
                       c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation,                 \
                       std::int64_t groups) {                                                                        \
    check_rank("conv" #rank "d", input, weight, rank);                                                               \
    return convolved(input, weight, bias, stride, padding, dilation, false, {}, groups, rank);                       \
  }                                                                                                                  \
  Tensor conv##rank##d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,                 \
                       c10::IntArrayRef stride, std::string_view padding, c10::IntArrayRef dilation,                 \
                       std::int64_t groups) {                                                                        \
    const auto body = [&] {                                                                                          \
      return convolved_by_name("conv" #rank "d", input, weight, bias, stride, padding, dilation, groups, rank);      \
    };                                                                                                               \
    return modecheck::engine::traced_composite<operators::conv##rank##d_padding>(body, input, weight, bias, stride,  \
                                                                                 padding, dilation, groups);         \
  }                                                                                                                  \
  Tensor conv_transpose##rank##d(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,       \
                                 c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef output_padding, \
                                 std::int64_t groups, c10::IntArrayRef dilation) {                                   \
    check_rank("conv_transpose" #rank "d", input, weight, rank);                                                     \
    return convolved(input, weight, bias, stride, padding, dilation, true, output_padding, groups, rank);            \
  }
MODECHECK_CONVOLUTIONS(1)
MODECHECK_CONVOLUTIONS(2)
MODECHECK_CONVOLUTIONS(3)
#undef MODECHECK_CONVOLUTIONS

std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq,
                                                         std::int64_t mode, bool sparse,
                                                         const c10::optional<Tensor>& per_sample_weights,
                                                         bool include_last_offset) {
  return embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
                       include_last_offset, c10::nullopt);
}

std::tuple<Tensor, Tensor, Tensor, Tensor> embedding_bag(const Tensor& weight, const Tensor& indices,
                                                         const Tensor& offsets, bool scale_grad_by_freq,
                                                         std::int64_t mode, bool sparse,
                                                         const c10::optional<Tensor>& per_sample_weights,
                                                         bool include_last_offset,
                                                         c10::optional<std::int64_t> padding_idx) {
  modecheck::engine::sizes_as_numbers("embedding_bag", weight, indices, offsets, per_sample_weights);
  std::int64_t padding = -1;
  if (padding_idx.has_value()) {
    MODECHECK_CHECK(*padding_idx >= -weight.size(0) && *padding_idx < weight.size(0), ErrorClass::Argument,
                    "embedding_bag: padding_idx ", *padding_idx, " is out of range for ", weight.size(0), " rows");
    padding = *padding_idx < 0 ? *padding_idx + weight.size(0) : *padding_idx;
  }
  return _embedding_bag(weight, indices.contiguous(), offsets.contiguous(), scale_grad_by_freq, mode, sparse,
                        per_sample_weights, include_last_offset, padding);
}

std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                   c10::IntArrayRef dilation, bool ceil_mode) {
  modecheck::engine::sizes_as_numbers("max_pool1d_with_indices", self);
  MODECHECK_CHECK(self.dim() == 2 || self.dim() == 3, ErrorClass::Shape,
                  "max_pool1d: expected an input of two or three dimensions, but its sizes are ", self.sizes());
  return as_a_whole([&] {
    const auto [maxima, places] = max_pool2d_with_indices(
        call<operators::unsqueeze>(self, -2), widened("max_pool1d", kernel_size, 1), widened("max_pool1d", stride, 1),
        widened("max_pool1d", padding, 0), widened("max_pool1d", dilation, 1), ceil_mode);
    return std::tuple<Tensor, Tensor>{call<operators::squeeze_dim>(maxima, -2),
                                      call<operators::squeeze_dim>(places, -2)};
  });
}

Tensor max_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  c10::IntArrayRef dilation, bool ceil_mode) {
  return std::get<0>(max_pool1d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode));
}

Tensor max_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  c10::IntArrayRef dilation, bool ceil_mode) {
  return std::get<0>(max_pool2d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode));
}

Tensor max_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                  c10::IntArrayRef dilation, bool ceil_mode) {
  return std::get<0>(max_pool3d_with_indices(self, kernel_size, stride, padding, dilation, ceil_mode));
}

namespace {

void check_output_size(const char* name, c10::IntArrayRef output_size, std::size_t dimensions) {
  MODECHECK_CHECK(output_size.size() == dimensions, ErrorClass::Argument, name, ": output_size must be ", dimensions,
                  " numbers, but is ", output_size);
  for (const std::int64_t size : output_size)
    MODECHECK_CHECK(size >= 0, ErrorClass::Shape, name,
                    ": elements of output_size must be greater than or equal to 0, but got ", output_size);
}

}  // namespace

// As in libtorch, a single output element is computed by mean_dim, which supports more dtypes.
Tensor adaptive_avg_pool2d(const Tensor& self, c10::IntArrayRef output_size) {
  check_output_size("adaptive_avg_pool2d", output_size, 2);
  if (self.defined() && output_size.size() == 2 && output_size[0] == 1 && output_size[1] == 1) {
    const std::vector<std::int64_t> both{-1, -2};
    Tensor out = call<operators::mean_dim>(self, c10::IntArrayRef(both), true, c10::nullopt);
    const modecheck::engine::InsideComposite reads_sizes;
    if (self.dim() == 4 && modecheck::engine::backends::strides_suggest_channels_last(self.sizes(), self.strides())) {
      const std::int64_t channels = self.size(1);
      call<operators::as_strided_>(out, out.sizes().vec(), std::vector<std::int64_t>{channels, 1, channels, channels},
                                   c10::nullopt);
    }
    return out;
  }
  return _adaptive_avg_pool2d(self, output_size);
}
Tensor adaptive_avg_pool3d(const Tensor& self, c10::IntArrayRef output_size) {
  check_output_size("adaptive_avg_pool3d", output_size, 3);
  // A single output element is computed by mean_dim, which also accepts an input without channels.
  if (self.defined() && output_size.size() == 3 && output_size[0] == 1 && output_size[1] == 1 && output_size[2] == 1) {
    const std::vector<std::int64_t> all{-1, -2, -3};
    return call<operators::mean_dim>(self, c10::IntArrayRef(all), true, c10::nullopt);
  }
  return call<operators::_adaptive_avg_pool3d>(self, output_size);
}

Tensor linear(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias) {
  return modecheck::engine::traced_composite<operators::linear>(
      [&]() -> Tensor {
        const bool biased = bias.has_value() && bias->defined();
        return as_a_whole([&] {
          const auto turned = [&] { return call<operators::t>(weight); };
          if (input.dim() == 2 && biased) return call<operators::addmm>(*bias, input, turned(), 1, 1);
          if (input.dim() == 3 && biased && input.is_contiguous()) {
            const std::array<std::int64_t, 2> flat{input.size(0) * input.size(1), input.size(2)};
            const Tensor matrix = call<operators::view>(input, flat);
            const Tensor rows = call<operators::addmm>(*bias, matrix, turned(), 1, 1);
            return call<operators::view>(rows, std::array<std::int64_t, 3>{input.size(0), input.size(1), rows.size(1)});
          }
          Tensor product = call<operators::matmul>(input, turned());
          if (biased) call<operators::add__Tensor>(product, *bias, 1);
          return product;
        });
      },
      input, weight, bias);
}

namespace {

Tensor minus_at_targets(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight,
                        std::int64_t reduction, std::int64_t ignore_index) {
  constexpr const char* name = "nll_loss";
  MODECHECK_CHECK(self.dim() >= 1 && target.dim() == (self.dim() == 1 ? 0 : self.dim() - 1), ErrorClass::Shape, name,
                  ": input of sizes ", self.sizes(), " and target of sizes ", target.sizes(),
                  " do not belong together: the target lacks the dimension of the classes");
  MODECHECK_CHECK(target.scalar_type() == c10::kLong, ErrorClass::Dtype, name, ": expected targets of dtype Long, got ",
                  target.scalar_type());
  const std::int64_t classes = self.dim() == 1 ? 0 : 1;
  const bool weighted = weight.has_value() && weight->defined();
  MODECHECK_CHECK(!weighted || (weight->dim() == 1 && weight->numel() == self.size(classes)), ErrorClass::Shape, name,
                  ": expected a weight for each of ", self.size(classes), " classes, but got sizes ",
                  weighted ? weight->sizes() : c10::IntArrayRef());
  for (std::int64_t d = 0; d < target.dim(); ++d)
    MODECHECK_CHECK(target.size(d) == self.size(d == 0 ? 0 : d + 1), ErrorClass::Shape, name, ": input of sizes ",
                    self.sizes(), " and target of sizes ", target.sizes(), " do not belong together");
  // For ignored targets class 0 is looked up, and the result is not counted.
  const Tensor ignored = call<operators::eq_Tensor>(target, at::full({}, ignore_index, target.options()));
  const Tensor places = call<operators::masked_fill_Scalar>(target, ignored, 0);
  const Tensor picked = call<operators::squeeze_dim>(
      call<operators::gather>(self, classes, call<operators::unsqueeze>(places, classes), false), classes);
  Tensor counts =
      weighted ? call<operators::reshape>(
                     call<operators::index_select>(*weight, 0, call<operators::reshape>(places, -1)), places.sizes())
               : at::ones(target.sizes(), self.options());
  counts = call<operators::masked_fill_Scalar>(counts, ignored, 0);
  // An ignored element may be infinite, and infinity times zero would be NaN. The element is therefore replaced first.
  const Tensor losses = call<operators::mul_Tensor>(
      call<operators::neg>(call<operators::masked_fill_Scalar>(picked, ignored, 0)), counts);
  if (reduction != Reduction::Mean) return reduced(name, losses, reduction);
  return call<operators::div_Tensor>(call<operators::sum>(losses, c10::nullopt),
                                     call<operators::sum>(counts, c10::nullopt));
}

// Computes the cross entropy for targets that are class probabilities.
Tensor cross_entropy_of_shares(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight,
                               std::int64_t reduction, double smoothing) {
  constexpr const char* name = "cross_entropy_loss";
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, name, ": expected a tensor of at least one dimension");
  const std::int64_t dim = self.dim() == 1 ? 0 : 1;
  const std::int64_t classes = self.size(dim);
  const bool weighed = weight.has_value() && weight->defined();
  MODECHECK_CHECK(!weighed || (weight->dim() == 1 && weight->numel() == classes), ErrorClass::Shape, name,
                  ": weight tensor should be defined either for all ", classes, " classes or no classes");
  Tensor shares = target;
  Tensor out = call<operators::log_softmax_int>(self, dim, self.scalar_type());
  MODECHECK_CHECK(smoothing >= 0 && smoothing <= 1, ErrorClass::Argument, name,
                  ": label_smoothing must be between 0.0 and 1.0. Got: ", smoothing);
  if (smoothing > 0) shares = target.mul(1 - smoothing).add(smoothing / static_cast<double>(classes));
  Tensor factor;
  if (weighed) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(self.dim()), 1);
    sizes[static_cast<std::size_t>(dim)] = classes;
    factor = self.dim() == 1 ? *weight : weight->view(sizes);
  }
  out = out.mul(shares);
  if (weighed) out = out.mul(factor);
  if (reduction == Reduction::None) return out.sum(dim).neg();
  if (reduction == Reduction::Mean && self.numel() == 0) return out.sum().fill_(std::nan("")).neg();
  const Tensor sum = out.sum().neg();
  return reduction == Reduction::Sum ? sum : sum.div(self.numel() / classes);
}

}  // namespace

Tensor nll_loss(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight, std::int64_t reduction,
                std::int64_t ignore_index) {
  return std::get<0>(nll_loss_forward(self, target, weight, reduction, ignore_index));
}

Tensor nll_loss_nd(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight,
                   std::int64_t reduction, std::int64_t ignore_index) {
  return modecheck::engine::traced_composite<operators::nll_loss_nd>(
      [&]() -> Tensor {
        if (self.dim() < 1)
          throw c10::ValueError(ErrorClass::Shape, "nll_loss_nd: Expected 1 or more dimensions (got 0)");
        if (self.dim() != 1 && (target.dim() == 0 || self.size(0) != target.size(0)))
          throw c10::ValueError(ErrorClass::Shape, "nll_loss_nd: Expected input batch_size (" +
                                                       std::to_string(self.size(0)) + ") to match target batch_size (" +
                                                       (target.dim() == 0 ? "none" : std::to_string(target.size(0))) +
                                                       ").");
        if (self.dim() <= 2) return nll_loss(self, target, weight, reduction, ignore_index);
        return minus_at_targets(self, target, weight, reduction, ignore_index);
      },
      self, target, weight, reduction, ignore_index);
}

Tensor cross_entropy_loss(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight,
                          std::int64_t reduction, std::int64_t ignore_index, double label_smoothing) {
  return modecheck::engine::traced_composite<operators::cross_entropy_loss>(
      [&]() -> Tensor {
        constexpr const char* name = "cross_entropy_loss";
        if (self.is_same_size(target)) {
          MODECHECK_CHECK(c10::isFloatingType(target.scalar_type()), ErrorClass::Dtype, name,
                          ": Expected floating point type for target with class probabilities, got ",
                          target.scalar_type());
          MODECHECK_CHECK(ignore_index < 0, ErrorClass::Argument, name,
                          ": ignore_index is not supported for floating point target");
          return cross_entropy_of_shares(self, target, weight, reduction, label_smoothing);
        }
        MODECHECK_CHECK(label_smoothing >= 0 && label_smoothing <= 1, ErrorClass::Argument, name,
                        ": label_smoothing must be between 0.0 and 1.0. Got: ", label_smoothing);
        MODECHECK_CHECK(label_smoothing == 0, ErrorClass::Unsupported, name,
                        ": label_smoothing of class numbers is not supported here; pass 0, or the classes' shares");
        return nll_loss_nd(log_softmax(self, self.dim() == 1 ? 0 : 1), target, weight, reduction, ignore_index);
      },
      self, target, weight, reduction, ignore_index, label_smoothing);
}

Tensor l1_loss(const Tensor& self, const Tensor& target, std::int64_t reduction) {
  return as_a_whole([&] {
    return reduced("l1_loss", call<operators::abs>(call<operators::sub_Tensor>(self, target, 1)), reduction);
  });
}

namespace {

using PoolSizes = std::vector<std::int64_t>;

// Returns where the windows of one dimension begin, as [batch, channels, outputs]. The last window ends with the input.
Tensor window_starts(const Tensor& samples, std::int64_t input, std::int64_t outputs, std::int64_t window) {
  modecheck::engine::sizes_as_numbers("fractional_max_pool", samples);
  const TensorOptions numbers = TensorOptions(kLong).device(samples.device());
  const Tensor last = full({samples.size(0), samples.size(1), 1}, input - window, numbers);
  if (outputs == 1) return last;
  const double step = static_cast<double>(input - window) / static_cast<double>(outputs - 1);
  const Tensor shift = samples.detach().unsqueeze(-1);
  const Tensor starts = shift.add(arange(outputs - 1, samples.options())).mul(step).to(kLong);
  return cat({starts.sub(shift.mul(step).to(kLong)), last}, -1);
}

// Returns the places of the elements of all windows, as [batch, channels, outputs..., window...]. `order[i]` is the
// place of dimension i among the random samples.
Tensor window_places(c10::IntArrayRef spatial, c10::IntArrayRef window, c10::IntArrayRef outputs,
                     const Tensor& random_samples, c10::IntArrayRef order) {
  modecheck::engine::sizes_as_numbers("fractional_max_pool", random_samples);
  const std::size_t rank = spatial.size();
  Tensor places = zeros({}, TensorOptions(kLong).device(random_samples.device()));
  for (std::size_t i = 0; i < rank; ++i) {
    PoolSizes of_starts(2 + 2 * rank, 1);
    PoolSizes of_offsets = of_starts;
    of_starts[0] = random_samples.size(0);
    of_starts[1] = random_samples.size(1);
    of_starts[2 + i] = outputs[i];
    of_offsets[2 + rank + i] = window[i];
    const Tensor starts = window_starts(random_samples.select(-1, order[i]), spatial[i], outputs[i], window[i]);
    const Tensor offsets = arange(window[i], places.options()).reshape(of_offsets);
    places = places.mul(spatial[i]).add(starts.reshape(of_starts).add(offsets));
  }
  return places;
}

std::tuple<Tensor, Tensor> fractional_max_pool(const char* name, const Tensor& self, c10::IntArrayRef kernel_size,
                                               c10::IntArrayRef output_size, const Tensor& random_samples,
                                               c10::IntArrayRef order) {
  modecheck::engine::sizes_as_numbers(name, self, random_samples);
  const auto rank = static_cast<std::int64_t>(order.size());
  MODECHECK_CHECK(kernel_size.size() == order.size() && output_size.size() == order.size(), ErrorClass::Argument, name,
                  ": kernel_size and output_size must have ", rank, " numbers each, but are ", kernel_size, " and ",
                  output_size);
  MODECHECK_CHECK((self.dim() == rank + 1 || self.dim() == rank + 2) && self.numel() > 0, ErrorClass::Shape, name,
                  "(): Expected ", rank + 1, "D or ", rank + 2, "D tensor with elements, but got: ", self.sizes());
  MODECHECK_CHECK(c10::isFloatingType(self.scalar_type()) && random_samples.scalar_type() == self.scalar_type(),
                  ErrorClass::Dtype, name,
                  ": expected a floating-point input and random samples of its dtype, but got ", self.scalar_type(),
                  " and ", random_samples.scalar_type());
  const auto spatial = self.sizes().slice(static_cast<std::size_t>(self.dim() - rank));
  for (std::size_t i = 0; i < order.size(); ++i)
    MODECHECK_CHECK(kernel_size[i] > 0 && output_size[i] > 0 && output_size[i] + kernel_size[i] - 1 <= spatial[i],
                    ErrorClass::Shape, name, "(): pool size ", kernel_size[i], " too large relative to input size ",
                    spatial[i], " for ", output_size[i], " windows in dimension ", i);
  const bool has_batch = self.dim() == rank + 2;
  const Tensor batch = has_batch ? self : self.unsqueeze(0);
  MODECHECK_CHECK(random_samples.sizes() == c10::IntArrayRef({batch.size(0), batch.size(1), rank}), ErrorClass::Shape,
                  name, ": expected random samples of size [", batch.size(0), ", ", batch.size(1), ", ", rank,
                  "], but got ", random_samples.sizes());
  const Tensor places = window_places(spatial, kernel_size, output_size, random_samples, order);
  const Tensor windows = batch.flatten(2).gather(2, places.flatten(2)).reshape(places.sizes()).flatten(2 + rank);
  const auto [values, which] = windows.max(-1);
  const Tensor indices = places.flatten(2 + rank).gather(-1, which.unsqueeze(-1)).squeeze(-1);
  if (has_batch) return {values, indices};
  return {values.squeeze(0), indices.squeeze(0)};
}

}  // namespace

std::tuple<Tensor, Tensor> fractional_max_pool2d(const Tensor& self, c10::IntArrayRef kernel_size,
                                                 c10::IntArrayRef output_size, const Tensor& random_samples) {
  // The first random sample is for the width and the second for the height, as in libtorch.
  return as_a_whole([&] {
    return fractional_max_pool("fractional_max_pool2d", self, kernel_size, output_size, random_samples, {1, 0});
  });
}
std::tuple<Tensor, Tensor> fractional_max_pool3d(const Tensor& self, c10::IntArrayRef kernel_size,
                                                 c10::IntArrayRef output_size, const Tensor& random_samples) {
  return as_a_whole([&] {
    return fractional_max_pool("fractional_max_pool3d", self, kernel_size, output_size, random_samples, {0, 1, 2});
  });
}

}  // namespace modecheck_v1
}  // namespace at
