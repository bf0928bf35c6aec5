#include "engine/nn/modules/batchnorm.h"

#include "engine/nn/functional/normalization.h"
#include "engine/nn/init/init.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

void check_dimensions(const Tensor& input, std::int64_t least, std::int64_t most) {
  MODECHECK_ARGUMENT(input.dim() >= least && input.dim() <= most, "expected ",
                     least == most ? detail::text_of(least, "D") : detail::text_of(least, "D or ", most, "D"),
                     " input (got ", input.dim(), "D input)");
}

}  // namespace

template <std::size_t D, typename Derived, typename DerivedOptions>
void NormImplBase<D, Derived, DerivedOptions>::reset() {
  const c10::IntArrayRef size(options.num_features());
  const bool affine = options.affine();
  weight = this->register_parameter("weight", affine ? at::empty(size) : Tensor(), affine);
  bias = this->register_parameter("bias", affine ? at::empty(size) : Tensor(), affine);
  const bool tracked = options.track_running_stats();
  running_mean = this->register_buffer("running_mean", tracked ? at::zeros(size) : Tensor());
  running_var = this->register_buffer("running_var", tracked ? at::ones(size) : Tensor());
  num_batches_tracked =
      this->register_buffer("num_batches_tracked", tracked ? at::zeros({}, at::TensorOptions(at::kLong)) : Tensor());
  reset_parameters();
}

template <std::size_t D, typename Derived, typename DerivedOptions>
void NormImplBase<D, Derived, DerivedOptions>::reset_running_stats() {
  if (!options.track_running_stats()) return;
  running_mean.zero_();
  running_var.fill_(1);
  num_batches_tracked.zero_();
}

template <std::size_t D, typename Derived, typename DerivedOptions>
void NormImplBase<D, Derived, DerivedOptions>::reset_parameters() {
  reset_running_stats();
  if (!options.affine()) return;
  init::ones_(weight);
  init::zeros_(bias);
}

template <std::size_t D, typename Derived>
Tensor BatchNormImplBase<D, Derived>::forward(const Tensor& input) {
  this->_check_input_dim(input);
  const bool updates = this->is_training() && this->options.track_running_stats();
  double momentum = this->options.momentum().value_or(0.0);
  if (updates && this->num_batches_tracked.defined()) {
    this->num_batches_tracked.add_(1);
    if (!this->options.momentum().has_value())
      momentum = 1.0 / static_cast<double>(this->num_batches_tracked.template item<std::int64_t>());
  }
  return functional::batch_norm(input, this->running_mean, this->running_var,
                                functional::BatchNormFuncOptions()
                                    .weight(this->weight)
                                    .bias(this->bias)
                                    .training(this->is_training() || !this->options.track_running_stats())
                                    .momentum(momentum)
                                    .eps(this->options.eps()));
}

template <std::size_t D, typename Derived>
void BatchNormImplBase<D, Derived>::pretty_print(std::ostream& stream) const {
  const BatchNormOptions& o = this->options;
  stream << "torch::nn::BatchNorm" << D << "d(" << o.num_features() << ", eps=" << o.eps() << ", momentum=";
  if (o.momentum().has_value())
    stream << *o.momentum();
  else
    stream << "None";
  stream << ", affine=" << (o.affine() ? "true" : "false")
         << ", track_running_stats=" << (o.track_running_stats() ? "true" : "false") << ")";
}

template <std::size_t D, typename Derived>
Tensor InstanceNormImpl<D, Derived>::forward(const Tensor& input) {
  this->_check_input_dim(input);
  const auto how = functional::InstanceNormFuncOptions()
                       .running_mean(this->running_mean)
                       .running_var(this->running_var)
                       .weight(this->weight)
                       .bias(this->bias)
                       .use_input_stats(this->is_training() || !this->options.track_running_stats())
                       .momentum(this->options.momentum())
                       .eps(this->options.eps());
  // An input without a batch becomes a batch of one.
  if (input.dim() == static_cast<std::int64_t>(D) + 1)
    return functional::instance_norm(input.unsqueeze(0), how).squeeze(0);
  return functional::instance_norm(input, how);
}

template <std::size_t D, typename Derived>
void InstanceNormImpl<D, Derived>::pretty_print(std::ostream& stream) const {
  const InstanceNormOptions& o = this->options;
  stream << "torch::nn::InstanceNorm" << D << "d(" << o.num_features() << ", eps=" << o.eps()
         << ", momentum=" << o.momentum() << ", affine=" << (o.affine() ? "true" : "false")
         << ", track_running_stats=" << (o.track_running_stats() ? "true" : "false") << ")";
}

void BatchNorm1dImpl::_check_input_dim(const Tensor& input) { check_dimensions(input, 2, 3); }
void BatchNorm2dImpl::_check_input_dim(const Tensor& input) { check_dimensions(input, 4, 4); }
void BatchNorm3dImpl::_check_input_dim(const Tensor& input) { check_dimensions(input, 5, 5); }
void InstanceNorm1dImpl::_check_input_dim(const Tensor& input) { check_dimensions(input, 2, 3); }
void InstanceNorm2dImpl::_check_input_dim(const Tensor& input) { check_dimensions(input, 3, 4); }
void InstanceNorm3dImpl::_check_input_dim(const Tensor& input) { check_dimensions(input, 4, 5); }

template class NormImplBase<1, BatchNorm1dImpl, BatchNormOptions>;
template class BatchNormImplBase<1, BatchNorm1dImpl>;
template class NormImplBase<2, BatchNorm2dImpl, BatchNormOptions>;
template class BatchNormImplBase<2, BatchNorm2dImpl>;
template class NormImplBase<3, BatchNorm3dImpl, BatchNormOptions>;
template class BatchNormImplBase<3, BatchNorm3dImpl>;
template class NormImplBase<1, InstanceNorm1dImpl, InstanceNormOptions>;
template class InstanceNormImpl<1, InstanceNorm1dImpl>;
template class NormImplBase<2, InstanceNorm2dImpl, InstanceNormOptions>;
template class InstanceNormImpl<2, InstanceNorm2dImpl>;
template class NormImplBase<3, InstanceNorm3dImpl, InstanceNormOptions>;
template class InstanceNormImpl<3, InstanceNorm3dImpl>;

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
