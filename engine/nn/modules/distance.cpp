#include "engine/nn/modules/distance.h"

#include "engine/nn/functional/distance.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

CosineSimilarityImpl::CosineSimilarityImpl(CosineSimilarityOptions options_) : options(std::move(options_)) {}
void CosineSimilarityImpl::reset() {}
void CosineSimilarityImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::CosineSimilarity(dim=" << options.dim() << ", eps=" << options.eps() << ")";
}
Tensor CosineSimilarityImpl::forward(const Tensor& input1, const Tensor& input2) {
  return functional::cosine_similarity(input1, input2, options);
}

PairwiseDistanceImpl::PairwiseDistanceImpl(PairwiseDistanceOptions options_) : options(std::move(options_)) {}
void PairwiseDistanceImpl::reset() {}
void PairwiseDistanceImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::PairwiseDistance(p=" << options.p() << ", eps=" << options.eps()
         << ", keepdim=" << (options.keepdim() ? "true" : "false") << ")";
}
Tensor PairwiseDistanceImpl::forward(const Tensor& input1, const Tensor& input2) {
  return functional::pairwise_distance(input1, input2, options);
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
