#include "spec/rules/reduction.h"

#include <array>

namespace modecheck::spec {

ResultPlan plan_reduction(const CallTensors& tensors, const IntList& dims, bool keepdim, DType dtype) {
  ResultPlan plan;
  const Geometry& self = tensors.inputs[0];
  plan.result.dtype = dtype;
  std::array<bool, kMaxRank> reduced{};
  for (std::int64_t value : dims) {
    const int dim = wrapped_dim(value, self.rank);
    if (dim < 0 || reduced[at(dim)]) {
      plan.reasons.add(ErrorClass::Range);
      return plan;
    }
    reduced[at(dim)] = true;
  }
  if (dims.size == 0) reduced.fill(true);
  Sizes sizes;
  for (int i = 0; i < self.rank; ++i) {
    if (!reduced[at(i)]) {
      sizes.push(self.sizes[at(i)]);
    } else if (keepdim) {
      sizes.push(1);
    }
  }
  demand_out_dtype(plan, tensors);
  give_contiguous(plan, tensors, sizes);
  return plan;
}

ResultPlan plan_sum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType own = tensors.inputs[0].dtype;
  DType dtype = is_differentiable(own) ? own : DType::Int64;
  if (tensors.out) dtype = tensors.target->dtype;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, asked.value_or(dtype));
  plan.asks_for_integers = asked && !is_differentiable(*asked);
  return plan;
}

ResultPlan plan_mean(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType dtype = asked.value_or(tensors.inputs[0].dtype);
  if (is_differentiable(dtype)) return plan_reduction(tensors, dims, keepdim, dtype);
  ResultPlan plan;
  plan.reasons.add(ErrorClass::Dtype);
  plan.reasons.add(plan_reduction(tensors, dims, keepdim, dtype).reasons);
  return plan;
}

namespace {

// Maximum or minimum; complex numbers are rejected because they have no order.
ResultPlan plan_extreme(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, self.dtype);
  plan.reasons.add_if(self.numel() != 0 && is_complex(self.dtype), ErrorClass::Dtype);
  demand_out_dtype(plan, tensors);  // checked before dimensions are
  if (self.numel() != 0 || !plan.reasons.none()) return plan;
  // A maximum needs at least one element.
  plan.reasons.add_if(dims.size == 0, ErrorClass::Range);
  for (std::int64_t value : dims)
    plan.reasons.add_if(self.rank > 0 && self.sizes[at(wrapped_dim(value, self.rank))] == 0, ErrorClass::Range);
  return plan;
}

}  // namespace

ResultPlan plan_amax(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  return plan_extreme(tensors, dims, keepdim);
}

namespace {

constexpr bool is_short_float(DType dtype) { return dtype == DType::Float16 || dtype == DType::BFloat16; }

}  // namespace

IntList one_dim(std::int64_t dim) {
  IntList out;
  out.values[0] = dim;
  out.size = 1;
  return out;
}

ResultPlan plan_prod(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  ResultPlan plan = plan_sum(tensors, dims, keepdim, asked);
  plan.reasons.add_if(is_short_float(plan.result.dtype) && tensors.inputs[0].numel() != 0, ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_nansum(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_sum(tensors, dims, keepdim, asked);
  plan.reasons.add_if(is_complex(self.dtype), ErrorClass::Dtype);
  plan.reasons.add_if(is_floating(self.dtype) && !is_floating(plan.result.dtype) && self.numel() != 0,
                      ErrorClass::Dtype);
  return plan;
}

ResultPlan plan_truth(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const bool bytes = tensors.inputs[0].dtype == DType::UInt8;
  return plan_reduction(tensors, dims, keepdim, bytes ? DType::UInt8 : DType::Bool);
}

ResultPlan plan_place_of_extreme(const CallTensors& tensors, std::optional<std::int64_t> dim, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = plan_extreme(tensors, dim ? one_dim(*dim) : IntList{}, keepdim);
  // The dtype is wrong whatever the sizes are (pytorch issue 126776).
  plan.reasons.add_if(self.dtype == DType::Bool || is_complex(self.dtype), ErrorClass::Dtype);
  plan.result.dtype = DType::Int64;
  return plan;
}

namespace {

// Libraries differ if the output overlaps itself or an input.
void check_reduction_target(ResultPlan& plan, const CallTensors& tensors) {
  plan.leave_unspecified(Unspecified::OutputOverlapsItself, has_internal_overlap(*tensors.target));
  plan.leave_unspecified(Unspecified::OutputOverlapsInput, tensors.target->storage == tensors.inputs[0].storage);
}

}  // namespace

ResultPlan plan_mean_into(const CallTensors& tensors, const IntList& dims, bool keepdim, std::optional<DType> asked) {
  const DType target = tensors.target->dtype;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, asked.value_or(target));
  plan.reasons.add_if(!is_differentiable(asked.value_or(tensors.inputs[0].dtype)), ErrorClass::Dtype);
  if (plan.reasons.none() && !is_differentiable(target)) plan.leave_unspecified(Unspecified::OutputDtype);
  check_reduction_target(plan, tensors);
  return plan;
}

ResultPlan plan_prod_into(const CallTensors& tensors, std::int64_t dim, bool keepdim, std::optional<DType> asked) {
  ResultPlan plan = plan_prod(tensors, one_dim(dim), keepdim, asked);
  check_reduction_target(plan, tensors);
  return plan;
}

ResultPlan plan_cumsum(const CallTensors& tensors, std::int64_t dim, std::optional<DType> asked) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan;
  plan.result.dtype = is_differentiable(self.dtype) ? self.dtype : DType::Int64;
  if (tensors.target) plan.result.dtype = tensors.target->dtype;
  if (asked) plan.result.dtype = *asked;
  plan.asks_for_integers = asked && !is_differentiable(*asked);
  if (tensors.target) plan.reasons.add_if(tensors.target->dtype != plan.result.dtype, ErrorClass::Dtype);
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  if (!tensors.target || tensors.out) give_contiguous(plan, tensors, sizes_of(self));
  // A tensor without dimensions is filled into the output as a number.
  if (self.rank == 0 && !always_fits(self.dtype, plan.result.dtype))
    plan.leave_unspecified(Unspecified::ValueBeyondDtype);
  if (self.numel() == 0 || self.rank == 0) return plan;
  plan.reasons.add_if(plan.result.dtype == DType::Bool || plan.result.dtype == DType::Float16, ErrorClass::Dtype);
  if (!tensors.target || plan.resizes) return plan;
  // An input of another dtype is converted first, and the copy is read, which overlaps nothing.
  IteratorInputs read;
  if (self.dtype == tensors.target->dtype) read = tensors.inputs;
  check_overlap(*tensors.target, read, plan.reasons);
  return plan;
}

ResultPlan plan_logsumexp(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const Geometry& self = tensors.inputs[0];
  const DType dtype = is_differentiable(self.dtype) ? self.dtype : DType::Float32;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, dtype);
  plan.reasons.add_if(is_complex(dtype) || dtype == DType::Float16, ErrorClass::Dtype);
  plan.reasons.add_if(dims.size == 0 && !keepdim && self.rank > 0 && self.numel() != 0, ErrorClass::Shape);
  return plan;
}

ResultPlan plan_variance(const CallTensors& tensors, const IntList& dims, bool keepdim) {
  const DType own = tensors.inputs[0].dtype;
  ResultPlan plan = plan_reduction(tensors, dims, keepdim, part_of(own));
  plan.reasons.add_if(!is_differentiable(own), ErrorClass::Dtype);
  plan.others[0] = plan.result;
  plan.others[0].dtype = own;  // dtype of the mean
  return plan;
}

ResultPlan plan_adaptive_avg_pool(const Geometry& self, const IntList& output_size, int spatial) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  const bool flat = spatial == 2;
  const bool known =
      self.dtype == DType::Float32 || self.dtype == DType::Float64 || (self.dtype == DType::BFloat16 && flat);
  const bool image = self.rank == spatial + 1 || self.rank == spatial + 2;
  // libtorch sums float16 in float16, in an order of its own.
  if (self.dtype == DType::Float16 && !flat) plan.leave_unspecified(Unspecified::ShortFloatSums);
  plan.reasons.add_if(!known, ErrorClass::Dtype);
  plan.reasons.add_if(output_size.size != spatial, ErrorClass::Argument);
  plan.reasons.add_if(!image, ErrorClass::Shape);
  if (output_size.size != spatial || !image) return plan;
  Sizes sizes = sizes_of(self);
  for (int d = flat ? self.rank - 2 : 1; d < self.rank; ++d) plan.reasons.add_if(sizes[d] == 0, ErrorClass::Shape);
  for (int i = 0; i < spatial; ++i) {
    plan.reasons.add_if(output_size[i] < 0, ErrorClass::Shape);
    sizes[self.rank - spatial + i] = output_size[i];
  }
  // Without elements, libtorch does not check the dtype.
  if ((self.numel() == 0 || sizes.numel() == 0) && !known) plan.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!plan.reasons.none()) return plan;
  if (self.rank == 4 && flat && suggests_channels_last(self))
    set_channels_last(plan.result, sizes);
  else
    set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_softmax(const Geometry& self, std::int64_t dim, bool half_to_float) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(wrapped_dim(dim, self.rank) < 0, ErrorClass::Range);
  plan.reasons.add_if(half_to_float, ErrorClass::Dtype);
  plan.reasons.add_if((!is_floating(self.dtype) || self.dtype == DType::Float16) && self.numel() > 0,
                      ErrorClass::Dtype);
  set_contiguous(plan.result, sizes_of(self));
  return plan;
}

ResultPlan plan_count_nonzero(const CallTensors& tensors, std::optional<std::int64_t> dim) {
  return plan_reduction(tensors, dim ? one_dim(*dim) : IntList{}, false, DType::Int64);
}

}  // namespace modecheck::spec
