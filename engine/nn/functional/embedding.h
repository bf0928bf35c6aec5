// Declares torch::nn::functional::embedding, embedding_bag and one_hot.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/embedding.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

using at::Tensor;

// Returns one row of the weight for each index. With `max_norm` it first scales down, in place, each row that is used
// and has a larger norm. Raises an Argument error for a padding_idx that is not in the weight.
Tensor embedding(const Tensor& input, const Tensor& weight, const EmbeddingFuncOptions& options = {});
// Reduces the rows of each bag. An input of two dimensions has one bag in each row. For an input of one dimension,
// `offsets` says where each bag begins. Raises an Argument error for offsets that do not fit.
Tensor embedding_bag(const Tensor& input, const Tensor& weight, const EmbeddingBagFuncOptions& options = {});
Tensor one_hot(const Tensor& tensor, std::int64_t num_classes = -1);

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
