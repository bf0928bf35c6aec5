#include "spec/rules/normalization.h"

#include <algorithm>

namespace modecheck::spec {
namespace {

bool has_statistics(DType dtype) { return is_floating(dtype) && dtype != DType::Float16; }

// Checks weight and bias, after the input: each must have the shape `sizes` and the input's dtype.
void check_parameters(OutputMeta& meta, const CallTensors& tensors, const Sizes& sizes) {
  for (int i = 1; i < tensors.inputs.count; ++i) {
    meta.reasons.add_if(sizes_of(tensors.inputs[i]) != sizes, ErrorClass::Shape);
    meta.reasons.add_if(tensors.inputs[i].dtype != tensors.inputs[0].dtype, ErrorClass::Dtype);
  }
}

// Infers the metadata of the second and third result of a normalisation: means, and reciprocals of standard deviations.
void give_statistics(OutputMeta& meta, DType dtype, const Sizes& sizes) {
  for (int i = 0; i < 2; ++i) {
    meta.others[at(i)].dtype = dtype;
    set_contiguous(meta.others[at(i)], sizes);
  }
}

}  // namespace

OutputMeta infer_layer_norm(const CallTensors& tensors, const IntList& normalized_shape) {
  OutputMeta meta;
  const Geometry& input = tensors.inputs[0];
  meta.result.dtype = input.dtype;
  meta.reasons.add_if(!has_statistics(input.dtype), ErrorClass::Dtype);
  Sizes shape;
  for (const std::int64_t size : normalized_shape) shape.push(size);
  const int kept = input.rank - shape.rank;
  bool fits = shape.rank > 0 && kept >= 0;
  for (int i = 0; fits && i < shape.rank; ++i) fits = input.sizes[at(kept + i)] == shape[i];
  meta.reasons.add_if(!fits, ErrorClass::Shape);
  check_parameters(meta, tensors, shape);
  if (!meta.reasons.none()) return meta;
  Sizes statistics = sizes_of(input);
  for (int i = kept; i < input.rank; ++i) statistics[i] = 1;
  if (shape.numel() == 0 && statistics.numel() != 0) meta.leave_unspecified(Unspecified::StatisticsOfTooFewElements);
  set_contiguous(meta.result, sizes_of(input));
  give_statistics(meta, input.dtype, statistics);
  return meta;
}

OutputMeta infer_group_norm(const CallTensors& tensors, const GroupedSizes& sizes) {
  OutputMeta meta;
  const Geometry& input = tensors.inputs[0];
  meta.result.dtype = input.dtype;
  meta.reasons.add_if(sizes.groups <= 0, ErrorClass::Argument);
  meta.reasons.add_if(sizes.groups > 0 && sizes.channels % sizes.groups != 0, ErrorClass::Shape);
  meta.reasons.add_if(!has_statistics(input.dtype), ErrorClass::Dtype);
  Sizes channels;
  channels.push(sizes.channels);
  check_parameters(meta, tensors, channels);
  meta.reasons.add_if(input.numel() != sizes.batch * sizes.channels * sizes.pixels, ErrorClass::Shape);
  const bool channels_last = suggests_channels_last(input);
  set_contiguous(meta.result, sizes_of(input));
  if (channels_last) set_channels_last(meta.result, sizes_of(input));
  bool dense = true;
  for (int i = 0; i < input.rank; ++i)
    dense = dense && (input.sizes[at(i)] == 1 || input.strides[at(i)] == meta.result.strides[at(i)]);
  meta.reasons.add_if(!dense && input.numel() != 0, ErrorClass::Strides);
  if (!meta.reasons.none()) return meta;
  if (channels_last && (sizes.batch != input.sizes[0] || sizes.channels != input.sizes[1]))
    meta.leave_unspecified(Unspecified::GroupNormOtherSizes);
  Sizes statistics;
  statistics.push(sizes.batch);
  statistics.push(sizes.groups);
  if (input.numel() == 0 && statistics.numel() != 0) meta.leave_unspecified(Unspecified::StatisticsOfTooFewElements);
  // group_norm: libtorch 1.13.1 reads beyond the end of an expanded parameter, whose stride is 0.
  for (int i = 1; i < tensors.inputs.count; ++i)
    if (sizes.channels > 1 && tensors.inputs[i].strides[0] == 0) meta.leave_unspecified(Unspecified::ReadsBeyondMemory);
  give_statistics(meta, input.dtype, statistics);
  return meta;
}

OutputMeta infer_batch_norm(const BatchNormTensors& tensors, bool training) {
  OutputMeta meta;
  const Geometry& input = *tensors.given[0];
  meta.result.dtype = input.dtype;
  meta.reasons.add_if(!has_statistics(input.dtype), ErrorClass::Dtype);
  // batch_norm: libtorch checks no sizes, and reads out of bounds if they are wrong. A single sample has no variance.
  const std::int64_t channels = input.rank >= 2 ? input.sizes[1] : 0;
  meta.leave_unspecified(Unspecified::ReadsBeyondMemory, input.rank < 2);
  meta.leave_unspecified(Unspecified::StatisticsOfTooFewElements,
                         training && (channels == 0 || input.numel() / std::max<std::int64_t>(channels, 1) < 2));
  // batch_norm: later versions of PyTorch than 1.13.1 require both running statistics or neither.
  if ((tensors.given[3] == nullptr) != (tensors.given[4] == nullptr))
    meta.leave_unspecified(Unspecified::MissingRunningStatistics);
  if (input.dtype != DType::Float32 && input.dtype != DType::Float64 && meta.reasons.none())
    meta.leave_unspecified(Unspecified::DtypesTaken);
  for (std::size_t i = 1; i < tensors.given.size(); ++i) {
    const Geometry* const parameter = tensors.given[i];
    const bool statistic = i >= 3;
    if (parameter == nullptr) {
      if (statistic && !training) meta.leave_unspecified(Unspecified::MissingRunningStatistics);
      continue;
    }
    meta.leave_unspecified(Unspecified::ReadsBeyondMemory, parameter->rank != 1 || parameter->sizes[0] != channels);
    meta.leave_unspecified(Unspecified::MixedDtypes, parameter->dtype != input.dtype);
    if (meta.is_unspecified()) return meta;
    if (!training) continue;
    // batch_norm writes the running statistics. So their memory must not overlap other tensors', and their own elements
    // must not share memory.
    for (std::size_t k = 0; k < tensors.given.size(); ++k)
      if ((statistic || k >= 3) && k != i && tensors.given[k] != nullptr &&
          tensors.given[k]->storage == parameter->storage)
        meta.leave_unspecified(Unspecified::OutputOverlapsInput);
    if (statistic && may_overlap_itself(*parameter)) meta.leave_unspecified(Unspecified::OutputOverlapsItself);
  }
  if (meta.is_unspecified()) return meta;
  set_contiguous(meta.result, sizes_of(input));
  if (suggests_channels_last(input)) set_channels_last(meta.result, sizes_of(input));
  Sizes statistics;
  statistics.push(training ? channels : 0);
  give_statistics(meta, input.dtype, statistics);
  return meta;
}

}  // namespace modecheck::spec
