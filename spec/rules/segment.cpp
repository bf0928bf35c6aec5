#include "spec/rules/segment.h"

namespace modecheck::spec {

ResultPlan plan_segments(const Record& record, const CallTensors& tensors, const ValueWitness* witness) {
  const Arguments arguments(record);
  const Geometry& data = tensors.inputs[0];
  const bool by_lengths = arguments.present(2);
  const bool by_offsets = arguments.present(4);
  const bool unsafe = arguments.boolean(6);
  ResultPlan plan;
  plan.result.dtype = data.dtype;
  plan.reasons.add_if(arguments.word(1) == "none", ErrorClass::Argument);
  plan.reasons.add_if(arguments.present(3), ErrorClass::Argument);  // indices
  plan.reasons.add_if(!by_lengths && !by_offsets, ErrorClass::Argument);
  plan.reasons.add_if(data.numel() == 0 || data.rank == 0, ErrorClass::Shape);
  plan.reasons.add_if(!is_floating(data.dtype), ErrorClass::Dtype);
  const int axis = wrapped_dim(arguments.integer(5), data.rank);
  plan.reasons.add_if(axis < 0, ErrorClass::Range);
  // Of both libtorch takes the offsets, other libraries none.
  if (by_lengths && by_offsets) plan.leave_unspecified(Unspecified::SegmentLengthsAndOffsets);
  if (by_lengths == by_offsets || arguments.present(3)) return plan;
  const Geometry& numbers = tensors.inputs[1];
  // What they add up to is asked before what they are.
  const bool known = numbers.dtype == DType::Int32 || numbers.dtype == DType::Int64;
  plan.reasons.add_if(!known, ErrorClass::Dtype);
  plan.reasons.add_if(!known, ErrorClass::Argument);
  if (axis < 0) return plan;
  plan.reasons.add_if(numbers.rank != axis + 1 || numbers.rank > data.rank, ErrorClass::Shape);
  if (numbers.rank != axis + 1 || numbers.rank > data.rank) return plan;
  // Nobody checks that there are as many rows as the data has: what is missing libtorch reads beyond them.
  for (int d = 0; d < axis; ++d)
    if (numbers.sizes[at(d)] != data.sizes[at(d)]) plan.leave_unspecified(Unspecified::ReadsBeyondMemory);
  const std::int64_t count = numbers.sizes[at(axis)] - (by_offsets ? 1 : 0);
  plan.reasons.add_if(count < 0, ErrorClass::Shape);
  if (by_lengths && numbers.numel() == 0) plan.leave_unspecified(Unspecified::EmptyInputChecks);
  if (plan.is_unspecified() || !known || count < 0) return plan;
  if (witness == nullptr) {
    plan.leave_unspecified(Unspecified::ValuesNotKnown, plan.reasons.none());
  } else if (!witness->divides(numbers, data.sizes[at(axis)], by_offsets)) {
    if (by_offsets || unsafe)
      plan.leave_unspecified(Unspecified::ReadsBeyondMemory);
    else
      plan.reasons.add(ErrorClass::Argument);
  }
  if (!plan.reasons.none()) return plan;
  Sizes sizes = sizes_of(data);
  sizes[axis] = count;
  set_contiguous(plan.result, sizes);
  return plan;
}

}  // namespace modecheck::spec
