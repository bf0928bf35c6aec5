#include "engine/nn/modules/pooling.h"

#include "engine/nn/functional/pooling.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

template <std::size_t D, typename Derived>
void AvgPoolImpl<D, Derived>::reset() {}

template <std::size_t D, typename Derived>
void AvgPoolImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::AvgPool" << D << "d(kernel_size=" << options.kernel_size() << ", stride=" << options.stride()
         << ", padding=" << options.padding() << ")";
}

Tensor AvgPool1dImpl::forward(const Tensor& input) { return functional::avg_pool1d(input, options); }
template class AvgPoolImpl<1, AvgPool1dImpl>;

Tensor AvgPool2dImpl::forward(const Tensor& input) { return functional::avg_pool2d(input, options); }
template class AvgPoolImpl<2, AvgPool2dImpl>;

Tensor AvgPool3dImpl::forward(const Tensor& input) { return functional::avg_pool3d(input, options); }
template class AvgPoolImpl<3, AvgPool3dImpl>;

template <std::size_t D, typename Derived>
void MaxPoolImpl<D, Derived>::reset() {}

template <std::size_t D, typename Derived>
void MaxPoolImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::MaxPool" << D << "d(kernel_size=" << options.kernel_size() << ", stride=" << options.stride()
         << ", padding=" << options.padding() << ", dilation=" << options.dilation()
         << ", ceil_mode=" << (options.ceil_mode() ? "true" : "false") << ")";
}

Tensor MaxPool1dImpl::forward(const Tensor& input) { return functional::max_pool1d(input, options); }
std::tuple<Tensor, Tensor> MaxPool1dImpl::forward_with_indices(const Tensor& input) {
  return functional::max_pool1d_with_indices(input, options);
}
template class MaxPoolImpl<1, MaxPool1dImpl>;

Tensor MaxPool2dImpl::forward(const Tensor& input) { return functional::max_pool2d(input, options); }
std::tuple<Tensor, Tensor> MaxPool2dImpl::forward_with_indices(const Tensor& input) {
  return functional::max_pool2d_with_indices(input, options);
}
template class MaxPoolImpl<2, MaxPool2dImpl>;

Tensor MaxPool3dImpl::forward(const Tensor& input) { return functional::max_pool3d(input, options); }
std::tuple<Tensor, Tensor> MaxPool3dImpl::forward_with_indices(const Tensor& input) {
  return functional::max_pool3d_with_indices(input, options);
}
template class MaxPoolImpl<3, MaxPool3dImpl>;

template <std::size_t D, typename Derived>
void MaxUnpoolImpl<D, Derived>::reset() {}

template <std::size_t D, typename Derived>
void MaxUnpoolImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::MaxUnpool" << D << "d(kernel_size=" << options.kernel_size() << ", stride=" << options.stride()
         << ", padding=" << options.padding() << ")";
}

Tensor MaxUnpool1dImpl::forward(const Tensor& input, const Tensor& indices,
                                const c10::optional<std::vector<std::int64_t>>& output_size) {
  functional::MaxUnpool1dFuncOptions how(options.kernel_size());
  how.stride(options.stride()).padding(options.padding()).output_size(output_size);
  return functional::max_unpool1d(input, indices, how);
}
template class MaxUnpoolImpl<1, MaxUnpool1dImpl>;

Tensor MaxUnpool2dImpl::forward(const Tensor& input, const Tensor& indices,
                                const c10::optional<std::vector<std::int64_t>>& output_size) {
  functional::MaxUnpool2dFuncOptions how(options.kernel_size());
  how.stride(options.stride()).padding(options.padding()).output_size(output_size);
  return functional::max_unpool2d(input, indices, how);
}
template class MaxUnpoolImpl<2, MaxUnpool2dImpl>;

Tensor MaxUnpool3dImpl::forward(const Tensor& input, const Tensor& indices,
                                const c10::optional<std::vector<std::int64_t>>& output_size) {
  functional::MaxUnpool3dFuncOptions how(options.kernel_size());
  how.stride(options.stride()).padding(options.padding()).output_size(output_size);
  return functional::max_unpool3d(input, indices, how);
}
template class MaxUnpoolImpl<3, MaxUnpool3dImpl>;

template <std::size_t D, typename Derived>
void LPPoolImpl<D, Derived>::reset() {}

template <std::size_t D, typename Derived>
void LPPoolImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::LPPool" << D << "d(norm_type=" << options.norm_type()
         << ", kernel_size=" << options.kernel_size() << ", stride=" << options.stride()
         << ", ceil_mode=" << (options.ceil_mode() ? "true" : "false") << ")";
}

Tensor LPPool1dImpl::forward(const Tensor& input) { return functional::lp_pool1d(input, options); }
template class LPPoolImpl<1, LPPool1dImpl>;

Tensor LPPool2dImpl::forward(const Tensor& input) { return functional::lp_pool2d(input, options); }
template class LPPoolImpl<2, LPPool2dImpl>;

template <std::size_t D, typename OutputSize, typename Derived>
void AdaptiveAvgPoolImpl<D, OutputSize, Derived>::reset() {}

template <std::size_t D, typename OutputSize, typename Derived>
void AdaptiveAvgPoolImpl<D, OutputSize, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::AdaptiveAvgPool" << D << "d(output_size=" << options.output_size() << ")";
}

Tensor AdaptiveAvgPool1dImpl::forward(const Tensor& input) { return functional::adaptive_avg_pool1d(input, options); }
template class AdaptiveAvgPoolImpl<1, ExpandingArray<1>, AdaptiveAvgPool1dImpl>;

Tensor AdaptiveAvgPool2dImpl::forward(const Tensor& input) { return functional::adaptive_avg_pool2d(input, options); }
template class AdaptiveAvgPoolImpl<2, ExpandingArrayWithOptionalElem<2>, AdaptiveAvgPool2dImpl>;

Tensor AdaptiveAvgPool3dImpl::forward(const Tensor& input) { return functional::adaptive_avg_pool3d(input, options); }
template class AdaptiveAvgPoolImpl<3, ExpandingArrayWithOptionalElem<3>, AdaptiveAvgPool3dImpl>;

template <std::size_t D, typename OutputSize, typename Derived>
void AdaptiveMaxPoolImpl<D, OutputSize, Derived>::reset() {}

template <std::size_t D, typename OutputSize, typename Derived>
void AdaptiveMaxPoolImpl<D, OutputSize, Derived>::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::AdaptiveMaxPool" << D << "d(output_size=" << options.output_size() << ")";
}

Tensor AdaptiveMaxPool1dImpl::forward(const Tensor& input) { return functional::adaptive_max_pool1d(input, options); }
std::tuple<Tensor, Tensor> AdaptiveMaxPool1dImpl::forward_with_indices(const Tensor& input) {
  return functional::adaptive_max_pool1d_with_indices(input, options);
}
template class AdaptiveMaxPoolImpl<1, ExpandingArray<1>, AdaptiveMaxPool1dImpl>;

Tensor AdaptiveMaxPool2dImpl::forward(const Tensor& input) { return functional::adaptive_max_pool2d(input, options); }
std::tuple<Tensor, Tensor> AdaptiveMaxPool2dImpl::forward_with_indices(const Tensor& input) {
  return functional::adaptive_max_pool2d_with_indices(input, options);
}
template class AdaptiveMaxPoolImpl<2, ExpandingArrayWithOptionalElem<2>, AdaptiveMaxPool2dImpl>;

Tensor AdaptiveMaxPool3dImpl::forward(const Tensor& input) { return functional::adaptive_max_pool3d(input, options); }
std::tuple<Tensor, Tensor> AdaptiveMaxPool3dImpl::forward_with_indices(const Tensor& input) {
  return functional::adaptive_max_pool3d_with_indices(input, options);
}
template class AdaptiveMaxPoolImpl<3, ExpandingArrayWithOptionalElem<3>, AdaptiveMaxPool3dImpl>;

MODECHECK_DEFAULT_ARGS(MaxUnpool1dImpl, {2, AnyValue(c10::optional<std::vector<std::int64_t>>())})
MODECHECK_DEFAULT_ARGS(MaxUnpool2dImpl, {2, AnyValue(c10::optional<std::vector<std::int64_t>>())})
MODECHECK_DEFAULT_ARGS(MaxUnpool3dImpl, {2, AnyValue(c10::optional<std::vector<std::int64_t>>())})

namespace {

// Raises an Argument error unless the options give either sizes or ratios, which are between 0 and 1.
template <std::size_t D>
void check_fractional(const char* name, const FractionalMaxPoolOptions<D>& options) {
  const bool has_size = options.output_size().has_value();
  const bool has_ratio = options.output_ratio().has_value();
  MODECHECK_ARGUMENT(has_size || has_ratio, name, " requires specifying either an output size, or a pooling ratio");
  MODECHECK_ARGUMENT(!has_size || !has_ratio, "only one of output_size and output_ratio may be specified");
  if (!has_ratio) return;
  for (const double ratio : **options.output_ratio())
    MODECHECK_ARGUMENT(0 < ratio && ratio < 1, "output_ratio must be between 0 and 1 (got ",
                       detail::list_of(**options.output_ratio()), ")");
}

}  // namespace

FractionalMaxPool2dImpl::FractionalMaxPool2dImpl(ExpandingArray<2> kernel_size)
    : FractionalMaxPool2dImpl(FractionalMaxPool2dOptions(kernel_size)) {}
FractionalMaxPool2dImpl::FractionalMaxPool2dImpl(FractionalMaxPool2dOptions options_) : options(std::move(options_)) {
  FractionalMaxPool2dImpl::reset();
}
void FractionalMaxPool2dImpl::reset() {
  _random_samples = register_buffer("_random_samples", options._random_samples());
  check_fractional("FractionalMaxPool2d", options);
}
void FractionalMaxPool2dImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::FractionalMaxPool2d()"; }
Tensor FractionalMaxPool2dImpl::forward(const Tensor& input) { return std::get<0>(forward_with_indices(input)); }
std::tuple<Tensor, Tensor> FractionalMaxPool2dImpl::forward_with_indices(const Tensor& input) {
  FractionalMaxPool2dOptions how = options;
  return functional::fractional_max_pool2d_with_indices(input, how._random_samples(_random_samples));
}

FractionalMaxPool3dImpl::FractionalMaxPool3dImpl(ExpandingArray<3> kernel_size)
    : FractionalMaxPool3dImpl(FractionalMaxPool3dOptions(kernel_size)) {}
FractionalMaxPool3dImpl::FractionalMaxPool3dImpl(FractionalMaxPool3dOptions options_) : options(std::move(options_)) {
  FractionalMaxPool3dImpl::reset();
}
void FractionalMaxPool3dImpl::reset() {
  _random_samples = register_buffer("_random_samples", options._random_samples());
  check_fractional("FractionalMaxPool3d", options);
}
void FractionalMaxPool3dImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::FractionalMaxPool3d()"; }
Tensor FractionalMaxPool3dImpl::forward(const Tensor& input) { return std::get<0>(forward_with_indices(input)); }
std::tuple<Tensor, Tensor> FractionalMaxPool3dImpl::forward_with_indices(const Tensor& input) {
  FractionalMaxPool3dOptions how = options;
  return functional::fractional_max_pool3d_with_indices(input, how._random_samples(_random_samples));
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
