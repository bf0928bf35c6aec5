#include "engine/nn/functional/embedding.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

namespace {

// Scales each row of the weight that an index names, and that has a norm above `max_norm`, down to `max_norm`.
void renormalize(const Tensor& weight, const Tensor& indices, double max_norm, double norm_type) {
  const at::NoGradGuard quiet;
  const Tensor rows = std::get<0>(at::_unique2(indices.reshape({-1})));
  const Tensor old = weight.index_select(0, rows);
  const Tensor norms = old.norm(norm_type, {1}, true);
  const Tensor scales = at::where(norms > max_norm, max_norm / (norms + 1e-7), at::ones_like(norms));
  weight.index_copy_(0, rows, old * scales);
}

std::int64_t number_of(const EmbeddingBagMode& mode) {
  if (enumtype::holds_alternative<enumtype::kSum>(mode)) return 0;
  return enumtype::holds_alternative<enumtype::kMean>(mode) ? 1 : 2;
}

void check_offsets(const Tensor& input, const Tensor& offsets) {
  modecheck::engine::sizes_as_numbers("embedding_bag", input, offsets);
  MODECHECK_ARGUMENT(offsets.defined(), "offsets has to be a 1D Tensor but got null");
  MODECHECK_ARGUMENT(offsets.dim() == 1, "offsets has to be a 1D Tensor");
  const std::int64_t first = offsets[0].item<std::int64_t>();
  MODECHECK_ARGUMENT(first == 0,
                     "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. "
                     "However, got ",
                     first);
  const std::int64_t last = offsets[-1].item<std::int64_t>();
  MODECHECK_ARGUMENT(last <= input.size(0), "offsets[-1] can not be greater than input's length({", input.size(0),
                     "}), but got offsets[-1] of {", last, "}");
}

}  // namespace

Tensor embedding(const Tensor& input, const Tensor& weight, const EmbeddingFuncOptions& options) {
  std::int64_t padding = -1;
  if (options.padding_idx().has_value()) {
    padding = *options.padding_idx();
    modecheck::engine::sizes_as_numbers("embedding", weight);
    MODECHECK_ARGUMENT(padding < weight.size(0) && padding >= -weight.size(0),
                       "Padding_idx must be within num_embeddings: it is ", padding, " for ", weight.size(0), " rows");
    if (padding < 0) padding += weight.size(0);
  }
  if (options.max_norm().has_value()) renormalize(weight, input, *options.max_norm(), options.norm_type());
  return at::embedding(weight, input, padding, options.scale_grad_by_freq(), options.sparse());
}

Tensor embedding_bag(const Tensor& input, const Tensor& weight, const EmbeddingBagFuncOptions& options) {
  Tensor indices = input;
  Tensor offsets = options.offsets();
  Tensor factors = options.per_sample_weights();
  MODECHECK_ARGUMENT(
      !factors.defined() || modecheck::engine::have_equal_sizes("embedding_bag", indices, factors),
      "embedding_bag: If per_sample_weights is not null, then it must have the same shape as the input (",
      indices.sizes(), ")");
  MODECHECK_ARGUMENT(indices.dim() == 1 || indices.dim() == 2,
                     "input has to be 1D or 2D Tensor, but got Tensor of dimension ", indices.dim());
  if (indices.dim() == 2) {
    MODECHECK_ARGUMENT(!offsets.defined(),
                       "If input is 2D, then offsets has to be null, as input is treated is a mini-batch of fixed "
                       "length sequences. However, found offsets of type Tensor");
    modecheck::engine::sizes_as_numbers("embedding_bag", indices);
    offsets =
        at::arange(0, indices.numel(), indices.size(1), at::TensorOptions().dtype(at::kLong).device(indices.device()));
    indices = indices.reshape({-1});
    if (factors.defined()) factors = factors.reshape({-1});
  } else {
    check_offsets(indices, offsets);
  }
  const std::int64_t mode = number_of(options.mode());
  if (mode == 2) {
    MODECHECK_ARGUMENT(!options.scale_grad_by_freq(),
                       "max mode does not support scaling the gradient by the frequency");
    MODECHECK_ARGUMENT(!options.sparse(), "max mode does not support sparse weights");
  }
  if (options.max_norm().has_value()) renormalize(weight, indices, *options.max_norm(), options.norm_type());
  MODECHECK_ARGUMENT(!factors.defined() || mode == 0,
                     "embedding_bag: per_sample_weights was not null. per_sample_weights is only supported for "
                     "mode='kSum' (got mode='",
                     enumtype::get_enum_name(options.mode()), "')");
  const c10::optional<Tensor> samples = factors.defined() ? c10::optional<Tensor>(factors) : c10::nullopt;
  return std::get<0>(at::embedding_bag(weight, indices, offsets, options.scale_grad_by_freq(), mode, options.sparse(),
                                       samples, options.include_last_offset(), options.padding_idx()));
}

Tensor one_hot(const Tensor& tensor, std::int64_t num_classes) { return at::one_hot(tensor, num_classes); }

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
