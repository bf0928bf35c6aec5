#include "engine/nn/functional/pooling.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

namespace {

using Sizes = std::vector<std::int64_t>;

// Returns the sizes of an adaptive pool's result: those that are given, and the input's where they are not.
template <std::size_t D>
Sizes sizes_of(const Tensor& input, const ExpandingArrayWithOptionalElem<D>& given) {
  modecheck::engine::sizes_as_numbers("an adaptive pool", input);
  MODECHECK_ARGUMENT(input.dim() > static_cast<std::int64_t>(D), "Input dimension should be at least ", D + 1,
                     ", but it is ", input.dim());
  Sizes out;
  for (std::size_t i = 0; i < D; ++i)
    out.push_back((*given)[i].value_or(input.size(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(D))));
  return out;
}

Sizes sizes_of(const Tensor& /*input*/, const ExpandingArray<1>& given) { return {(*given)[0]}; }

// Returns the part of the last dimensions of `tensor` that the window at `place` of an adaptive pool covers.
Tensor window_of(Tensor tensor, const Sizes& sizes, const Sizes& place) {
  modecheck::engine::sizes_as_numbers("an adaptive pool", tensor);
  const auto count = static_cast<std::int64_t>(sizes.size());
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t size = tensor.size(i - count);
    const std::int64_t outputs = sizes[static_cast<std::size_t>(i)];
    const std::int64_t at = place[static_cast<std::size_t>(i)];
    const std::int64_t begin = at * size / outputs;
    const std::int64_t end = ((at + 1) * size + outputs - 1) / outputs;
    tensor = tensor.narrow(i - count, begin, end - begin);
  }
  return tensor.flatten(-count);
}

// Takes the maximum of each window and its place among the elements of the input's last dimensions.
std::tuple<Tensor, Tensor> adaptive_max(const Tensor& input, const Sizes& sizes) {
  modecheck::engine::sizes_as_numbers("an adaptive pool", input);
  const auto count = static_cast<std::int64_t>(sizes.size());
  Sizes lead(input.sizes().begin(), input.sizes().end() - count);
  const Sizes spatial(input.sizes().end() - count, input.sizes().end());
  std::int64_t places = 1;
  for (const std::int64_t size : spatial) places *= size;
  MODECHECK_ARGUMENT(places > 0, "adaptive_max_pool: an input of size ", input.sizes(), " has no elements in a window");
  std::int64_t outputs = 1;
  for (const std::int64_t size : sizes) outputs *= size;
  const Tensor numbers = at::arange(places, at::TensorOptions(at::kLong).device(input.device())).reshape(spatial);
  std::vector<Tensor> values;
  std::vector<Tensor> indices;
  for (std::int64_t output = 0; output < outputs; ++output) {
    Sizes place(sizes.size());
    std::int64_t rest = output;
    for (std::size_t i = sizes.size(); i-- > 0; rest /= sizes[i]) place[i] = rest % sizes[i];
    const auto [value, index] = window_of(input, sizes, place).max(-1);
    values.push_back(value);
    indices.push_back(window_of(numbers, sizes, place).take(index));
  }
  lead.insert(lead.end(), sizes.begin(), sizes.end());
  if (values.empty()) return {at::empty(lead, input.options()), at::empty(lead, numbers.options())};
  return {at::stack(values, -1).reshape(lead), at::stack(indices, -1).reshape(lead)};
}

// Returns the sizes of what a max pool with these windows pooled, or `output_size` if it is near enough to them.
template <std::size_t D>
Sizes unpooled_sizes(const Tensor& input, const MaxUnpoolFuncOptions<D>& options) {
  modecheck::engine::sizes_as_numbers("max_unpool", input);
  const auto first = input.dim() - static_cast<std::int64_t>(D);
  MODECHECK_ARGUMENT(first >= 1, "max_unpool takes an input of at least ", D + 1, " dimensions, but got ", input.dim());
  Sizes usual;
  for (std::size_t i = 0; i < D; ++i)
    usual.push_back((input.size(first + static_cast<std::int64_t>(i)) - 1) * (*options.stride())[i] +
                    (*options.kernel_size())[i] - 2 * (*options.padding())[i]);
  if (!options.output_size().has_value()) return usual;
  Sizes out = *options.output_size();
  if (out.size() == D + 2) out.erase(out.begin(), out.begin() + 2);
  MODECHECK_ARGUMENT(out.size() == D, "output_size should be a sequence containing ", D, " or ", D + 2,
                     " elements, but it has a length of '", options.output_size()->size(), "'");
  for (std::size_t i = 0; i < D; ++i) {
    const std::int64_t stride = (*options.stride())[i];
    MODECHECK_ARGUMENT(usual[i] - stride <= out[i] && out[i] <= usual[i] + stride, "invalid output_size ",
                       c10::IntArrayRef(out), " (dim ", i, " must be between ", usual[i] - stride, " and ",
                       usual[i] + stride, ")");
  }
  return out;
}

template <std::size_t D>
Tensor unpool(const Tensor& input, const Tensor& indices, const MaxUnpoolFuncOptions<D>& options) {
  modecheck::engine::sizes_as_numbers("max_unpool", input, indices);
  MODECHECK_ARGUMENT(indices.sizes() == input.sizes(), "max_unpool: the indices have size ", indices.sizes(),
                     " and the input ", input.sizes());
  const Sizes spatial = unpooled_sizes(input, options);
  const auto count = static_cast<std::int64_t>(D);
  Sizes flat(input.sizes().begin(), input.sizes().end() - count);
  Sizes whole = flat;
  whole.insert(whole.end(), spatial.begin(), spatial.end());
  std::int64_t places = 1;
  for (const std::int64_t size : spatial) places *= size;
  flat.push_back(places);
  const Tensor out = at::zeros(flat, input.options());
  return out.scatter(-1, indices.flatten(-count), input.flatten(-count)).reshape(whole);
}

// Turns the mean of powers over each window into the root of their sum.
Tensor root_of_sum(const Tensor& means, std::int64_t window, double norm_type) {
  return (at::sign(means) * at::relu(at::abs(means))).mul(window).pow(1. / norm_type);
}

// Returns the sizes of a fractional pool's result.
template <std::size_t D>
Sizes fractional_sizes(const char* name, const Tensor& input, const FractionalMaxPoolOptions<D>& options) {
  modecheck::engine::sizes_as_numbers(name, input);
  MODECHECK_ARGUMENT(options.output_size().has_value() || options.output_ratio().has_value(), name,
                     " requires specifying either an output_size or an output_ratio");
  if (options.output_size().has_value()) return {(**options.output_size()).begin(), (**options.output_size()).end()};
  Sizes out;
  for (std::size_t i = 0; i < D; ++i)
    out.push_back(static_cast<std::int64_t>(
        static_cast<double>(input.size(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(D))) *
        (**options.output_ratio())[i]));
  return out;
}

// Returns the random samples of a fractional pool, which are drawn if the options have none.
template <std::size_t D>
Tensor random_samples_of(const Tensor& input, const FractionalMaxPoolOptions<D>& options) {
  modecheck::engine::sizes_as_numbers("fractional_max_pool", input);
  if (options._random_samples().defined()) return options._random_samples();
  const auto rank = static_cast<std::int64_t>(D);
  const std::int64_t batch = input.dim() == rank + 1 ? 1 : input.size(0);
  return at::rand({batch, input.size(-rank - 1), rank}, at::TensorOptions(input.scalar_type()).device(input.device()));
}

}  // namespace

Tensor avg_pool1d(const Tensor& input, const AvgPool1dFuncOptions& options) {
  return at::avg_pool1d(input, options.kernel_size(), options.stride(), options.padding(), options.ceil_mode(),
                        options.count_include_pad());
}
Tensor avg_pool2d(const Tensor& input, const AvgPool2dFuncOptions& options) {
  return at::avg_pool2d(input, options.kernel_size(), options.stride(), options.padding(), options.ceil_mode(),
                        options.count_include_pad(), options.divisor_override());
}
Tensor avg_pool3d(const Tensor& input, const AvgPool3dFuncOptions& options) {
  return at::avg_pool3d(input, options.kernel_size(), options.stride(), options.padding(), options.ceil_mode(),
                        options.count_include_pad(), options.divisor_override());
}
Tensor max_pool1d(const Tensor& input, const MaxPool1dFuncOptions& options) {
  return at::max_pool1d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
std::tuple<Tensor, Tensor> max_pool1d_with_indices(const Tensor& input, const MaxPool1dFuncOptions& options) {
  return at::max_pool1d_with_indices(input, options.kernel_size(), options.stride(), options.padding(),
                                     options.dilation(), options.ceil_mode());
}
Tensor max_pool2d(const Tensor& input, const MaxPool2dFuncOptions& options) {
  return at::max_pool2d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& input, const MaxPool2dFuncOptions& options) {
  return at::max_pool2d_with_indices(input, options.kernel_size(), options.stride(), options.padding(),
                                     options.dilation(), options.ceil_mode());
}
Tensor max_pool3d(const Tensor& input, const MaxPool3dFuncOptions& options) {
  return at::max_pool3d(input, options.kernel_size(), options.stride(), options.padding(), options.dilation(),
                        options.ceil_mode());
}
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& input, const MaxPool3dFuncOptions& options) {
  return at::max_pool3d_with_indices(input, options.kernel_size(), options.stride(), options.padding(),
                                     options.dilation(), options.ceil_mode());
}
Tensor adaptive_avg_pool1d(const Tensor& input, const AdaptiveAvgPool1dFuncOptions& options) {
  return at::adaptive_avg_pool1d(input, sizes_of(input, options.output_size()));
}
Tensor adaptive_avg_pool2d(const Tensor& input, const AdaptiveAvgPool2dFuncOptions& options) {
  return at::adaptive_avg_pool2d(input, sizes_of(input, options.output_size()));
}
Tensor adaptive_avg_pool3d(const Tensor& input, const AdaptiveAvgPool3dFuncOptions& options) {
  return at::adaptive_avg_pool3d(input, sizes_of(input, options.output_size()));
}
Tensor adaptive_max_pool1d(const Tensor& input, const AdaptiveMaxPool1dFuncOptions& options) {
  return std::get<0>(adaptive_max_pool1d_with_indices(input, options));
}
std::tuple<Tensor, Tensor> adaptive_max_pool1d_with_indices(const Tensor& input,
                                                            const AdaptiveMaxPool1dFuncOptions& options) {
  return adaptive_max(input, sizes_of(input, options.output_size()));
}
Tensor adaptive_max_pool2d(const Tensor& input, const AdaptiveMaxPool2dFuncOptions& options) {
  return std::get<0>(adaptive_max_pool2d_with_indices(input, options));
}
std::tuple<Tensor, Tensor> adaptive_max_pool2d_with_indices(const Tensor& input,
                                                            const AdaptiveMaxPool2dFuncOptions& options) {
  return adaptive_max(input, sizes_of(input, options.output_size()));
}
Tensor adaptive_max_pool3d(const Tensor& input, const AdaptiveMaxPool3dFuncOptions& options) {
  return std::get<0>(adaptive_max_pool3d_with_indices(input, options));
}
std::tuple<Tensor, Tensor> adaptive_max_pool3d_with_indices(const Tensor& input,
                                                            const AdaptiveMaxPool3dFuncOptions& options) {
  return adaptive_max(input, sizes_of(input, options.output_size()));
}
Tensor max_unpool1d(const Tensor& input, const Tensor& indices, const MaxUnpool1dFuncOptions& options) {
  return unpool(input, indices, options);
}
Tensor max_unpool2d(const Tensor& input, const Tensor& indices, const MaxUnpool2dFuncOptions& options) {
  return unpool(input, indices, options);
}
Tensor max_unpool3d(const Tensor& input, const Tensor& indices, const MaxUnpool3dFuncOptions& options) {
  return unpool(input, indices, options);
}
std::tuple<Tensor, Tensor> fractional_max_pool2d_with_indices(const Tensor& input,
                                                              const FractionalMaxPool2dFuncOptions& options) {
  const Sizes sizes = fractional_sizes("fractional_max_pool2d", input, options);
  return at::fractional_max_pool2d(input, options.kernel_size(), sizes, random_samples_of(input, options));
}
Tensor fractional_max_pool2d(const Tensor& input, const FractionalMaxPool2dFuncOptions& options) {
  return std::get<0>(fractional_max_pool2d_with_indices(input, options));
}
std::tuple<Tensor, Tensor> fractional_max_pool3d_with_indices(const Tensor& input,
                                                              const FractionalMaxPool3dFuncOptions& options) {
  const Sizes sizes = fractional_sizes("fractional_max_pool3d", input, options);
  return at::fractional_max_pool3d(input, options.kernel_size(), sizes, random_samples_of(input, options));
}
Tensor fractional_max_pool3d(const Tensor& input, const FractionalMaxPool3dFuncOptions& options) {
  return std::get<0>(fractional_max_pool3d_with_indices(input, options));
}
Tensor lp_pool1d(const Tensor& input, const LPPool1dFuncOptions& options) {
  const Tensor means =
      at::avg_pool1d(input.pow(options.norm_type()), options.kernel_size(), options.stride(), 0, options.ceil_mode());
  return root_of_sum(means, (*options.kernel_size())[0], options.norm_type());
}
Tensor lp_pool2d(const Tensor& input, const LPPool2dFuncOptions& options) {
  const Tensor means =
      at::avg_pool2d(input.pow(options.norm_type()), options.kernel_size(), options.stride(), 0, options.ceil_mode());
  return root_of_sum(means, (*options.kernel_size())[0] * (*options.kernel_size())[1], options.norm_type());
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
