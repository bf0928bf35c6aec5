// Declares the options of torch::nn::AdaptiveLogSoftmaxWithLoss.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/nn/options/argument.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

// `cutoffs` are the first classes of the clusters of rare classes. A cluster has 1 / div_value of the features of the
// cluster before it.
struct AdaptiveLogSoftmaxWithLossOptions {
  AdaptiveLogSoftmaxWithLossOptions(std::int64_t in_features, std::int64_t n_classes, std::vector<std::int64_t> cutoffs)
      : in_features_(in_features), n_classes_(n_classes), cutoffs_(std::move(cutoffs)) {}
  TORCH_ARG(std::int64_t, in_features);
  TORCH_ARG(std::int64_t, n_classes);
  TORCH_ARG(std::vector<std::int64_t>, cutoffs);
  TORCH_ARG(double, div_value) = 4.0;
  TORCH_ARG(bool, head_bias) = false;
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
