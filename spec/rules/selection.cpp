#include "spec/rules/selection.h"

#include <algorithm>
#include <cstdlib>

#include "spec/rules/indexing.h"
#include "spec/rules/pointwise.h"
#include "spec/rules/reduction.h"

namespace modecheck::spec {

OutputMeta infer_extreme_of_all(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_reduction(tensors, {}, false, self.dtype);
  meta.reasons.add_if(is_complex(self.dtype), ErrorClass::Dtype);
  meta.reasons.add_if(self.numel() == 0, ErrorClass::Range);
  return meta;
}

OutputMeta infer_median_of_all(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_reduction(tensors, {}, false, self.dtype);
  const bool ordered = !is_complex(self.dtype) && self.dtype != DType::Bool && self.dtype != DType::Float16;
  meta.reasons.add_if(!ordered, ErrorClass::Dtype);
  // median of a tensor without elements: libtorch does not check the dtype, and returns NaN converted to the dtype.
  if (self.numel() == 0) meta.leave_unspecified(Unspecified::StatisticsOfTooFewElements);
  return meta;
}

OutputMeta infer_trace(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta;
  meta.result.dtype = is_differentiable(self.dtype) ? self.dtype : DType::Int64;
  meta.reasons.add_if(self.rank != 2, ErrorClass::Shape);
  meta.reasons.add_if(self.dtype == DType::Bool || self.dtype == DType::Float16 || self.dtype == DType::BFloat16,
                      ErrorClass::Dtype);
  set_contiguous(meta.result, {});
  return meta;
}

OutputMeta infer_masked_select(const CallTensors& tensors, const ValueOracle* oracle) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& mask = tensors.inputs[1];
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  Sizes sizes = sizes_of(self);
  meta.reasons.add_if(!broadcast(sizes, sizes_of(mask)), ErrorClass::Shape);
  meta.reasons.add_if(mask.dtype != DType::Bool, ErrorClass::Dtype);
  // masked_select: libtorch accepts uint8 masks with a warning that they are deprecated. Later versions may reject
  // them.
  if (mask.dtype == DType::UInt8) meta.leave_unspecified(Unspecified::BytesAsMasks);
  if (!meta.reasons.none()) return meta;
  if (oracle == nullptr) {
    meta.leave_unspecified(Unspecified::ValuesNotKnown);
    return meta;
  }
  Sizes found;
  found.push(oracle->count_true(expand_of(mask, sizes).geometry));
  set_contiguous(meta.result, found);
  return meta;
}

OutputMeta infer_take(const CallTensors& tensors, const ValueOracle* oracle) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& index = tensors.inputs[1];
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(index.dtype != DType::Int64, ErrorClass::Dtype);
  meta.reasons.add_if(self.numel() == 0 && index.numel() != 0, ErrorClass::Range);
  set_contiguous(meta.result, sizes_of(index));
  if (!meta.reasons.none() || index.numel() == 0 || oracle == nullptr) return meta;
  meta.reasons.add_if(!oracle->all_within(index, -self.numel(), self.numel()), ErrorClass::Range);
  return meta;
}

OutputMeta infer_roll(const Geometry& self, const IntList& shifts, const IntList& dims) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  // roll without `dims` rolls the tensor as if it were flattened.
  if (shifts.size == 1 && dims.size == 0) {
    // roll without elements: the result may keep the old strides.
    if (self.numel() == 0) meta.leave_unspecified(Unspecified::LayoutWithoutElements);
    set_contiguous(meta.result, sizes_of(self));
    return meta;
  }
  meta.reasons.add_if(shifts.size == 0 || shifts.size != dims.size, ErrorClass::Argument);
  if (!meta.reasons.none()) return meta;
  for (const std::int64_t dim : dims)
    meta.reasons.add_if(self.rank == 0 || wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  if (self.rank > 0 && self.numel() == 0) {
    // roll without elements: libtorch does not check the dimensions.
    if (!meta.reasons.none()) meta.leave_unspecified(Unspecified::EmptyInputChecks);
    set_preserved(meta.result, self);
    return meta;
  }
  if (!meta.reasons.none()) return meta;
  // roll: for one dimension after the other, libtorch cuts the tensor into two parts and joins them in swapped order
  // with cat.
  Geometry now = self;
  for (int i = 0; i < dims.size; ++i) {
    const std::int64_t size = now.sizes[at(wrapped_dim(dims[i], now.rank))];
    const std::int64_t start = ((size - shifts[i]) % size + size) % size;
    const Geometry end = slice_of(now, dims[i], start, size, 1).geometry;
    const Geometry front = slice_of(now, dims[i], 0, start, 1).geometry;
    CallTensors parts;
    parts.inputs.add(&end);
    parts.inputs.add(&front);
    now = infer_cat(parts, dims[i]).result;
    now.offset = 0;
  }
  meta.result = now;
  return meta;
}

OutputMeta infer_diag_embed(const Geometry& self, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  const int rank = self.rank + 1;
  const int first = wrapped_dim(dim1, rank);
  const int second = wrapped_dim(dim2, rank);
  meta.reasons.add_if(self.rank == 0 || first < 0 || second < 0 || first == second, ErrorClass::Range);
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(self);
  const std::int64_t length = sizes[self.rank - 1] + std::abs(offset);
  sizes.erase(self.rank - 1);
  sizes.insert(std::min(first, second), length);
  sizes.insert(std::max(first, second), length);
  if (sizes.rank > kMaxRank) {
    meta.beyond_limits = Unspecified::TooManyDimensions;
    return meta;
  }
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_logcumsumexp(const CallTensors& tensors, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  meta.reasons.add_if(!is_floating(self.dtype) || self.dtype == DType::Float16, ErrorClass::Dtype);
  set_contiguous(meta.result, sizes_of(self));
  return meta;
}

OutputMeta infer_threshold(const CallTensors& tensors, ScalarValue limit, ScalarValue value) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = pointwise(tensors, ResultDtype::Same, {.boolean = false, .half = false, .complex = false});
  check_number(meta, self.dtype, limit);
  check_number(meta, self.dtype, value);
  // threshold: applied twice to an element it gives the same as once, so libtorch accepts an output that overlaps
  // itself.
  if (tensors.target != nullptr && may_overlap_itself(*tensors.target))
    meta.leave_unspecified(Unspecified::OutputOverlapsItself);
  return meta;
}

}  // namespace modecheck::spec
