// Declares torch::nn::LayerNorm, GroupNorm, LocalResponseNorm and CrossMapLRN2d.
#pragma once

#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/normalization.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Normalizes over the last dimensions, which have the size `normalized_shape`. So have the parameters.
class LayerNormImpl : public Cloneable<LayerNormImpl> {
 public:
  LayerNormImpl(std::vector<std::int64_t> normalized_shape);
  explicit LayerNormImpl(LayerNormOptions options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  LayerNormOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(LayerNorm);

// Normalizes over the channels of each group and all dimensions after them. The parameters have one number for each
// channel.
class GroupNormImpl : public Cloneable<GroupNormImpl> {
 public:
  GroupNormImpl(std::int64_t num_groups, std::int64_t num_channels);
  explicit GroupNormImpl(const GroupNormOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  GroupNormOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(GroupNorm);

// Divides by a power of the mean square of neighbouring channels.
class LocalResponseNormImpl : public Cloneable<LocalResponseNormImpl> {
 public:
  LocalResponseNormImpl(std::int64_t size);
  explicit LocalResponseNormImpl(const LocalResponseNormOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  LocalResponseNormOptions options;
};
TORCH_MODULE(LocalResponseNorm);

// Does the same for images [batch, channels, height, width], with windows of an odd number of channels.
class CrossMapLRN2dImpl : public Cloneable<CrossMapLRN2dImpl> {
 public:
  CrossMapLRN2dImpl(std::int64_t size);
  explicit CrossMapLRN2dImpl(const CrossMapLRN2dOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  CrossMapLRN2dOptions options;
};
TORCH_MODULE(CrossMapLRN2d);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
