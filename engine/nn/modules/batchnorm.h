// Declares batch and instance normalizations as modules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/normalization.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Holds the parameters and the running statistics of a normalization of channels. Those that the options leave out are
// undefined. `D` is the number of dimensions after the channels.
template <std::size_t D, typename Derived, typename DerivedOptions>
class NormImplBase : public Cloneable<Derived> {
 public:
  explicit NormImplBase(const DerivedOptions& options_) : options(options_) { NormImplBase::reset(); }
  void reset() override;
  // Sets the running statistics, or also the parameters, to their first values.
  void reset_running_stats();
  void reset_parameters();
  DerivedOptions options;
  Tensor weight;
  Tensor bias;
  Tensor running_mean;
  Tensor running_var;
  Tensor num_batches_tracked;

 protected:
  virtual void _check_input_dim(const Tensor& input) = 0;
};

// Normalizes by the statistics of the batch while the module is training, and then updates the running statistics in
// place. They are used otherwise. Without a momentum, they are the means over all batches.
template <std::size_t D, typename Derived>
class BatchNormImplBase : public NormImplBase<D, Derived, BatchNormOptions> {
 public:
  using NormImplBase<D, Derived, BatchNormOptions>::NormImplBase;
  Tensor forward(const Tensor& input);
  void pretty_print(std::ostream& stream) const override;
};

template <std::size_t D, typename Derived>
class InstanceNormImpl : public NormImplBase<D, Derived, InstanceNormOptions> {
 public:
  using NormImplBase<D, Derived, InstanceNormOptions>::NormImplBase;
  Tensor forward(const Tensor& input);
  void pretty_print(std::ostream& stream) const override;
};

class BatchNorm1dImpl : public BatchNormImplBase<1, BatchNorm1dImpl> {
 public:
  using BatchNormImplBase<1, BatchNorm1dImpl>::BatchNormImplBase;

 protected:
  void _check_input_dim(const Tensor& input) override;
};
TORCH_MODULE(BatchNorm1d);

class BatchNorm2dImpl : public BatchNormImplBase<2, BatchNorm2dImpl> {
 public:
  using BatchNormImplBase<2, BatchNorm2dImpl>::BatchNormImplBase;

 protected:
  void _check_input_dim(const Tensor& input) override;
};
TORCH_MODULE(BatchNorm2d);

class BatchNorm3dImpl : public BatchNormImplBase<3, BatchNorm3dImpl> {
 public:
  using BatchNormImplBase<3, BatchNorm3dImpl>::BatchNormImplBase;

 protected:
  void _check_input_dim(const Tensor& input) override;
};
TORCH_MODULE(BatchNorm3d);

class InstanceNorm1dImpl : public InstanceNormImpl<1, InstanceNorm1dImpl> {
 public:
  using InstanceNormImpl<1, InstanceNorm1dImpl>::InstanceNormImpl;

 protected:
  void _check_input_dim(const Tensor& input) override;
};
TORCH_MODULE(InstanceNorm1d);

class InstanceNorm2dImpl : public InstanceNormImpl<2, InstanceNorm2dImpl> {
 public:
  using InstanceNormImpl<2, InstanceNorm2dImpl>::InstanceNormImpl;

 protected:
  void _check_input_dim(const Tensor& input) override;
};
TORCH_MODULE(InstanceNorm2d);

class InstanceNorm3dImpl : public InstanceNormImpl<3, InstanceNorm3dImpl> {
 public:
  using InstanceNormImpl<3, InstanceNorm3dImpl>::InstanceNormImpl;

 protected:
  void _check_input_dim(const Tensor& input) override;
};
TORCH_MODULE(InstanceNorm3d);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
