#include "spec/rules/output_meta.h"

namespace modecheck::spec {

void give_contiguous(OutputMeta& meta, const CallTensors& tensors, const Sizes& sizes) {
  if (sizes.rank > kMaxRank) {
    meta.beyond_limits = Unspecified::TooManyDimensions;
    return;
  }
  set_contiguous(meta.result, sizes);
  if (tensors.out) meta.resizes = sizes_of(*tensors.target) != sizes;
}

bool output_may_overlap(const Geometry& out, bool resizes, const Geometry& input) {
  return resizes ? out.storage == input.storage : may_overlap(out, input);
}

void demand_out_dtype(OutputMeta& meta, const CallTensors& tensors) {
  if (tensors.out) meta.reasons.add_if(tensors.target->dtype != meta.result.dtype, ErrorClass::Dtype);
}

OutputMeta infer_out_variant(OutputMeta meta, const CallTensors& tensors) {
  if (meta.is_beyond_limits()) return meta;
  const Geometry& out = *tensors.target;
  demand_out_dtype(meta, tensors);
  // Libraries compute the result in `out` itself, and differ in how they read inputs that overlap `out`.
  const bool resizes = sizes_of(out) != sizes_of(meta.result);
  for (int i = 0; i < tensors.inputs.count; ++i)
    meta.leave_unspecified(Unspecified::OutputOverlapsInput, output_may_overlap(out, resizes, tensors.inputs[i]));
  if (has_internal_overlap(out)) meta.leave_unspecified(Unspecified::OutputOverlapsItself);
  meta.extra_capacity_of_first = 0;
  // infer_out_variant: if `out` is resized, it takes the strides of the result, too.
  meta.resizes = meta.restrides = resizes;
  for (int i = 0; i < kMaxResults - 1 && tensors.further[at(i)] != nullptr; ++i) {
    const Geometry& further = *tensors.further[at(i)];
    const Geometry& result = meta.others[at(i)];
    meta.reasons.add_if(further.dtype != result.dtype, ErrorClass::Dtype);
    // If outputs share memory, the output that is written last wins, and the order of the writes is unspecified.
    meta.leave_unspecified(Unspecified::OutputsShareMemory, further.storage == out.storage);
    meta.leave_unspecified(Unspecified::OutputOverlapsItself, has_internal_overlap(further));
    for (int k = 0; k < i; ++k)
      if (further.storage == tensors.further[at(k)]->storage) meta.leave_unspecified(Unspecified::OutputsShareMemory);
    for (int k = 0; k < tensors.inputs.count; ++k)
      meta.leave_unspecified(Unspecified::OutputOverlapsInput,
                             output_may_overlap(further, sizes_of(further) != sizes_of(result), tensors.inputs[k]));
    meta.extra_capacity[at(i)] = 0;
    if (sizes_of(further) != sizes_of(result)) meta.others_resize |= static_cast<std::uint8_t>(1U << i);
  }
  return meta;
}

DType common_dtype(const IteratorInputs& inputs, Number number, OutputMeta* meta) {
  Promotion promotion;
  for (int i = 0; i < inputs.count; ++i) promotion.add(inputs[i]);
  if (number.present) promotion.add_number(number.kind);
  if (meta != nullptr && promotion.wants_complex_half()) meta->beyond_limits = Unspecified::ComplexHalf;
  return promotion.result();
}

void check_number(OutputMeta& meta, DType dtype, ScalarValue number) {
  meta.reasons.add_if(dtype == DType::UInt8 && number.kind == ScalarValue::Kind::Float && number.value < 0,
                      ErrorClass::Argument);
}

bool always_fits(DType from, DType to) {
  if (from == to || from == DType::Bool || to == DType::Complex128) return true;
  if (is_complex(from)) return false;
  if (is_differentiable(to)) return to != DType::Float16 && (is_integer(from) || to == DType::Float64);
  return is_integer(from) && to != DType::Bool && item_size(from) <= item_size(to);
}

}  // namespace modecheck::spec
