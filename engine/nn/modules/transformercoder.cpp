#include "engine/nn/modules/transformercoder.h"

#include "engine/nn/containers/any_value.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

void check_layers(const char* name, const ModuleList& layers, std::int64_t wanted) {
  MODECHECK_ARGUMENT(static_cast<std::int64_t>(layers->size()) == wanted, name, " should have ", wanted,
                     " layers, but got ", layers->size());
}

}  // namespace

TransformerEncoderImpl::TransformerEncoderImpl(TransformerEncoderLayer encoder_layer, std::int64_t num_layers)
    : TransformerEncoderImpl(TransformerEncoderOptions(std::move(encoder_layer), num_layers)) {}
TransformerEncoderImpl::TransformerEncoderImpl(TransformerEncoderOptions options_) : options(std::move(options_)) {
  TransformerEncoderImpl::reset();
}

void TransformerEncoderImpl::reset() {
  layers = register_module("layers", ModuleList());
  for (std::int64_t i = 0; i < options.num_layers(); ++i) layers->push_back(options.encoder_layer()->clone());
  if (options.norm().is_empty()) return;
  norm = options.norm().clone();
  register_module("norm", norm.ptr());
}

void TransformerEncoderImpl::reset_parameters() {
  check_layers("TransformerEncoder", layers, options.num_layers());
  for (std::size_t i = 0; i < layers->size(); ++i) layers->at<TransformerEncoderLayerImpl>(i).reset_parameters();
  if (norm.is_empty()) return;
  norm = options.norm().clone();
  replace_module("norm", norm.ptr());
}

Tensor TransformerEncoderImpl::forward(const Tensor& src, const Tensor& src_mask, const Tensor& src_key_padding_mask) {
  Tensor out = src;
  for (std::size_t i = 0; i < layers->size(); ++i)
    out = layers->at<TransformerEncoderLayerImpl>(i).forward(out, src_mask, src_key_padding_mask);
  return norm.is_empty() ? out : norm.forward<Tensor>(out);
}

MODECHECK_DEFAULT_ARGS(TransformerEncoderImpl, {1, AnyValue(Tensor())}, {2, AnyValue(Tensor())})

TransformerDecoderImpl::TransformerDecoderImpl(TransformerDecoderLayer decoder_layer, std::int64_t num_layers)
    : TransformerDecoderImpl(TransformerDecoderOptions(std::move(decoder_layer), num_layers)) {}
TransformerDecoderImpl::TransformerDecoderImpl(TransformerDecoderOptions options_) : options(std::move(options_)) {
  TransformerDecoderImpl::reset();
}

void TransformerDecoderImpl::reset() {
  layers = register_module("layers", ModuleList());
  for (std::int64_t i = 0; i < options.num_layers(); ++i) layers->push_back(options.decoder_layer()->clone());
  if (options.norm().is_empty()) return;
  norm = options.norm().clone();
  register_module("norm", norm.ptr());
}

void TransformerDecoderImpl::reset_parameters() {
  check_layers("TransformerDecoder", layers, options.num_layers());
  for (std::size_t i = 0; i < layers->size(); ++i) layers->at<TransformerDecoderLayerImpl>(i).reset_parameters();
  if (norm.is_empty()) return;
  norm = options.norm().clone();
  replace_module("norm", norm.ptr());
}

Tensor TransformerDecoderImpl::forward(const Tensor& tgt, const Tensor& memory, const Tensor& tgt_mask,
                                       const Tensor& memory_mask, const Tensor& tgt_key_padding_mask,
                                       const Tensor& memory_key_padding_mask) {
  Tensor out = tgt;
  for (std::size_t i = 0; i < layers->size(); ++i)
    out = layers->at<TransformerDecoderLayerImpl>(i).forward(out, memory, tgt_mask, memory_mask, tgt_key_padding_mask,
                                                             memory_key_padding_mask);
  return norm.is_empty() ? out : norm.forward<Tensor>(out);
}

MODECHECK_DEFAULT_ARGS(TransformerDecoderImpl, {2, AnyValue(Tensor())}, {3, AnyValue(Tensor())},
                       {4, AnyValue(Tensor())}, {5, AnyValue(Tensor())})

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
