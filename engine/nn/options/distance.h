// Declares the options of the distances between two batches of vectors.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

struct CosineSimilarityOptions {
  TORCH_ARG(std::int64_t, dim) = 1;
  TORCH_ARG(double, eps) = 1e-8;
};

struct PairwiseDistanceOptions {
  TORCH_ARG(double, p) = 2.0;
  TORCH_ARG(double, eps) = 1e-6;
  TORCH_ARG(bool, keepdim) = false;
};

namespace functional {

using CosineSimilarityFuncOptions = CosineSimilarityOptions;
using PairwiseDistanceFuncOptions = PairwiseDistanceOptions;

}  // namespace functional

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
