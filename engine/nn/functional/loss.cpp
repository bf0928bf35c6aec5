#include "engine/nn/functional/loss.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

namespace {

std::int64_t reduction_of(const nn::detail::reduction_t& reduction) { return enumtype::reduction_get_enum(reduction); }

Tensor reduced(const Tensor& losses, const nn::detail::reduction_t& reduction) {
  const std::int64_t how = reduction_of(reduction);
  if (how == at::Reduction::None) return losses;
  return how == at::Reduction::Mean ? losses.mean() : losses.sum();
}

// Warns if the sizes differ, and broadcasts both tensors to one size.
std::vector<Tensor> of_one_size(const Tensor& input, const Tensor& target) {
  if (!modecheck::engine::have_equal_sizes("a loss of an input and a target", target, input))
    nn::detail::warn("of_one_size", "Using a target size " + nn::detail::text_of(target.sizes()) +
                                        " that is different to the input size " + nn::detail::text_of(input.sizes()) +
                                        ". This will likely lead to incorrect results due to broadcasting. Please "
                                        "ensure they have the same size.");
  return at::broadcast_tensors({input, target});
}

c10::optional<Tensor> if_defined(const Tensor& tensor) {
  return tensor.defined() ? c10::optional<Tensor>(tensor) : c10::nullopt;
}

// Computes the cross entropy for targets that are class numbers, each of which gives a part of its weight to all
// classes.
Tensor smoothed_cross_entropy(const Tensor& input, const Tensor& target, const CrossEntropyFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("cross_entropy", input, target);
  MODECHECK_ARGUMENT(options.label_smoothing() <= 1,
                     "label_smoothing must be between 0.0 and 1.0. Got: ", options.label_smoothing());
  const std::int64_t dim = input.dim() == 1 ? 0 : 1;
  const std::int64_t how = reduction_of(options.reduction());
  const Tensor& weight = options.weight();
  const Tensor log_probs = at::log_softmax(input, dim);
  const Tensor own = at::nll_loss_nd(log_probs, target, if_defined(weight), how, options.ignore_index());
  std::vector<std::int64_t> along(static_cast<std::size_t>(input.dim()), 1);
  along[static_cast<std::size_t>(dim)] = input.size(dim);
  const Tensor ignored = target == options.ignore_index();
  Tensor all = -(weight.defined() ? log_probs * weight.view(along) : log_probs).sum(dim);
  all = all.masked_fill(ignored, 0);
  if (how == at::Reduction::Sum) all = all.sum();
  if (how == at::Reduction::Mean) {
    const Tensor counted = weight.defined() ? weight.take(target.masked_fill(ignored, 0)) : at::ones_like(all);
    all = all.sum() / counted.masked_fill(ignored, 0).sum();
  }
  const double part = options.label_smoothing() / static_cast<double>(input.size(dim));
  return own * (1 - options.label_smoothing()) + all * part;
}

}  // namespace

Tensor l1_loss(const Tensor& input, const Tensor& target, const L1LossFuncOptions& options) {
  return at::l1_loss(input, target, reduction_of(options.reduction()));
}

Tensor kl_div(const Tensor& input, const Tensor& target, const KLDivFuncOptions& options) {
  if (enumtype::holds_alternative<enumtype::kMean>(options.reduction()))
    nn::detail::warn("kl_div",
                     "The reduction kMean divides the total loss by the batch size and by the support size. kBatchMean "
                     "divides by the batch size only, as the definition does.");
  const bool by_batch = enumtype::holds_alternative<enumtype::kBatchMean>(options.reduction());
  const std::int64_t how = by_batch ? at::Reduction::Sum : enumtype::reduction_get_enum(options.reduction());
  const Tensor out = at::kl_div(input, target, how, options.log_target());
  if (!by_batch || input.dim() == 0) return out;
  modecheck::engine::sizes_as_numbers("kl_div", input);
  return out / input.size(0);
}

Tensor mse_loss(const Tensor& input, const Tensor& target, const MSELossFuncOptions& options) {
  const std::vector<Tensor> both = of_one_size(input, target);
  return at::mse_loss(both[0], both[1], reduction_of(options.reduction()));
}

Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const BinaryCrossEntropyFuncOptions& options) {
  MODECHECK_ARGUMENT(modecheck::engine::have_equal_sizes("binary_cross_entropy", target, input),
                     "Using a target size (", target.sizes(), ") that is different to the input size (", input.sizes(),
                     ") is deprecated. Please ensure they have the same size.");
  Tensor weight = options.weight();
  if (weight.defined()) weight = weight.expand_as(target);
  return at::binary_cross_entropy(input, target, if_defined(weight), reduction_of(options.reduction()));
}

Tensor hinge_embedding_loss(const Tensor& input, const Tensor& target, const HingeEmbeddingLossFuncOptions& options) {
  return at::hinge_embedding_loss(input, target, options.margin(), reduction_of(options.reduction()));
}

Tensor multi_margin_loss(const Tensor& input, const Tensor& target, const MultiMarginLossFuncOptions& options) {
  MODECHECK_ARGUMENT(options.p() == 1 || options.p() == 2, "only p == 1 and p == 2 supported");
  MODECHECK_ARGUMENT(!options.weight().defined() || options.weight().dim() == 1, "weight must be one-dimensional");
  return at::multi_margin_loss(input, target, options.p(), options.margin(), if_defined(options.weight()),
                               reduction_of(options.reduction()));
}

Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, const SmoothL1LossFuncOptions& options, double beta) {
  const std::vector<Tensor> both = of_one_size(input, target);
  return at::smooth_l1_loss(both[0], both[1], reduction_of(options.reduction()), beta);
}

Tensor huber_loss(const Tensor& input, const Tensor& target, const HuberLossFuncOptions& options) {
  const std::vector<Tensor> both = of_one_size(input, target);
  return at::huber_loss(both[0], both[1], reduction_of(options.reduction()), options.delta());
}

// The classes of a row of the target end at the first negative number. Each pair of a class y that is in the target and
// a class k that is not costs max(0, 1 - x[y] + x[k]), divided by the number of classes.
Tensor multilabel_margin_loss(const Tensor& input, const Tensor& target,
                              const MultilabelMarginLossFuncOptions& options) {
  MODECHECK_ARGUMENT(modecheck::engine::have_equal_sizes("multilabel_margin_loss", input, target) &&
                         (input.dim() == 1 || input.dim() == 2),
                     "multilabel_margin_loss takes an input and a target of one size with one or two dimensions, but "
                     "the input has size ",
                     input.sizes(), " and the target ", target.sizes());
  const Tensor scores = input.dim() == 1 ? input.unsqueeze(0) : input;
  const Tensor classes = input.dim() == 1 ? target.unsqueeze(0) : target;
  const Tensor counts = (classes >= 0).to(at::kLong).cumprod(1);
  const Tensor indices = classes.clamp_min(0);
  const Tensor in_target = at::zeros_like(classes).scatter_add_(1, indices, counts);
  const Tensor wanted = scores.gather(1, indices).unsqueeze(2);
  const Tensor costs = (1 - wanted + scores.unsqueeze(1)).clamp_min(0);
  const Tensor counted = counts.unsqueeze(2) * (in_target == 0).to(at::kLong).unsqueeze(1);
  modecheck::engine::sizes_as_numbers("multilabel_margin_loss", scores);
  const Tensor losses = (costs * counted).sum({1, 2}) / scores.size(1);
  return reduced(input.dim() == 1 ? losses.squeeze(0) : losses, options.reduction());
}

Tensor soft_margin_loss(const Tensor& input, const Tensor& target, const SoftMarginLossFuncOptions& options) {
  return at::soft_margin_loss(input, target, reduction_of(options.reduction()));
}

Tensor multilabel_soft_margin_loss(const Tensor& input, const Tensor& target,
                                   const MultilabelSoftMarginLossFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("multilabel_soft_margin_loss", input, target);
  Tensor losses = -(target * at::log_sigmoid(input) + (1 - target) * at::log_sigmoid(-input));
  if (options.weight().defined()) losses = losses * options.weight();
  return reduced(losses.sum(-1) / input.size(-1), options.reduction());
}

Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, const PoissonNLLLossFuncOptions& options) {
  return at::poisson_nll_loss(input, target, options.log_input(), options.full(), options.eps(),
                              reduction_of(options.reduction()));
}

Tensor nll_loss(const Tensor& input, const Tensor& target, const NLLLossFuncOptions& options) {
  MODECHECK_ARGUMENT(input.dim() >= 2, "Expected 2 or more dimensions (got ", input.dim(), ")");
  MODECHECK_ARGUMENT(modecheck::engine::are_equal_sizes("nll_loss", input, 0, target, 0), "Expected input batch_size (",
                     input.size(0), ") to match target batch_size (", target.size(0), ").");
  return at::nll_loss_nd(input, target, if_defined(options.weight()), reduction_of(options.reduction()),
                         options.ignore_index());
}

Tensor cross_entropy(const Tensor& input, const Tensor& target, const CrossEntropyFuncOptions& options) {
  const std::int64_t how = reduction_of(options.reduction());
  const bool by_number =
      !target.is_floating_point() && !modecheck::engine::have_equal_sizes("cross_entropy", target, input);
  if (options.label_smoothing() > 0 && by_number) return smoothed_cross_entropy(input, target, options);
  return at::cross_entropy_loss(input, target, if_defined(options.weight()), how, options.ignore_index(),
                                options.label_smoothing());
}

Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target,
                                        const BinaryCrossEntropyWithLogitsFuncOptions& options) {
  MODECHECK_ARGUMENT(modecheck::engine::have_equal_sizes("binary_cross_entropy_with_logits", target, input),
                     "Target size (", target.sizes(), ") must be the same as input size (", input.sizes(), ")");
  return at::binary_cross_entropy_with_logits(input, target, if_defined(options.weight()),
                                              if_defined(options.pos_weight()), reduction_of(options.reduction()));
}

Tensor cosine_embedding_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                             const CosineEmbeddingLossFuncOptions& options) {
  return at::cosine_embedding_loss(input1, input2, target, options.margin(), reduction_of(options.reduction()));
}

Tensor margin_ranking_loss(const Tensor& input1, const Tensor& input2, const Tensor& target,
                           const MarginRankingLossFuncOptions& options) {
  MODECHECK_ARGUMENT(input1.dim() == input2.dim() && input1.dim() == target.dim(),
                     "margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: ",
                     input1.sizes(), ", input2: ", input2.sizes(), ", target: ", target.sizes());
  return at::margin_ranking_loss(input1, input2, target, options.margin(), reduction_of(options.reduction()));
}

Tensor triplet_margin_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                           const TripletMarginLossFuncOptions& options) {
  return at::triplet_margin_loss(anchor, positive, negative, options.margin(), options.p(), options.eps(),
                                 options.swap(), reduction_of(options.reduction()));
}

Tensor triplet_margin_with_distance_loss(const Tensor& anchor, const Tensor& positive, const Tensor& negative,
                                         const TripletMarginWithDistanceLossFuncOptions& options) {
  const auto distance = [&](const Tensor& a, const Tensor& b) {
    return options.distance_function().has_value() ? (*options.distance_function())(a, b) : at::pairwise_distance(a, b);
  };
  Tensor far = distance(anchor, negative);
  if (options.swap()) far = at::minimum(far, distance(positive, negative));
  return reduced((distance(anchor, positive) - far + options.margin()).clamp_min(0), options.reduction());
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
