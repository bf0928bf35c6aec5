// Declares torch::nn::Transformer.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/containers/any_module.h"
#include "engine/nn/containers/forward_has_default_args.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/options/transformer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Runs an encoder over `src` [source length, batch, d_model], and a decoder over `tgt` [target length, batch, d_model]
// and the encoder's output. A mask is added to the products of attention, and a key padding mask says which keys are
// ignored. forward() raises an Argument error for sizes that do not fit.
class TransformerImpl : public Cloneable<TransformerImpl> {
 public:
  explicit TransformerImpl(TransformerOptions options_);
  Tensor forward(const Tensor& src, const Tensor& tgt, const Tensor& src_mask = {}, const Tensor& tgt_mask = {},
                 const Tensor& memory_mask = {}, const Tensor& src_key_padding_mask = {},
                 const Tensor& tgt_key_padding_mask = {}, const Tensor& memory_key_padding_mask = {});
  void reset() override;
  void reset_parameters();
  // Returns a mask [sz, sz] with which no position attends to a later one: -infinity above the diagonal, else zero.
  // Raises an Argument error for a negative size.
  static Tensor generate_square_subsequent_mask(std::int64_t sz);
  TransformerOptions options;
  AnyModule encoder;
  AnyModule decoder;

 protected:
  MODECHECK_HAS_DEFAULT_ARGS
};
TORCH_MODULE(Transformer);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
