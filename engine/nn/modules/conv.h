// Declares convolutions as modules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/forward_has_default_args.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/conv.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Holds the parameters of a convolution: `weight` is [out_channels, in_channels / groups, kernel...], or for a
// transposed one [in_channels, out_channels / groups, kernel...]. reset() raises an Argument error for channels that
// the groups do not divide, and for strides with the padding torch::kSame.
template <std::size_t D, typename Derived>
class ConvNdImpl : public Cloneable<Derived> {
 public:
  explicit ConvNdImpl(detail::ConvNdOptions<D> options_) : options(std::move(options_)) { ConvNdImpl::reset(); }
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  detail::ConvNdOptions<D> options;
  Tensor weight;
  Tensor bias;

 protected:
  // Pads the input as the padding mode says, if that is not by zeros, and convolves the result.
  Tensor convolve(const Tensor& input);
  // The paddings of both ends of each dimension, the last dimension first.
  std::vector<std::int64_t> _reversed_padding_repeated_twice;
};

template <std::size_t D, typename Derived>
class ConvTransposeNdImpl : public ConvNdImpl<D, Derived> {
 public:
  explicit ConvTransposeNdImpl(detail::ConvNdOptions<D> options_) : ConvNdImpl<D, Derived>(std::move(options_)) {}
  void pretty_print(std::ostream& stream) const override;

 protected:
  // `output_size` chooses among the sizes that this convolution can have. Raises an Argument error for another one.
  Tensor convolve_to(const Tensor& input, const c10::optional<c10::IntArrayRef>& output_size);
};

class Conv1dImpl : public ConvNdImpl<1, Conv1dImpl> {
 public:
  Conv1dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<1> kernel_size);
  explicit Conv1dImpl(Conv1dOptions options_);
  Tensor forward(const Tensor& input);
};
TORCH_MODULE(Conv1d);

class Conv2dImpl : public ConvNdImpl<2, Conv2dImpl> {
 public:
  Conv2dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<2> kernel_size);
  explicit Conv2dImpl(Conv2dOptions options_);
  Tensor forward(const Tensor& input);
};
TORCH_MODULE(Conv2d);

class Conv3dImpl : public ConvNdImpl<3, Conv3dImpl> {
 public:
  Conv3dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<3> kernel_size);
  explicit Conv3dImpl(Conv3dOptions options_);
  Tensor forward(const Tensor& input);
};
TORCH_MODULE(Conv3d);

class ConvTranspose1dImpl : public ConvTransposeNdImpl<1, ConvTranspose1dImpl> {
 public:
  ConvTranspose1dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<1> kernel_size);
  explicit ConvTranspose1dImpl(ConvTranspose1dOptions options_);
  Tensor forward(const Tensor& input, const c10::optional<c10::IntArrayRef>& output_size = c10::nullopt);

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(ConvTranspose1d);

class ConvTranspose2dImpl : public ConvTransposeNdImpl<2, ConvTranspose2dImpl> {
 public:
  ConvTranspose2dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<2> kernel_size);
  explicit ConvTranspose2dImpl(ConvTranspose2dOptions options_);
  Tensor forward(const Tensor& input, const c10::optional<c10::IntArrayRef>& output_size = c10::nullopt);

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(ConvTranspose2d);

class ConvTranspose3dImpl : public ConvTransposeNdImpl<3, ConvTranspose3dImpl> {
 public:
  ConvTranspose3dImpl(std::int64_t input_channels, std::int64_t output_channels, ExpandingArray<3> kernel_size);
  explicit ConvTranspose3dImpl(ConvTranspose3dOptions options_);
  Tensor forward(const Tensor& input, const c10::optional<c10::IntArrayRef>& output_size = c10::nullopt);

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(ConvTranspose3d);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
