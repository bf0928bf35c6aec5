#include "engine/nn/modules/embedding.h"

#include "engine/nn/functional/embedding.h"
#include "engine/nn/init/init.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

// Returns a tensor that shares the memory of `weight` and may be given other data, as a clone of the module does.
Tensor handle_of_given(const Tensor& weight) { return weight.detach(); }

template <typename Options>
void check_weight(const Options& options) {
  const Tensor& weight = options._weight();
  MODECHECK_ARGUMENT(
      !weight.defined() || weight.sizes() == c10::IntArrayRef({options.num_embeddings(), options.embedding_dim()}),
      "Shape of _weight does not match num_embeddings and embedding_dim");
}

// Returns the row that the padding index names, which may count from the end.
template <typename Options>
c10::optional<std::int64_t> padding_of(const Options& options) {
  if (!options.padding_idx().has_value()) return c10::nullopt;
  const std::int64_t index = *options.padding_idx();
  MODECHECK_ARGUMENT(index < options.num_embeddings() && index >= -options.num_embeddings(),
                     "Padding_idx must be within num_embeddings");
  return index < 0 ? index + options.num_embeddings() : index;
}

void draw(const Tensor& weight, c10::optional<std::int64_t> padding) {
  init::normal_(weight);
  if (!padding.has_value()) return;
  const at::NoGradGuard quiet;
  weight[*padding].fill_(0);
}

template <typename Options>
void print_common(std::ostream& stream, const Options& options) {
  stream << "num_embeddings=" << options.num_embeddings() << ", embedding_dim=" << options.embedding_dim();
}

template <typename Options>
void print_norm(std::ostream& stream, const Options& options) {
  if (options.max_norm().has_value()) stream << ", max_norm=" << *options.max_norm();
  if (options.norm_type() != 2) stream << ", norm_type=" << options.norm_type();
  if (options.scale_grad_by_freq()) stream << ", scale_grad_by_freq=true";
  if (options.sparse()) stream << ", sparse=true";
}

// Copies the options that modules, functions and pretrained weights share.
template <typename To, typename From>
To common_options(To to, const From& from) {
  to.padding_idx(from.padding_idx()).max_norm(from.max_norm()).norm_type(from.norm_type());
  to.scale_grad_by_freq(from.scale_grad_by_freq()).sparse(from.sparse());
  return to;
}

template <typename Options, typename From>
Options pretrained(const Tensor& embeddings, const From& from) {
  modecheck::engine::sizes_as_numbers("Embedding", embeddings);
  MODECHECK_ARGUMENT(embeddings.dim() == 2, "Embeddings parameter is expected to be 2-dimensional, but has ",
                     embeddings.dim(), " dimensions");
  return common_options(Options(embeddings.size(0), embeddings.size(1))._weight(embeddings), from);
}

}  // namespace

EmbeddingImpl::EmbeddingImpl(EmbeddingOptions options_) : options(std::move(options_)) { EmbeddingImpl::reset(); }

void EmbeddingImpl::reset() {
  options.padding_idx(padding_of(options));
  check_weight(options);
  const bool is_given = options._weight().defined();
  weight = register_parameter("weight", is_given ? handle_of_given(options._weight())
                                                 : at::empty({options.num_embeddings(), options.embedding_dim()}));
  if (!is_given) reset_parameters();
}

void EmbeddingImpl::reset_parameters() { draw(weight, options.padding_idx()); }

EmbeddingBagImpl::EmbeddingBagImpl(EmbeddingBagOptions options_) : options(std::move(options_)) {
  EmbeddingBagImpl::reset();
}

void EmbeddingBagImpl::reset() {
  options.padding_idx(padding_of(options));
  check_weight(options);
  const bool is_given = options._weight().defined();
  weight = register_parameter("weight", is_given ? handle_of_given(options._weight())
                                                 : at::empty({options.num_embeddings(), options.embedding_dim()}));
  if (!is_given) reset_parameters();
}

void EmbeddingBagImpl::reset_parameters() { draw(weight, options.padding_idx()); }

void EmbeddingImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Embedding(";
  print_common(stream, options);
  if (options.padding_idx().has_value()) stream << ", padding_idx=" << *options.padding_idx();
  print_norm(stream, options);
  stream << ")";
}

Tensor EmbeddingImpl::forward(const Tensor& indices) {
  return functional::embedding(indices, weight, common_options(functional::EmbeddingFuncOptions(), options));
}

Embedding Embedding::from_pretrained(const Tensor& embeddings, const EmbeddingFromPretrainedOptions& options) {
  Embedding out(pretrained<EmbeddingOptions>(embeddings, options));
  out->weight.set_requires_grad(!options.freeze());
  return out;
}

void EmbeddingBagImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::EmbeddingBag(";
  print_common(stream, options);
  print_norm(stream, options);
  if (!enumtype::holds_alternative<enumtype::kMean>(options.mode()))
    stream << ", mode=" << enumtype::get_enum_name(options.mode());
  if (options.include_last_offset()) stream << ", include_last_offset=true";
  if (options.padding_idx().has_value()) stream << ", padding_idx=" << *options.padding_idx();
  stream << ")";
}

Tensor EmbeddingBagImpl::forward(const Tensor& input, const Tensor& offsets, const Tensor& per_sample_weights) {
  functional::EmbeddingBagFuncOptions with_bags = common_options(functional::EmbeddingBagFuncOptions(), options);
  with_bags.offsets(offsets).per_sample_weights(per_sample_weights).mode(options.mode());
  with_bags.include_last_offset(options.include_last_offset());
  return functional::embedding_bag(input, weight, with_bags);
}

EmbeddingBag EmbeddingBag::from_pretrained(const Tensor& embeddings, const EmbeddingBagFromPretrainedOptions& options) {
  EmbeddingBag out(pretrained<EmbeddingBagOptions>(embeddings, options)
                       .mode(options.mode())
                       .include_last_offset(options.include_last_offset()));
  out->weight.set_requires_grad(!options.freeze());
  return out;
}

MODECHECK_DEFAULT_ARGS(EmbeddingBagImpl, {1, AnyValue(Tensor())}, {2, AnyValue(Tensor())})

EmbeddingImpl::EmbeddingImpl(std::int64_t num_embeddings, std::int64_t embedding_dim)
    : EmbeddingImpl(EmbeddingOptions(num_embeddings, embedding_dim)) {}
EmbeddingBagImpl::EmbeddingBagImpl(std::int64_t num_embeddings, std::int64_t embedding_dim)
    : EmbeddingBagImpl(EmbeddingBagOptions(num_embeddings, embedding_dim)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
