#include "engine/nn/modules/loss.h"

#include "engine/nn/functional/loss.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

// Returns a tensor that shares the memory of `weight` and may be given other data, as a clone of the module does.
Tensor own_handle(const Tensor& weight) {
  return weight.defined() && !weight.requires_grad() ? weight.detach() : weight;
}

}  // namespace

L1LossImpl::L1LossImpl(L1LossOptions options_) : options(std::move(options_)) {}
void L1LossImpl::reset() {}
void L1LossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::L1Loss()"; }
Tensor L1LossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::l1_loss(input, target, options);
}

KLDivLossImpl::KLDivLossImpl(KLDivLossOptions options_) : options(std::move(options_)) {}
void KLDivLossImpl::reset() {}
void KLDivLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::KLDivLoss()"; }
Tensor KLDivLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::kl_div(input, target, options);
}

MSELossImpl::MSELossImpl(MSELossOptions options_) : options(std::move(options_)) {}
void MSELossImpl::reset() {}
void MSELossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::MSELoss()"; }
Tensor MSELossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::mse_loss(input, target, options);
}

HingeEmbeddingLossImpl::HingeEmbeddingLossImpl(HingeEmbeddingLossOptions options_) : options(std::move(options_)) {}
void HingeEmbeddingLossImpl::reset() {}
void HingeEmbeddingLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::HingeEmbeddingLoss(margin=" << options.margin() << ")";
}
Tensor HingeEmbeddingLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::hinge_embedding_loss(input, target, options);
}

SmoothL1LossImpl::SmoothL1LossImpl(SmoothL1LossOptions options_) : options(std::move(options_)) {}
void SmoothL1LossImpl::reset() {}
void SmoothL1LossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::SmoothL1Loss"; }
Tensor SmoothL1LossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::smooth_l1_loss(input, target, options, options.beta());
}

HuberLossImpl::HuberLossImpl(HuberLossOptions options_) : options(std::move(options_)) {}
void HuberLossImpl::reset() {}
void HuberLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::HuberLoss"; }
Tensor HuberLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::huber_loss(input, target, options);
}

MultiLabelMarginLossImpl::MultiLabelMarginLossImpl(MultiLabelMarginLossOptions options_)
    : options(std::move(options_)) {}
void MultiLabelMarginLossImpl::reset() {}
void MultiLabelMarginLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::MultiLabelMarginLoss()";
}
Tensor MultiLabelMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::multilabel_margin_loss(input, target, options);
}

SoftMarginLossImpl::SoftMarginLossImpl(SoftMarginLossOptions options_) : options(std::move(options_)) {}
void SoftMarginLossImpl::reset() {}
void SoftMarginLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::SoftMarginLoss()"; }
Tensor SoftMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::soft_margin_loss(input, target, options);
}

PoissonNLLLossImpl::PoissonNLLLossImpl(PoissonNLLLossOptions options_) : options(std::move(options_)) {}
void PoissonNLLLossImpl::reset() {}
void PoissonNLLLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::PoissonNLLLoss()"; }
Tensor PoissonNLLLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::poisson_nll_loss(input, target, options);
}

MultiMarginLossImpl::MultiMarginLossImpl(MultiMarginLossOptions options_) : options(std::move(options_)) {
  MultiMarginLossImpl::reset();
}
void MultiMarginLossImpl::reset() {
  MODECHECK_ARGUMENT(options.p() == 1 || options.p() == 2, "only p == 1 and p == 2 supported");
  MODECHECK_ARGUMENT(!options.weight().defined() || options.weight().dim() == 1, "weight must be one-dimensional");
}
void MultiMarginLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::MultiMarginLoss(p=" << options.p() << ", margin=" << options.margin()
         << ", weight=" << options.weight() << ", reduction=" << enumtype::get_enum_name(options.reduction()) << ")";
}
Tensor MultiMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::multi_margin_loss(input, target, options);
}

BCELossImpl::BCELossImpl(BCELossOptions options_) : options(std::move(options_)) { BCELossImpl::reset(); }
void BCELossImpl::reset() { register_buffer("weight", own_handle(options.weight())); }
void BCELossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::BCELoss()"; }
Tensor BCELossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::binary_cross_entropy(input, target, options);
}

MultiLabelSoftMarginLossImpl::MultiLabelSoftMarginLossImpl(MultiLabelSoftMarginLossOptions options_)
    : options(std::move(options_)) {
  MultiLabelSoftMarginLossImpl::reset();
}
void MultiLabelSoftMarginLossImpl::reset() { register_buffer("weight", own_handle(options.weight())); }
void MultiLabelSoftMarginLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::MultiLabelSoftMarginLoss()";
}
Tensor MultiLabelSoftMarginLossImpl::forward(const Tensor& input, const Tensor& target) {
  return functional::multilabel_soft_margin_loss(input, target, options);
}

CosineEmbeddingLossImpl::CosineEmbeddingLossImpl(CosineEmbeddingLossOptions options_) : options(std::move(options_)) {}
void CosineEmbeddingLossImpl::reset() {}
void CosineEmbeddingLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::CosineEmbeddingLoss(margin=" << options.margin() << ")";
}
Tensor CosineEmbeddingLossImpl::forward(const Tensor& input1, const Tensor& input2, const Tensor& target) {
  return functional::cosine_embedding_loss(input1, input2, target, options);
}

MarginRankingLossImpl::MarginRankingLossImpl(MarginRankingLossOptions options_) : options(std::move(options_)) {}
void MarginRankingLossImpl::reset() {}
void MarginRankingLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::MarginRankingLoss()"; }
Tensor MarginRankingLossImpl::forward(const Tensor& input1, const Tensor& input2, const Tensor& targets) {
  return functional::margin_ranking_loss(input1, input2, targets, options);
}

TripletMarginLossImpl::TripletMarginLossImpl(TripletMarginLossOptions options_) : options(std::move(options_)) {}
void TripletMarginLossImpl::reset() {}
void TripletMarginLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::TripletMarginLoss(margin=" << options.margin() << ", p=" << options.p()
         << ", eps=" << options.eps() << ", swap=" << (options.swap() ? "true" : "false") << ")";
}
Tensor TripletMarginLossImpl::forward(const Tensor& anchor, const Tensor& positive, const Tensor& negative) {
  return functional::triplet_margin_loss(anchor, positive, negative, options);
}

TripletMarginWithDistanceLossImpl::TripletMarginWithDistanceLossImpl(TripletMarginWithDistanceLossOptions options_)
    : options(std::move(options_)) {}
void TripletMarginWithDistanceLossImpl::reset() {}
void TripletMarginWithDistanceLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::TripletMarginWithDistanceLoss(margin=" << options.margin()
         << ", swap=" << (options.swap() ? "true" : "false") << ")";
}
Tensor TripletMarginWithDistanceLossImpl::forward(const Tensor& anchor, const Tensor& positive,
                                                  const Tensor& negative) {
  return functional::triplet_margin_with_distance_loss(anchor, positive, negative, options);
}

CTCLossImpl::CTCLossImpl(CTCLossOptions options_) : options(std::move(options_)) {}
void CTCLossImpl::reset() {}
void CTCLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::CTCLoss()"; }
Tensor CTCLossImpl::forward(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                            const Tensor& target_lengths) {
  return functional::ctc_loss(log_probs, targets, input_lengths, target_lengths, options);
}

NLLLossImpl::NLLLossImpl(NLLLossOptions options_) : options(std::move(options_)) { NLLLossImpl::reset(); }
void NLLLossImpl::reset() { weight = register_buffer("weight", own_handle(options.weight())); }
void NLLLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::NLLLoss()"; }
Tensor NLLLossImpl::forward(const Tensor& input, const Tensor& target) {
  functional::NLLLossFuncOptions with_weight = options;
  with_weight.weight(weight);
  return functional::nll_loss(input, target, with_weight);
}

CrossEntropyLossImpl::CrossEntropyLossImpl(CrossEntropyLossOptions options_) : options(std::move(options_)) {
  CrossEntropyLossImpl::reset();
}
void CrossEntropyLossImpl::reset() { weight = register_buffer("weight", own_handle(options.weight())); }
void CrossEntropyLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::CrossEntropyLoss()"; }
Tensor CrossEntropyLossImpl::forward(const Tensor& input, const Tensor& target) {
  functional::CrossEntropyFuncOptions with_weight = options;
  with_weight.weight(weight);
  return functional::cross_entropy(input, target, with_weight);
}

BCEWithLogitsLossImpl::BCEWithLogitsLossImpl(BCEWithLogitsLossOptions options_) : options(std::move(options_)) {
  BCEWithLogitsLossImpl::reset();
}
void BCEWithLogitsLossImpl::reset() {
  weight = register_buffer("weight", own_handle(options.weight()));
  pos_weight = register_buffer("pos_weight", own_handle(options.pos_weight()));
}
void BCEWithLogitsLossImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::BCEWithLogitsLoss()"; }
Tensor BCEWithLogitsLossImpl::forward(const Tensor& input, const Tensor& target) {
  functional::BinaryCrossEntropyWithLogitsFuncOptions with_weight = options;
  with_weight.weight(weight).pos_weight(pos_weight);
  return functional::binary_cross_entropy_with_logits(input, target, with_weight);
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
