// Declares losses as modules.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/declare_module.h"
#include "engine/nn/options/loss.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Each loss calls the function of the same name in torch::nn::functional.
MODECHECK_MODULE(L1Loss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(KLDivLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(MSELoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(HingeEmbeddingLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(SmoothL1Loss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(HuberLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(MultiLabelMarginLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(SoftMarginLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(PoissonNLLLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(MultiMarginLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(BCELoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(MultiLabelSoftMarginLoss, const Tensor& input, const Tensor& target);
MODECHECK_MODULE(CosineEmbeddingLoss, const Tensor& input1, const Tensor& input2, const Tensor& target);
MODECHECK_MODULE(MarginRankingLoss, const Tensor& input1, const Tensor& input2, const Tensor& targets);
MODECHECK_MODULE(TripletMarginLoss, const Tensor& anchor, const Tensor& positive, const Tensor& negative);
MODECHECK_MODULE(TripletMarginWithDistanceLoss, const Tensor& anchor, const Tensor& positive, const Tensor& negative);
MODECHECK_MODULE(CTCLoss, const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                 const Tensor& target_lengths);

// The weights of these losses are buffers.
class NLLLossImpl : public Cloneable<NLLLossImpl> {
 public:
  explicit NLLLossImpl(NLLLossOptions options_ = {});
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input, const Tensor& target);
  NLLLossOptions options;
  Tensor weight;
};
TORCH_MODULE(NLLLoss);

class CrossEntropyLossImpl : public Cloneable<CrossEntropyLossImpl> {
 public:
  explicit CrossEntropyLossImpl(CrossEntropyLossOptions options_ = {});
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input, const Tensor& target);
  CrossEntropyLossOptions options;
  Tensor weight;
};
TORCH_MODULE(CrossEntropyLoss);

class BCEWithLogitsLossImpl : public Cloneable<BCEWithLogitsLossImpl> {
 public:
  explicit BCEWithLogitsLossImpl(BCEWithLogitsLossOptions options_ = {});
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input, const Tensor& target);
  BCEWithLogitsLossOptions options;
  Tensor weight;
  Tensor pos_weight;
};
TORCH_MODULE(BCEWithLogitsLoss);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
