#include "spec/rules/sorting.h"

#include "spec/rules/creation.h"
#include "spec/rules/reduction.h"

namespace modecheck::spec {
namespace {

// Adds the second result: indices, of the same sizes as the values.
void add_places(ResultPlan& plan) {
  plan.others[0] = plan.result;
  plan.others[0].dtype = DType::Int64;
}

// The number of elements along `dim`, which must be valid.
std::int64_t length_along(const Geometry& self, std::int64_t dim) {
  return self.rank == 0 ? 1 : self.sizes[at(wrapped_dim(dim, self.rank))];
}

// The plan of an operator that picks one element along a dimension, which must not be empty.
ResultPlan plan_one_along(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_reduction(tensors, one_dim(dim), keepdim, self.dtype);
  if (!plan.reasons.none()) return plan;
  plan.reasons.add_if(length_along(self, dim) == 0, ErrorClass::Range);
  add_places(plan);
  return plan;
}

// Without elements to compare, libtorch accepts complex numbers, but not in a derivative (L).
void ask_of_no_uncompared_complex(ResultPlan& plan, const Geometry& self) {
  if (is_complex(self.dtype) && (self.rank == 0 || self.numel() == 0))
    plan.leave_unspecified(Unspecified::UncomparedComplexNumbers);
}

// The dtypes that the CPU kernels can sort; some dtypes with an order are missing (L).
bool is_ordered(DType dtype) { return !is_complex(dtype) && dtype != DType::Bool && dtype != DType::Float16; }

}  // namespace

ResultPlan plan_extreme_along(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  ResultPlan plan = plan_one_along(tensors, dim, keepdim);
  plan.reasons.add_if(is_complex(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_sort(const CallTensors& tensors, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  plan.reasons.add_if(self.rank > 0 && is_complex(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  set_preserved(plan.result, self);
  add_places(plan);
  return plan;
}

ResultPlan plan_topk(const CallTensors& tensors, std::int64_t k, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  const int along = wrapped_dim(dim, self.rank);
  if (along < 0) {
    plan.reasons.add(ErrorClass::Range);
    return plan;
  }
  plan.reasons.add_if(k < 0 || k > length_along(self, dim), ErrorClass::Argument);
  plan.reasons.add_if(self.rank > 0 && !is_ordered(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  if (!plan.reasons.none()) return plan;
  Sizes sizes = sizes_of(self);
  if (self.rank > 0) sizes[along] = k;
  set_contiguous(plan.result, sizes);
  add_places(plan);
  return plan;
}

ResultPlan plan_kthvalue(const CallTensors& tensors, std::int64_t k, std::int64_t dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_one_along(tensors, dim, keepdim);
  if (!plan.reasons.none()) return plan;
  plan.reasons.add_if(k < 1 || k > length_along(self, dim), ErrorClass::Argument);
  plan.reasons.add_if(self.rank > 0 && !is_ordered(self.dtype), ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  return plan;
}

ResultPlan plan_cumulative_extreme(const CallTensors& tensors, std::int64_t dim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  const bool known = !is_complex(self.dtype) && self.dtype != DType::Float16;
  plan.reasons.add_if(self.rank > 0 && self.numel() > 0 && !known, ErrorClass::Dtype);
  ask_of_no_uncompared_complex(plan, self);
  set_contiguous(plan.result, sizes_of(self));
  add_places(plan);
  return plan;
}

ResultPlan plan_median(const CallTensors& tensors, std::int64_t dim, bool keepdim) {
  ResultPlan plan = plan_one_along(tensors, dim, keepdim);
  plan.reasons.add_if(!is_ordered(tensors.inputs[0].dtype), ErrorClass::Dtype);
  return plan;
}

namespace {

// Values are compared in the promoted dtype; without values, libtorch does not check it (L).
ResultPlan plan_comparisons(const Geometry& sequences, const Geometry& values, bool short_places) {
  ResultPlan plan;
  plan.result.dtype = short_places ? DType::Int32 : DType::Int64;
  set_contiguous(plan.result, sizes_of(values));
  IteratorInputs both;
  both.add(&sequences);
  both.add(&values);
  const DType common = common_dtype(both, {}, &plan);
  plan.reasons.add_if(values.numel() != 0 && (is_complex(common) || common == DType::Bool), ErrorClass::Dtype);
  return plan;
}

bool same_rows(const Geometry& a, const Geometry& b) {
  if (a.rank != b.rank) return false;
  for (int d = 0; d + 1 < a.rank; ++d)
    if (a.sizes[at(d)] != b.sizes[at(d)]) return false;
  return true;
}

}  // namespace

ResultPlan plan_places_in(const Geometry& sequences, const Geometry& values, const Geometry* sorter, bool short_places,
                          bool right, std::optional<std::string_view> side, const ValueWitness* witness) {
  ResultPlan plan = plan_comparisons(sequences, values, short_places);
  plan.reasons.add_if(right && side == "left", ErrorClass::Argument);
  plan.reasons.add_if(sequences.rank == 0, ErrorClass::Shape);
  plan.reasons.add_if(sequences.rank != 1 && !same_rows(sequences, values), ErrorClass::Shape);
  if (sorter == nullptr) return plan;
  plan.reasons.add_if(!same_sizes(*sorter, sequences), ErrorClass::Shape);
  plan.reasons.add_if(sorter->dtype != DType::Int64, ErrorClass::Dtype);
  if (!plan.reasons.none() || sorter->numel() == 0) return plan;
  // libtorch reads out of bounds if `sorter` holds an invalid index.
  const std::int64_t length = sequences.sizes[at(sequences.rank - 1)];
  if (witness == nullptr)
    plan.leave_unspecified(Unspecified::ValuesNotKnown);
  else if (!witness->all_within(*sorter, 0, length))
    plan.leave_unspecified(Unspecified::ReadsBeyondMemory);
  return plan;
}

ResultPlan plan_buckets(const Geometry& values, const Geometry& boundaries, bool short_places) {
  ResultPlan plan = plan_comparisons(boundaries, values, short_places);
  plan.reasons.add_if(boundaries.rank != 1, ErrorClass::Shape);
  return plan;
}

ResultPlan plan_place_of(const Geometry& sequence, ScalarValue value, const Geometry* sorter, bool short_places,
                         bool right, std::optional<std::string_view> side, const ValueWitness* witness) {
  Geometry number;
  number.dtype = dtype_of_number(value);
  ResultPlan plan = plan_places_in(sequence, number, sorter, short_places, right, side, witness);
  plan.reasons.add_if(sequence.rank != 1, ErrorClass::Shape);
  return plan;
}

ResultPlan plan_unique(const Geometry& self, bool sorted, bool inverse, bool counts, const ValueWitness* witness) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(is_complex(self.dtype) || self.dtype == DType::Float16, ErrorClass::Dtype);
  if (!plan.reasons.none()) return plan;
  const std::optional<std::int64_t> found = witness == nullptr ? std::nullopt : witness->count_distinct(self);
  // If the result is not sorted, libraries differ in its order.
  plan.leave_unspecified(Unspecified::ValuesNotKnown, witness == nullptr);
  plan.leave_unspecified(Unspecified::UncertainNumbers, !found);
  plan.leave_unspecified(Unspecified::UniqueOrder, !sorted && found.value_or(0) > 1);
  if (!found || plan.is_unspecified()) return plan;
  Sizes kinds;
  kinds.push(*found);
  Sizes none;
  none.push(0);
  set_contiguous(plan.result, kinds);
  plan.others[0].dtype = DType::Int64;
  set_contiguous(plan.others[0], inverse || counts ? sizes_of(self) : none);
  plan.others[1].dtype = DType::Int64;
  set_contiguous(plan.others[1], counts ? kinds : none);
  return plan;
}

}  // namespace modecheck::spec
