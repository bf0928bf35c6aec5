#include "engine/nn/modules/conv.h"

#include "engine/nn/functional/conv.h"
#include "engine/nn/functional/padding.h"
#include "engine/nn/init/init.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

template <std::size_t D>
bool is_all(const ExpandingArray<D>& array, std::int64_t value) {
  return std::all_of(array->begin(), array->end(), [&](std::int64_t one) { return one == value; });
}

// Copies the options that both kinds of convolutions share.
template <std::size_t D, typename Options>
detail::ConvNdOptions<D> common_options(const Options& from) {
  detail::ConvNdOptions<D> out(from.in_channels(), from.out_channels(), from.kernel_size());
  out.stride(from.stride()).dilation(from.dilation()).groups(from.groups()).bias(from.bias());
  out.padding_mode(from.padding_mode()).padding(from.padding());
  return out;
}

template <std::size_t D>
detail::ConvNdOptions<D> options_of(const ConvOptions<D>& from) {
  return common_options<D>(from);
}

template <std::size_t D>
detail::ConvNdOptions<D> options_of(const ConvTransposeOptions<D>& from) {
  detail::ConvNdOptions<D> out = common_options<D>(from);
  out.transposed(true).output_padding(from.output_padding());
  return out;
}

template <std::size_t D>
void print_rest(std::ostream& stream, const detail::ConvNdOptions<D>& options) {
  if (!is_all(options.dilation(), 1)) stream << ", dilation=" << options.dilation();
  if (!is_all(options.output_padding(), 0)) stream << ", output_padding=" << options.output_padding();
  if (options.groups() != 1) stream << ", groups=" << options.groups();
  if (!options.bias()) stream << ", bias=false";
  if (!enumtype::holds_alternative<enumtype::kZeros>(options.padding_mode()))
    stream << ", padding_mode=" << enumtype::get_enum_name(options.padding_mode());
  stream << ")";
}

template <std::size_t D>
void print_first(std::ostream& stream, const char* name, const detail::ConvNdOptions<D>& options) {
  stream << "torch::nn::" << name << D << "d(" << options.in_channels() << ", " << options.out_channels()
         << ", kernel_size=" << options.kernel_size() << ", stride=" << options.stride();
  if (std::holds_alternative<enumtype::kValid>(options.padding()))
    stream << ", padding='valid'";
  else if (std::holds_alternative<enumtype::kSame>(options.padding()))
    stream << ", padding='same'";
  else if (const auto& numbers = std::get<ExpandingArray<D>>(options.padding()); !is_all(numbers, 0))
    stream << ", padding=" << numbers;
}

// Returns the paddings of both ends of each dimension, the last dimension first.
template <std::size_t D>
std::vector<std::int64_t> paddings_of(const detail::ConvNdOptions<D>& options) {
  std::vector<std::int64_t> out(2 * D, 0);
  if (std::holds_alternative<enumtype::kValid>(options.padding())) return out;
  const bool same = std::holds_alternative<enumtype::kSame>(options.padding());
  MODECHECK_ARGUMENT(!same || is_all(options.stride(), 1), "padding='same' is not supported for strided convolutions");
  for (std::size_t i = 0; i < D; ++i) {
    const std::size_t place = 2 * (D - 1 - i);
    if (same) {
      const std::int64_t total = (*options.dilation())[i] * ((*options.kernel_size())[i] - 1);
      out[place] = total / 2;
      out[place + 1] = total - total / 2;
    } else {
      out[place] = out[place + 1] = (*std::get<ExpandingArray<D>>(options.padding()))[i];
    }
  }
  return out;
}

// Returns the output paddings that give a transposed convolution the size `output_size`.
template <std::size_t D>
ExpandingArray<D> paddings_for(const Tensor& input, c10::IntArrayRef output_size,
                               const detail::ConvNdOptions<D>& options) {
  modecheck::engine::sizes_as_numbers("a transposed convolution", input);
  const auto dims = static_cast<std::int64_t>(D);
  const std::int64_t first = input.dim() - dims;
  MODECHECK_ARGUMENT(first == 1 || first == 2, "a transposed convolution takes an input of ", D + 1, " or ", D + 2,
                     " dimensions, but got ", input.dim());
  const c10::IntArrayRef wanted = output_size.size() == D + 2 ? output_size.slice(2) : output_size;
  MODECHECK_ARGUMENT(wanted.size() == D, "output_size must have ", D, " or ", D + 2, " elements (got ",
                     output_size.size(), ")");
  const auto& padding = *std::get<ExpandingArray<D>>(options.padding());
  ExpandingArray<D> out(0);
  for (std::size_t i = 0; i < D; ++i) {
    const std::int64_t least = (input.size(first + static_cast<std::int64_t>(i)) - 1) * (*options.stride())[i] -
                               2 * padding[i] + (*options.dilation())[i] * ((*options.kernel_size())[i] - 1) + 1;
    const std::int64_t most = least + (*options.stride())[i] - 1;
    MODECHECK_ARGUMENT(wanted[i] >= least && wanted[i] <= most, "requested an output size of ", wanted[i],
                       " in dimension ", i, ", but valid sizes range from ", least, " to ", most, " (for an input of ",
                       input.sizes(), ")");
    (*out)[i] = wanted[i] - least;
  }
  return out;
}

Tensor call(const Tensor& input, const Tensor& weight, const functional::Conv1dFuncOptions& options) {
  return functional::conv1d(input, weight, options);
}
Tensor call(const Tensor& input, const Tensor& weight, const functional::Conv2dFuncOptions& options) {
  return functional::conv2d(input, weight, options);
}
Tensor call(const Tensor& input, const Tensor& weight, const functional::Conv3dFuncOptions& options) {
  return functional::conv3d(input, weight, options);
}
Tensor call(const Tensor& input, const Tensor& weight, const functional::ConvTranspose1dFuncOptions& options) {
  return functional::conv_transpose1d(input, weight, options);
}
Tensor call(const Tensor& input, const Tensor& weight, const functional::ConvTranspose2dFuncOptions& options) {
  return functional::conv_transpose2d(input, weight, options);
}
Tensor call(const Tensor& input, const Tensor& weight, const functional::ConvTranspose3dFuncOptions& options) {
  return functional::conv_transpose3d(input, weight, options);
}

}  // namespace

template <std::size_t D, typename Derived>
void ConvNdImpl<D, Derived>::reset() {
  MODECHECK_ARGUMENT(options.groups() > 0, "groups must be a positive integer, but it is ", options.groups());
  MODECHECK_ARGUMENT(options.in_channels() % options.groups() == 0, "in_channels must be divisible by groups");
  MODECHECK_ARGUMENT(options.out_channels() % options.groups() == 0, "out_channels must be divisible by groups");
  _reversed_padding_repeated_twice = paddings_of(options);
  std::vector<std::int64_t> sizes{options.out_channels(), options.in_channels() / options.groups()};
  if (options.transposed()) sizes = {options.in_channels(), options.out_channels() / options.groups()};
  sizes.insert(sizes.end(), options.kernel_size()->begin(), options.kernel_size()->end());
  weight = this->register_parameter("weight", at::empty(sizes));
  const bool biased = options.bias();
  bias = this->register_parameter("bias", biased ? at::empty(options.out_channels()) : Tensor(), biased);
  reset_parameters();
}

template <std::size_t D, typename Derived>
void ConvNdImpl<D, Derived>::reset_parameters() {
  init::kaiming_uniform_(weight, std::sqrt(5));
  if (!bias.defined()) return;
  const auto fan_in = std::get<0>(init::_calculate_fan_in_and_fan_out(weight));
  const double bound = 1 / std::sqrt(static_cast<double>(fan_in));
  init::uniform_(bias, -bound, bound);
}

template <std::size_t D, typename Derived>
void ConvNdImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  print_first(stream, "Conv", options);
  print_rest(stream, options);
}

template <std::size_t D, typename Derived>
Tensor ConvNdImpl<D, Derived>::convolve(const Tensor& input) {
  functional::ConvFuncOptions<D> how;
  how.bias(bias).stride(options.stride()).padding(options.padding());
  how.dilation(options.dilation()).groups(options.groups());
  if (enumtype::holds_alternative<enumtype::kZeros>(options.padding_mode())) return call(input, weight, how);
  functional::PadFuncOptions pads(_reversed_padding_repeated_twice);
  if (enumtype::holds_alternative<enumtype::kCircular>(options.padding_mode()))
    pads.mode(torch::kCircular);
  else if (enumtype::holds_alternative<enumtype::kReflect>(options.padding_mode()))
    pads.mode(torch::kReflect);
  else
    pads.mode(torch::kReplicate);
  how.padding(ExpandingArray<D>(0));
  return call(functional::pad(input, pads), weight, how);
}

template <std::size_t D, typename Derived>
void ConvTransposeNdImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  print_first(stream, "ConvTranspose", this->options);
  print_rest(stream, this->options);
}

template <std::size_t D, typename Derived>
Tensor ConvTransposeNdImpl<D, Derived>::convolve_to(const Tensor& input,
                                                    const c10::optional<c10::IntArrayRef>& output_size) {
  const auto& own = this->options;
  MODECHECK_ARGUMENT(enumtype::holds_alternative<enumtype::kZeros>(own.padding_mode()),
                     "Only `zeros` padding mode is supported for ConvTranspose", D, "d");
  functional::ConvTransposeFuncOptions<D> how;
  how.bias(this->bias).stride(own.stride()).padding(std::get<ExpandingArray<D>>(own.padding()));
  how.dilation(own.dilation()).groups(own.groups()).output_padding(own.output_padding());
  if (output_size.has_value()) how.output_padding(paddings_for(input, *output_size, own));
  return call(input, this->weight, how);
}

Conv1dImpl::Conv1dImpl(Conv1dOptions options_) : ConvNdImpl(options_of(options_)) {}
Tensor Conv1dImpl::forward(const Tensor& input) { return convolve(input); }
Conv2dImpl::Conv2dImpl(Conv2dOptions options_) : ConvNdImpl(options_of(options_)) {}
Tensor Conv2dImpl::forward(const Tensor& input) { return convolve(input); }
Conv3dImpl::Conv3dImpl(Conv3dOptions options_) : ConvNdImpl(options_of(options_)) {}
Tensor Conv3dImpl::forward(const Tensor& input) { return convolve(input); }
ConvTranspose1dImpl::ConvTranspose1dImpl(ConvTranspose1dOptions options_) : ConvTransposeNdImpl(options_of(options_)) {}
Tensor ConvTranspose1dImpl::forward(const Tensor& input, const c10::optional<c10::IntArrayRef>& output_size) {
  return convolve_to(input, output_size);
}
ConvTranspose2dImpl::ConvTranspose2dImpl(ConvTranspose2dOptions options_) : ConvTransposeNdImpl(options_of(options_)) {}
Tensor ConvTranspose2dImpl::forward(const Tensor& input, const c10::optional<c10::IntArrayRef>& output_size) {
  return convolve_to(input, output_size);
}
ConvTranspose3dImpl::ConvTranspose3dImpl(ConvTranspose3dOptions options_) : ConvTransposeNdImpl(options_of(options_)) {}
Tensor ConvTranspose3dImpl::forward(const Tensor& input, const c10::optional<c10::IntArrayRef>& output_size) {
  return convolve_to(input, output_size);
}

template class ConvNdImpl<1, Conv1dImpl>;
template class ConvNdImpl<1, ConvTranspose1dImpl>;
template class ConvTransposeNdImpl<1, ConvTranspose1dImpl>;
template class ConvNdImpl<2, Conv2dImpl>;
template class ConvNdImpl<2, ConvTranspose2dImpl>;
template class ConvTransposeNdImpl<2, ConvTranspose2dImpl>;
template class ConvNdImpl<3, Conv3dImpl>;
template class ConvNdImpl<3, ConvTranspose3dImpl>;
template class ConvTransposeNdImpl<3, ConvTranspose3dImpl>;

MODECHECK_DEFAULT_ARGS(ConvTranspose1dImpl, {1, AnyValue(c10::optional<c10::IntArrayRef>())})
MODECHECK_DEFAULT_ARGS(ConvTranspose2dImpl, {1, AnyValue(c10::optional<c10::IntArrayRef>())})
MODECHECK_DEFAULT_ARGS(ConvTranspose3dImpl, {1, AnyValue(c10::optional<c10::IntArrayRef>())})

Conv1dImpl::Conv1dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<1> kernel_size)
    : Conv1dImpl(Conv1dOptions(input_channels, output_channels, kernel_size)) {}
Conv2dImpl::Conv2dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<2> kernel_size)
    : Conv2dImpl(Conv2dOptions(input_channels, output_channels, kernel_size)) {}
Conv3dImpl::Conv3dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<3> kernel_size)
    : Conv3dImpl(Conv3dOptions(input_channels, output_channels, kernel_size)) {}
ConvTranspose1dImpl::ConvTranspose1dImpl(std::int64_t input_channels, std::int64_t output_channels,
                                         ExpandingArray<1> kernel_size)
    : ConvTranspose1dImpl(ConvTranspose1dOptions(input_channels, output_channels, kernel_size)) {}
ConvTranspose2dImpl::ConvTranspose2dImpl(std::int64_t input_channels, std::int64_t output_channels,
                                         ExpandingArray<2> kernel_size)
    : ConvTranspose2dImpl(ConvTranspose2dOptions(input_channels, output_channels, kernel_size)) {}
ConvTranspose3dImpl::ConvTranspose3dImpl(std::int64_t input_channels, std::int64_t output_channels,
                                         ExpandingArray<3> kernel_size)
    : ConvTranspose3dImpl(ConvTranspose3dOptions(input_channels, output_channels, kernel_size)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
