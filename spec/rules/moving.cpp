#include "spec/rules/moving.h"

#include <algorithm>
#include <array>

namespace modecheck::spec {

ResultPlan plan_conversion(const Geometry& self, std::optional<DType> dtype) {
  ResultPlan plan;
  plan.result.dtype = dtype.value_or(self.dtype);
  plan.asks_for_integers = dtype && !is_differentiable(*dtype);
  set_preserved(plan.result, self);
  return plan;
}

ResultPlan plan_clone(const Geometry& self, bool preserve) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  if (preserve) {
    set_preserved(plan.result, self);
  } else {
    set_contiguous(plan.result, sizes_of(self));
  }
  return plan;
}

ResultPlan plan_copy(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  if (has_internal_overlap(self)) {
    plan = plan_clone(self, /*preserve=*/true);
  } else {
    plan.result = self;
    plan.keeps_storage = true;
  }
  Sizes sizes;
  const bool fits = broadcast_of(tensors.inputs, sizes);
  plan.reasons.add_if(!fits || sizes != sizes_of(self), ErrorClass::Shape);
  return plan;
}

ResultPlan plan_flip(const Geometry& self, const IntList& dims) {
  ResultPlan plan = plan_clone(self, /*preserve=*/true);
  std::array<bool, kMaxRank> flipped{};
  for (const std::int64_t value : dims) {
    const int dim = wrapped_dim(value, self.rank);
    plan.reasons.add_if(dim < 0 || flipped[at(std::max(dim, 0))], ErrorClass::Range);
    if (dim >= 0) flipped[at(dim)] = true;
  }
  return plan;
}

ResultPlan plan_pad(const Geometry& self, const IntList& pad, ScalarValue value) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(pad.size % 2 != 0, ErrorClass::Argument);
  plan.reasons.add_if(pad.size / 2 > self.rank, ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  Geometry kept = self;
  Sizes sizes = sizes_of(self);
  bool grows = false;
  for (int i = 0; 2 * i < pad.size; ++i) {
    const int d = self.rank - 1 - i;
    for (const std::int64_t side : {pad.values[at(2 * i)], pad.values[at(2 * i + 1)]}) {
      if (side < 0) kept.sizes[at(d)] += static_cast<std::int32_t>(side);
      plan.reasons.add_if(kept.sizes[at(d)] < 0, ErrorClass::Range);
      grows |= side > 0;
      sizes[d] += side;
    }
  }
  if (!plan.reasons.none()) return plan;
  if (!grows) {
    set_preserved(plan.result, kept);
    return plan;
  }
  check_number(plan, self.dtype, value);
  if (!plan.reasons.none()) return plan;
  if (suggests_channels_last(self))
    set_channels_last(plan.result, sizes);
  else
    set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_border(const Geometry& self, const IntList& padding, int spatial, bool reflects) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  // Half precision is supported only by reflection in three dimensions (L).
  const bool short_too = reflects && spatial == 3 && is_floating(self.dtype);
  const bool known =
      self.dtype == DType::Float32 || self.dtype == DType::Float64 || is_complex(self.dtype) || short_too;
  plan.reasons.add_if(!known, ErrorClass::Dtype);
  const bool batched = self.rank == spatial + 2;
  if (self.rank != spatial + 1 && !batched) {
    plan.reasons.add(ErrorClass::Shape);
    plan.reasons.add_if(self.rank <= spatial, ErrorClass::Range);
    return plan;
  }
  for (int d = batched ? 1 : 0; d < self.rank; ++d) plan.reasons.add_if(self.sizes[at(d)] == 0, ErrorClass::Shape);
  Sizes sizes = sizes_of(self);
  for (int i = 0; i < spatial; ++i) {
    const int d = self.rank - 1 - i;
    for (const std::int64_t side : {padding[2 * i], padding[2 * i + 1]}) {
      plan.reasons.add_if(reflects && side >= self.sizes[at(d)], ErrorClass::Shape);
      sizes[d] += side;
    }
    // Padding must leave at least one element in every dimension (pytorch pull request 184254).
    plan.reasons.add_if(sizes[d] < 1, ErrorClass::Shape);
  }
  // Without elements, libtorch does not check the dtype.
  if ((self.numel() == 0 || sizes.numel() == 0) && !known) plan.leave_unspecified(Unspecified::EmptyInputChecks);
  if (plan.reasons.none()) set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_repeat(const Geometry& self, const IntList& repeats) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  const int lead = repeats.size - self.rank;
  plan.reasons.add_if(lead < 0, ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  Sizes sizes = sizes_of(repeats);
  for (int i = 0; i < sizes.rank; ++i) {
    if (i >= lead) sizes[i] *= self.sizes[at(i - lead)];
    plan.reasons.add_if(sizes[i] < 0, ErrorClass::Shape);
  }
  if (plan.reasons.none()) set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_scatter_into_view(const CallTensors& tensors, const ViewResult& place) {
  ResultPlan plan = plan_clone(tensors.inputs[0], /*preserve=*/true);
  plan.reasons = place.reasons;
  plan.reasons.add_if(place.usable() && !same_sizes(place.geometry, tensors.inputs[1]), ErrorClass::Shape);
  return plan;
}

ResultPlan plan_triangle(const CallTensors& tensors) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_clone(self, /*preserve=*/false);
  plan.reasons.add_if(self.rank < 2 && self.numel() > 0, ErrorClass::Range);
  plan.leave_unspecified(Unspecified::OutputOverlapsItself, tensors.target != nullptr && has_internal_overlap(self));
  return plan;
}

ResultPlan plan_filled_clone(const Geometry& self, ScalarValue value) {
  ResultPlan plan = plan_clone(self, /*preserve=*/true);
  check_number(plan, self.dtype, value);
  return plan;
}

}  // namespace modecheck::spec
