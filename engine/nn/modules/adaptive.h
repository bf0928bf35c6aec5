// Declares torch::nn::AdaptiveLogSoftmaxWithLoss.
#pragma once

#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/module_list.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/linear.h"
#include "engine/nn/options/adaptive.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Holds the log-probability of each target, and the mean of their negatives.
struct ASMoutput {
  ASMoutput(Tensor output_, double loss_) : output(std::move(output_)), loss(loss_) {}
  Tensor output;
  double loss;
};

// Computes log-probabilities of many classes. The linear layer `head` gives those of the frequent classes and of the
// clusters of rare ones, and `tail` has two linear layers for each cluster. The constructors raise an Argument error
// unless the cutoffs increase and are between 1 and n_classes - 1.
class AdaptiveLogSoftmaxWithLossImpl : public Cloneable<AdaptiveLogSoftmaxWithLossImpl> {
 public:
  AdaptiveLogSoftmaxWithLossImpl(std::int64_t in_features, std::int64_t n_classes, std::vector<std::int64_t> cutoffs);
  explicit AdaptiveLogSoftmaxWithLossImpl(AdaptiveLogSoftmaxWithLossOptions options_);
  // The input is [batch, in_features] with targets [batch], or [in_features] with one target. Raises an Argument error
  // for other sizes and for a target that is no class.
  ASMoutput forward(const Tensor& input, const Tensor& target);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  // Returns the log-probabilities of all classes from the output of `head`.
  Tensor _get_full_log_prob(const Tensor& input, const Tensor& head_output);
  Tensor log_prob(const Tensor& input);
  // Returns the most probable class of each row.
  Tensor predict(const Tensor& input);
  AdaptiveLogSoftmaxWithLossOptions options;
  // The options' cutoffs and n_classes.
  std::vector<std::int64_t> cutoffs;
  std::int64_t shortlist_size = 0;
  std::int64_t n_clusters = 0;
  std::int64_t head_size = 0;
  Linear head = nullptr;
  ModuleList tail;
};
TORCH_MODULE(AdaptiveLogSoftmaxWithLoss);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
