// Declares torch::nn::Fold and Unfold.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/fold.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Adds columns of windows to images: the reverse of Unfold where windows do not overlap.
class FoldImpl : public Cloneable<FoldImpl> {
 public:
  FoldImpl(ExpandingArray<2> output_size, ExpandingArray<2> kernel_size);
  explicit FoldImpl(const FoldOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  FoldOptions options;
};
TORCH_MODULE(Fold);

// Copies the windows of images to columns.
class UnfoldImpl : public Cloneable<UnfoldImpl> {
 public:
  UnfoldImpl(ExpandingArray<2> kernel_size);
  explicit UnfoldImpl(const UnfoldOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  UnfoldOptions options;
};
TORCH_MODULE(Unfold);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
