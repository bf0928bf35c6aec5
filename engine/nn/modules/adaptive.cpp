#include "engine/nn/modules/adaptive.h"

#include "engine/nn/containers/sequential.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

// Returns the two linear layers of a cluster.
SequentialImpl& cluster_of(ModuleList& tail, std::size_t cluster) { return tail->at<SequentialImpl>(cluster); }

Tensor cluster_log_probabilities(ModuleList& tail, std::size_t cluster, const Tensor& input) {
  return at::log_softmax(cluster_of(tail, cluster).forward(input), 1);
}

}  // namespace

AdaptiveLogSoftmaxWithLossImpl::AdaptiveLogSoftmaxWithLossImpl(std::int64_t in_features, std::int64_t n_classes,
                                                               std::vector<std::int64_t> given)
    : AdaptiveLogSoftmaxWithLossImpl(AdaptiveLogSoftmaxWithLossOptions(in_features, n_classes, std::move(given))) {}
AdaptiveLogSoftmaxWithLossImpl::AdaptiveLogSoftmaxWithLossImpl(AdaptiveLogSoftmaxWithLossOptions options_)
    : options(std::move(options_)) {
  AdaptiveLogSoftmaxWithLossImpl::reset();
}

void AdaptiveLogSoftmaxWithLossImpl::reset() {
  cutoffs = options.cutoffs();
  bool increase = !cutoffs.empty() && cutoffs.front() >= 1 && cutoffs.back() <= options.n_classes() - 1;
  for (std::size_t i = 1; i < cutoffs.size(); ++i) increase = increase && cutoffs[i - 1] < cutoffs[i];
  MODECHECK_ARGUMENT(increase,
                     "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where "
                     "each value is between 1 and n_classes-1");
  MODECHECK_ARGUMENT(options.div_value() != 0, "div_value should not be equal to 0");
  n_clusters = static_cast<std::int64_t>(cutoffs.size());
  shortlist_size = cutoffs[0];
  head_size = shortlist_size + n_clusters;
  cutoffs.push_back(options.n_classes());
  head = register_module("head", Linear(LinearOptions(options.in_features(), head_size).bias(options.head_bias())));
  tail = register_module("tail", ModuleList());
  for (std::size_t i = 0; i + 1 < cutoffs.size(); ++i) {
    const auto divisor = static_cast<std::int64_t>(std::pow(options.div_value(), static_cast<double>(i + 1)));
    MODECHECK_ARGUMENT(divisor != 0, "div_value ", options.div_value(), " is too small: its power of ", i + 1,
                       " is less than 1");
    const std::int64_t features = options.in_features() / divisor;
    tail->push_back(Sequential(Linear(LinearOptions(options.in_features(), features).bias(false)),
                               Linear(LinearOptions(features, cutoffs[i + 1] - cutoffs[i]).bias(false))));
  }
}

void AdaptiveLogSoftmaxWithLossImpl::reset_parameters() {
  head->reset_parameters();
  for (std::size_t i = 0; i < tail->size(); ++i)
    for (const auto& layer : cluster_of(tail, i).children()) layer->as<Linear>()->reset_parameters();
}

void AdaptiveLogSoftmaxWithLossImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::AdaptiveLogSoftmaxWithLoss";
}

ASMoutput AdaptiveLogSoftmaxWithLossImpl::forward(const Tensor& input, const Tensor& target) {
  modecheck::engine::sizes_as_numbers("AdaptiveLogSoftmaxWithLoss", input, target);
  MODECHECK_ARGUMENT(target.dim() <= 1, "0D or 1D target tensor expected, multi-target not supported");
  MODECHECK_ARGUMENT(input.dim() == target.dim() + 1, target.dim(), "D target tensor expects ", target.dim() + 1,
                     "D input tensors, but found inputs with sizes ", input.sizes(), ".");
  const bool has_batch = target.dim() == 1;
  const Tensor rows = has_batch ? input : input.unsqueeze(0);
  const Tensor classes = has_batch ? target : target.unsqueeze(0);
  MODECHECK_ARGUMENT(rows.size(0) == classes.size(0),
                     "Input and target should have the same size in the batch dimension, but have sizes ",
                     input.sizes(), " and ", target.sizes());
  const std::int64_t batch = classes.size(0);
  Tensor output = at::zeros({batch}, input.options());
  const Tensor places = at::empty({batch}, classes.options());
  std::int64_t used = 0;
  for (std::size_t i = 0; i < cutoffs.size(); ++i) {
    const std::int64_t low = i == 0 ? 0 : cutoffs[i - 1];
    const Tensor selected = classes.ge(low).logical_and(classes.lt(cutoffs[i])).nonzero().squeeze(1);
    if (selected.numel() == 0) continue;
    used += selected.numel();
    const Tensor own = classes.index_select(0, selected) - low;
    if (i == 0) {
      places.index_copy_(0, selected, own);
      continue;
    }
    const Tensor probabilities = cluster_log_probabilities(tail, i - 1, rows.index_select(0, selected));
    places.index_fill_(0, selected, shortlist_size + static_cast<std::int64_t>(i) - 1);
    output.index_copy_(0, selected, probabilities.gather(1, own.unsqueeze(1)).squeeze(1));
  }
  MODECHECK_ARGUMENT(used == batch, "Target values should be in [0, ", options.n_classes() - 1,
                     "], but values in range [", classes.min().item<std::int64_t>(), ", ",
                     classes.max().item<std::int64_t>(), "] were found. ");
  const Tensor of_head = at::log_softmax(head(rows), 1);
  output = output + of_head.gather(1, places.unsqueeze(1)).squeeze(1);
  const double loss = (-output).mean().item<double>();
  return ASMoutput(has_batch ? output : output.squeeze(0), loss);
}

Tensor AdaptiveLogSoftmaxWithLossImpl::_get_full_log_prob(const Tensor& input, const Tensor& head_output) {
  const Tensor of_head = at::log_softmax(head_output, 1);
  std::vector<Tensor> parts = {of_head.narrow(1, 0, shortlist_size)};
  for (std::int64_t i = 0; i < n_clusters; ++i)
    parts.push_back(cluster_log_probabilities(tail, static_cast<std::size_t>(i), input) +
                    of_head.narrow(1, shortlist_size + i, 1));
  return at::cat(parts, 1);
}

Tensor AdaptiveLogSoftmaxWithLossImpl::log_prob(const Tensor& input) { return _get_full_log_prob(input, head(input)); }

Tensor AdaptiveLogSoftmaxWithLossImpl::predict(const Tensor& input) {
  const Tensor head_output = head(input);
  Tensor output = head_output.argmax(1);
  const Tensor not_in_shortlist = output.ge(shortlist_size);
  if (!not_in_shortlist.any().item<bool>()) return output;
  const Tensor rows = not_in_shortlist.nonzero().squeeze(1);
  const Tensor log_probabilities = _get_full_log_prob(input.index_select(0, rows), head_output.index_select(0, rows));
  return output.index_copy(0, rows, log_probabilities.argmax(1));
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
