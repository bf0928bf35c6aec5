// Declares torch::nn::Embedding and EmbeddingBag.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/forward_has_default_args.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/embedding.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// `weight` is [num_embeddings, embedding_dim]. It is drawn from a normal distribution unless the options give it. The
// constructors raise an Argument error for a padding_idx or a weight that does not fit.
class EmbeddingImpl : public Cloneable<EmbeddingImpl> {
 public:
  EmbeddingImpl(std::int64_t num_embeddings, std::int64_t embedding_dim);
  explicit EmbeddingImpl(EmbeddingOptions options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& indices);
  EmbeddingOptions options;
  Tensor weight;
};

class Embedding : public ModuleHolder<EmbeddingImpl> {
 public:
  using ModuleHolder<EmbeddingImpl>::ModuleHolder;
  // Makes a module whose weight is `embeddings`, which must have two dimensions.
  static Embedding from_pretrained(const Tensor& embeddings, const EmbeddingFromPretrainedOptions& options = {});
};

class EmbeddingBagImpl : public Cloneable<EmbeddingBagImpl> {
 public:
  EmbeddingBagImpl(std::int64_t num_embeddings, std::int64_t embedding_dim);
  explicit EmbeddingBagImpl(EmbeddingBagOptions options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input, const Tensor& offsets = {}, const Tensor& per_sample_weights = {});
  EmbeddingBagOptions options;
  Tensor weight;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};

class EmbeddingBag : public ModuleHolder<EmbeddingBagImpl> {
 public:
  using ModuleHolder<EmbeddingBagImpl>::ModuleHolder;
  // Makes a module whose weight is `embeddings`, which must have two dimensions.
  static EmbeddingBag from_pretrained(const Tensor& embeddings, const EmbeddingBagFromPretrainedOptions& options = {});
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
