// Declares distances as functions of their options.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/distance.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

Tensor cosine_similarity(const Tensor& x1, const Tensor& x2, const CosineSimilarityFuncOptions& options = {});
Tensor pairwise_distance(const Tensor& x1, const Tensor& x2, const PairwiseDistanceFuncOptions& options = {});
// Returns the distances between all pairs of rows, in the order of the upper triangle.
Tensor pdist(const Tensor& input, double p = 2.0);

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
