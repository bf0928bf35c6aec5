#include "spec/rules/sorting.h"

#include "spec/rules/creation.h"
#include "spec/rules/reduction.h"

namespace modecheck::spec {
namespace {

// Adds the second result, which holds indices and has the sizes of the values.
void add_places(OutputMeta& meta) {
  meta.others[0] = meta.result;
  meta.others[0].dtype = DType::Int64;
}

// Returns the number of elements along `dim`, which must be valid.
std::int64_t length_along(const Geometry& self, std::int64_t dim) {
  return self.rank == 0 ? 1 : self.sizes[at(wrapped_dim(dim, self.rank))];
}

// Infers the metadata of the result of an operator that picks one element along a dimension, which must not be empty.
OutputMeta infer_one_along(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_reduction(tensors, one_dim(dim), keepdim, self.dtype);
  if (!meta.reasons.none()) return meta;
  meta.reasons.add_if(length_along(self, dim) == 0, ErrorClass::Range);
  add_places(meta);
  return meta;
}

// Drops a call on complex numbers if there are no elements to compare. PyTorch's documentation does not say whether
// such a call is accepted.
void ask_of_no_uncompared_complex(OutputMeta& meta, const Geometry& self) {
  if (is_complex(self.dtype) && (self.rank == 0 || self.numel() == 0))
    meta.leave_unspecified(Unspecified::UncomparedComplexNumbers);
}

// Returns true for the dtypes that the CPU kernels of libtorch 1.13.1 can sort. Some dtypes with an order are missing.
bool is_ordered(DType dtype) { return !is_complex(dtype) && dtype != DType::Bool && dtype != DType::Float16; }

}  // namespace

OutputMeta infer_extreme_along(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  OutputMeta meta = infer_one_along(tensors, dim, keepdim);
  meta.reasons.add_if(is_complex(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return meta;
}

OutputMeta infer_sort(const CallTensors& tensors, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  meta.reasons.add_if(self.rank > 0 && is_complex(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(meta, self);
  set_preserved(meta.result, self);
  add_places(meta);
  return meta;
}

OutputMeta infer_topk(const CallTensors& tensors, std::int64_t k, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  const int along = wrapped_dim(dim, self.rank);
  if (along < 0) {
    meta.reasons.add(ErrorClass::Range);
    return meta;
  }
  meta.reasons.add_if(k < 0 || k > length_along(self, dim), ErrorClass::Argument);
  meta.reasons.add_if(self.rank > 0 && !is_ordered(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(meta, self);
  if (!meta.reasons.none()) return meta;
  Sizes sizes = sizes_of(self);
  if (self.rank > 0) sizes[along] = k;
  set_contiguous(meta.result, sizes);
  add_places(meta);
  return meta;
}

OutputMeta infer_kthvalue(const CallTensors& tensors, std::int64_t k, std::int64_t dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = infer_one_along(tensors, dim, keepdim);
  if (!meta.reasons.none()) return meta;
  meta.reasons.add_if(k < 1 || k > length_along(self, dim), ErrorClass::Argument);
  meta.reasons.add_if(self.rank > 0 && !is_ordered(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(meta, self);
  return meta;
}

OutputMeta infer_cumulative_extreme(const CallTensors& tensors, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  const bool known = !is_complex(self.dtype) && self.dtype != DType::Float16;
  meta.reasons.add_if(self.rank > 0 && self.numel() > 0 && !known, ErrorClass::Dtype);
  ask_of_no_uncompared_complex(meta, self);
  set_contiguous(meta.result, sizes_of(self));
  add_places(meta);
  return meta;
}

OutputMeta infer_median(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  OutputMeta meta = infer_one_along(tensors, dim, keepdim);
  meta.reasons.add_if(!is_ordered(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return meta;
}

namespace {

// Infers the metadata of the results of searchsorted and bucketize. Values are compared in the promoted dtype. If there
// are no values, libtorch 1.13.1 does not check this dtype.
OutputMeta infer_comparisons(const Geometry& sequences, const Geometry& values, bool short_places) {
  OutputMeta meta;
  meta.result.dtype = short_places ? DType::Int32 : DType::Int64;
  set_contiguous(meta.result, sizes_of(values));
  IteratorInputs both;
  both.add(&sequences);
  both.add(&values);
  const DType common = common_dtype(both, {}, &meta);
  meta.reasons.add_if(values.numel() != 0 && (is_complex(common) || common == DType::Bool), ErrorClass::Dtype);
  return meta;
}

bool same_rows(const Geometry& a, const Geometry& b) {
  if (a.rank != b.rank) return false;
  for (int d = 0; d + 1 < a.rank; ++d)
    if (a.sizes[at(d)] != b.sizes[at(d)]) return false;
  return true;
}

}  // namespace

OutputMeta infer_places_in(const Geometry& sequences, const Geometry& values, const Geometry* sorter, bool short_places,
                           bool right, std::optional<std::string_view> side, const ValueOracle* oracle) {
  OutputMeta meta = infer_comparisons(sequences, values, short_places);
  meta.reasons.add_if(right && side == "left", ErrorClass::Argument);
  meta.reasons.add_if(sequences.rank == 0, ErrorClass::Shape);
  meta.reasons.add_if(sequences.rank != 1 && !same_rows(sequences, values), ErrorClass::Shape);
  if (sorter == nullptr) return meta;
  meta.reasons.add_if(!same_sizes(*sorter, sequences), ErrorClass::Shape);
  meta.reasons.add_if(sorter->dtype != DType::Int64, ErrorClass::Dtype);
  if (!meta.reasons.none() || sorter->numel() == 0) return meta;
  // searchsorted: libtorch reads out of bounds if `sorter` holds an invalid index.
  const std::int64_t length = sequences.sizes[at(sequences.rank - 1)];
  if (oracle == nullptr)
    meta.leave_unspecified(Unspecified::ValuesNotKnown);
  else if (!oracle->all_within(*sorter, 0, length))
    meta.leave_unspecified(Unspecified::ReadsBeyondMemory);
  return meta;
}

OutputMeta infer_buckets(const Geometry& values, const Geometry& boundaries, bool short_places) {
  OutputMeta meta = infer_comparisons(boundaries, values, short_places);
  meta.reasons.add_if(boundaries.rank != 1, ErrorClass::Shape);
  return meta;
}

OutputMeta infer_place_of(const Geometry& sequence, ScalarValue value, const Geometry* sorter, bool short_places,
                          bool right, std::optional<std::string_view> side, const ValueOracle* oracle) {
  Geometry number;
  number.dtype = dtype_of_number(value);
  OutputMeta meta = infer_places_in(sequence, number, sorter, short_places, right, side, oracle);
  meta.reasons.add_if(sequence.rank != 1, ErrorClass::Shape);
  return meta;
}

OutputMeta infer_unique(const Geometry& self, bool sorted, bool inverse, bool counts, const ValueOracle* oracle) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(is_complex(self.dtype) || self.dtype == DType::Float16, ErrorClass::Dtype);
  if (!meta.reasons.none()) return meta;
  const std::optional<std::int64_t> found = oracle == nullptr ? std::nullopt : oracle->count_distinct(self);
  // If the result of _unique2 is not sorted, libraries differ in its order.
  meta.leave_unspecified(Unspecified::ValuesNotKnown, oracle == nullptr);
  meta.leave_unspecified(Unspecified::UncertainNumbers, !found);
  meta.leave_unspecified(Unspecified::UniqueOrder, !sorted && found.value_or(0) > 1);
  if (!found || meta.is_unspecified()) return meta;
  Sizes kinds;
  kinds.push(*found);
  Sizes none;
  none.push(0);
  set_contiguous(meta.result, kinds);
  meta.others[0].dtype = DType::Int64;
  set_contiguous(meta.others[0], inverse || counts ? sizes_of(self) : none);
  meta.others[1].dtype = DType::Int64;
  set_contiguous(meta.others[1], counts ? kinds : none);
  return meta;
}

}  // namespace modecheck::spec
