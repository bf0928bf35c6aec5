#include "spec/rules/normalization.h"

#include <algorithm>

namespace modecheck::spec {
namespace {

bool is_known(DType dtype) { return is_floating(dtype) && dtype != DType::Float16; }

// Checks the parameters after the input: each must have the shape `sizes` and the input's dtype.
void check_parameters(ResultPlan& plan, const CallTensors& tensors, const Sizes& sizes) {
  for (int i = 1; i < tensors.inputs.count; ++i) {
    plan.reasons.add_if(sizes_of(tensors.inputs[i]) != sizes, ErrorClass::Shape);
    plan.reasons.add_if(tensors.inputs[i].dtype != tensors.inputs[0].dtype, ErrorClass::Dtype);
  }
}

// The second and third result: means, and reciprocals of standard deviations.
void give_statistics(ResultPlan& plan, DType dtype, const Sizes& sizes) {
  for (int i = 0; i < 2; ++i) {
    plan.others[at(i)].dtype = dtype;
    set_contiguous(plan.others[at(i)], sizes);
  }
}

}  // namespace

ResultPlan plan_layer_norm(const CallTensors& tensors, const IntList& normalized_shape) {
  ResultPlan plan;
  const Geometry& input = tensors.inputs[0];
  plan.result.dtype = input.dtype;
  plan.reasons.add_if(!is_known(input.dtype), ErrorClass::Dtype);
  Sizes shape;
  for (const std::int64_t size : normalized_shape) shape.push(size);
  const int kept = input.rank - shape.rank;
  bool fits = shape.rank > 0 && kept >= 0;
  for (int i = 0; fits && i < shape.rank; ++i) fits = input.sizes[at(kept + i)] == shape[i];
  plan.reasons.add_if(!fits, ErrorClass::Shape);
  check_parameters(plan, tensors, shape);
  if (!plan.reasons.none()) return plan;
  Sizes statistics = sizes_of(input);
  for (int i = kept; i < input.rank; ++i) statistics[i] = 1;
  if (shape.numel() == 0 && statistics.numel() != 0) plan.leave_unspecified(Unspecified::StatisticsOfTooFewElements);
  set_contiguous(plan.result, sizes_of(input));
  give_statistics(plan, input.dtype, statistics);
  return plan;
}

ResultPlan plan_group_norm(const CallTensors& tensors, const GroupedSizes& sizes) {
  ResultPlan plan;
  const Geometry& input = tensors.inputs[0];
  plan.result.dtype = input.dtype;
  plan.reasons.add_if(sizes.groups <= 0, ErrorClass::Argument);
  plan.reasons.add_if(sizes.groups > 0 && sizes.channels % sizes.groups != 0, ErrorClass::Shape);
  plan.reasons.add_if(!is_known(input.dtype), ErrorClass::Dtype);
  Sizes channels;
  channels.push(sizes.channels);
  check_parameters(plan, tensors, channels);
  plan.reasons.add_if(input.numel() != sizes.batch * sizes.channels * sizes.pixels, ErrorClass::Shape);
  const bool channels_last = suggests_channels_last(input);
  set_contiguous(plan.result, sizes_of(input));
  if (channels_last) set_channels_last(plan.result, sizes_of(input));
  bool dense = true;
  for (int i = 0; i < input.rank; ++i)
    dense = dense && (input.sizes[at(i)] == 1 || input.strides[at(i)] == plan.result.strides[at(i)]);
  plan.reasons.add_if(!dense && input.numel() != 0, ErrorClass::Strides);
  if (!plan.reasons.none()) return plan;
  if (channels_last && (sizes.batch != input.sizes[0] || sizes.channels != input.sizes[1]))
    plan.leave_unspecified(Unspecified::GroupNormOtherSizes);
  Sizes statistics;
  statistics.push(sizes.batch);
  statistics.push(sizes.groups);
  if (input.numel() == 0 && statistics.numel() != 0) plan.leave_unspecified(Unspecified::StatisticsOfTooFewElements);
  // libtorch reads an expanded parameter (stride 0) beyond its end (L).
  for (int i = 1; i < tensors.inputs.count; ++i)
    if (sizes.channels > 1 && tensors.inputs[i].strides[0] == 0) plan.leave_unspecified(Unspecified::ReadsBeyondMemory);
  give_statistics(plan, input.dtype, statistics);
  return plan;
}

ResultPlan plan_batch_norm(const BatchNormTensors& tensors, bool training) {
  ResultPlan plan;
  const Geometry& input = *tensors.given[0];
  plan.result.dtype = input.dtype;
  plan.reasons.add_if(!is_known(input.dtype), ErrorClass::Dtype);
  // libtorch checks no sizes here and reads out of bounds if they are wrong. A single sample has no variance.
  const std::int64_t channels = input.rank >= 2 ? input.sizes[1] : 0;
  plan.leave_unspecified(Unspecified::ReadsBeyondMemory, input.rank < 2);
  plan.leave_unspecified(Unspecified::StatisticsOfTooFewElements,
                         channels == 0 || input.numel() / std::max<std::int64_t>(channels, 1) < 2);
  // Later versions of PyTorch require both running statistics or neither.
  if ((tensors.given[3] == nullptr) != (tensors.given[4] == nullptr))
    plan.leave_unspecified(Unspecified::MissingRunningStatistics);
  if (input.dtype != DType::Float32 && input.dtype != DType::Float64 && plan.reasons.none())
    plan.leave_unspecified(Unspecified::DtypesTaken);
  for (std::size_t i = 1; i < tensors.given.size(); ++i) {
    const Geometry* const parameter = tensors.given[i];
    const bool statistic = i >= 3;
    if (parameter == nullptr) {
      if (statistic && !training) plan.leave_unspecified(Unspecified::MissingRunningStatistics);
      continue;
    }
    plan.leave_unspecified(Unspecified::ReadsBeyondMemory, parameter->rank != 1 || parameter->sizes[0] != channels);
    plan.leave_unspecified(Unspecified::MixedDtypes, parameter->dtype != input.dtype);
    if (plan.is_unspecified()) return plan;
    if (!training) continue;
    // Running statistics are written, so they must share memory neither with other tensors nor within themselves.
    for (std::size_t k = 0; k < tensors.given.size(); ++k)
      if ((statistic || k >= 3) && k != i && tensors.given[k] != nullptr &&
          tensors.given[k]->storage == parameter->storage)
        plan.leave_unspecified(Unspecified::OutputOverlapsInput);
    if (statistic && may_overlap_itself(*parameter)) plan.leave_unspecified(Unspecified::OutputOverlapsItself);
  }
  if (plan.is_unspecified()) return plan;
  set_contiguous(plan.result, sizes_of(input));
  if (suggests_channels_last(input)) set_channels_last(plan.result, sizes_of(input));
  Sizes statistics;
  statistics.push(training ? channels : 0);
  give_statistics(plan, input.dtype, statistics);
  return plan;
}

}  // namespace modecheck::spec
