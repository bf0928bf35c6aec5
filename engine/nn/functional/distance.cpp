#include "engine/nn/functional/distance.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, const CosineSimilarityFuncOptions& options) {
  return at::cosine_similarity(x1, x2, options.dim(), options.eps());
}
Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, const PairwiseDistanceFuncOptions& options) {
  return at::pairwise_distance(x1, x2, options.p(), options.eps(), options.keepdim());
}
Tensor pdist(const Tensor& input, double p) { return at::pdist(input, p); }

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
