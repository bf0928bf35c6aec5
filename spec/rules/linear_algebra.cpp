#include "spec/rules/linear_algebra.h"

#include <utility>

namespace modecheck::spec {
namespace {

bool is_known(DType dtype) { return is_complex(dtype) || dtype == DType::Float32 || dtype == DType::Float64; }

// Programs have real matrices only.
void leave_out_complex(ResultPlan& plan, const Geometry& matrices) {
  if (is_complex(matrices.dtype)) plan.leave_unspecified(Unspecified::ComplexMatrices);
}

// Column by column, as LAPACK wants matrices; those of a batch one after the other.
void set_by_columns(Geometry& result, const Sizes& sizes) {
  Sizes turned = sizes;
  std::swap(turned[sizes.rank - 1], turned[sizes.rank - 2]);
  set_contiguous(result, turned);
  std::swap(result.sizes[at(sizes.rank - 1)], result.sizes[at(sizes.rank - 2)]);
  std::swap(result.strides[at(sizes.rank - 1)], result.strides[at(sizes.rank - 2)]);
}

bool is_square(const Geometry& matrices) {
  return matrices.rank >= 2 && matrices.sizes[at(matrices.rank - 1)] == matrices.sizes[at(matrices.rank - 2)];
}

// One of each matrix, and a number that says what went wrong with it.
ResultPlan plan_factors(const Geometry& matrices, bool raises) {
  ResultPlan plan;
  plan.result.dtype = matrices.dtype;
  plan.reasons.add_if(!is_square(matrices), ErrorClass::Shape);
  plan.reasons.add_if(!is_known(matrices.dtype), ErrorClass::Dtype);
  leave_out_complex(plan, matrices);
  if (!plan.reasons.none()) return plan;
  // Whether a number that should be zero is zero depends on how it was rounded.
  if (raises && matrices.numel() != 0) plan.leave_unspecified(Unspecified::SingularByRounding);
  const Sizes sizes = sizes_of(matrices);
  set_by_columns(plan.result, sizes);
  Sizes batch;
  for (int d = 0; d + 2 < matrices.rank; ++d) batch.push(sizes[d]);
  plan.others[0].dtype = DType::Int32;
  set_contiguous(plan.others[0], batch);
  return plan;
}

}  // namespace

ResultPlan plan_inverse(const Geometry& matrices, bool raises) { return plan_factors(matrices, raises); }

ResultPlan plan_cholesky(const Geometry& matrices, bool raises) {
  ResultPlan plan = plan_factors(matrices, raises);
  // Where there is nothing to factorise libtorch takes half precision.
  if (matrices.numel() == 0 && is_floating(matrices.dtype) && !is_known(matrices.dtype))
    plan.leave_unspecified(Unspecified::EmptyInputChecks);
  return plan;
}

ResultPlan plan_solve_triangular(const Geometry& matrices, const Geometry& sides, bool left) {
  ResultPlan plan;
  plan.result.dtype = matrices.dtype;
  plan.reasons.add_if(!is_square(matrices) || sides.rank < 2, ErrorClass::Shape);
  leave_out_complex(plan, matrices);
  if (!plan.reasons.none()) {
    // Both are wrong in other ways too: which is named first is open, and dtypes may not be looked at.
    if (!is_known(matrices.dtype) || sides.dtype != matrices.dtype) plan.leave_unspecified(Unspecified::ErrorOrder);
    return plan;
  }
  const int order = matrices.sizes[at(matrices.rank - 1)];
  plan.reasons.add_if(sides.sizes[at(sides.rank - (left ? 2 : 1))] != order, ErrorClass::Shape);
  Sizes sizes;
  Sizes other;
  for (int d = 0; d + 2 < matrices.rank; ++d) sizes.push(matrices.sizes[at(d)]);
  for (int d = 0; d + 2 < sides.rank; ++d) other.push(sides.sizes[at(d)]);
  plan.reasons.add_if(!broadcast(sizes, other), ErrorClass::Shape);
  // libtorch lets dtypes differ, and computes in that of the matrices.
  if (sides.dtype != matrices.dtype) plan.leave_unspecified(Unspecified::MixedDtypes);
  plan.reasons.add_if(!is_known(matrices.dtype), ErrorClass::Dtype);
  if (!plan.reasons.none() || plan.is_unspecified()) {
    if (matrices.numel() == 0 || sides.numel() == 0) plan.leave_unspecified(Unspecified::EmptyInputChecks);
    return plan;
  }
  sizes.push(sides.sizes[at(sides.rank - 2)]);
  sizes.push(sides.sizes[at(sides.rank - 1)]);
  set_by_columns(plan.result, sizes);
  return plan;
}

namespace {

Sizes batch_of(const Geometry& matrices, int less) {
  Sizes out;
  for (int d = 0; d + less < matrices.rank; ++d) out.push(matrices.sizes[at(d)]);
  return out;
}

// The factors of each matrix in one, and which rows changed places.
void add_factors(ResultPlan& plan, const Geometry& matrices, std::size_t first) {
  plan.others[first].dtype = matrices.dtype;
  set_by_columns(plan.others[first], sizes_of(matrices));
  plan.others[first + 1].dtype = DType::Int32;
  set_contiguous(plan.others[first + 1], batch_of(matrices, 1));
}

}  // namespace

ResultPlan plan_determinant(const Geometry& matrices, int numbers, bool looks) {
  ResultPlan plan;
  plan.result.dtype = matrices.dtype;
  plan.reasons.add_if(!is_square(matrices), ErrorClass::Shape);
  plan.reasons.add_if(!is_known(matrices.dtype), ErrorClass::Dtype);
  leave_out_complex(plan, matrices);
  // Where there is nothing to factorise libtorch takes half precision.
  if (!looks && matrices.numel() == 0 && is_floating(matrices.dtype) && !is_known(matrices.dtype))
    plan.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!plan.reasons.none()) return plan;
  set_contiguous(plan.result, batch_of(matrices, 2));
  if (numbers > 1) plan.others[0] = plan.result;
  if (matrices.numel() == 0) plan.flat = 3;
  add_factors(plan, matrices, static_cast<std::size_t>(numbers - 1));
  return plan;
}

ResultPlan plan_solve(const Geometry& matrices, const Geometry& sides, bool left, bool raises) {
  ResultPlan plan;
  plan.result.dtype = matrices.dtype;
  plan.reasons.add_if(!is_square(matrices) || sides.rank == 0, ErrorClass::Shape);
  plan.reasons.add_if(!is_known(matrices.dtype) || sides.dtype != matrices.dtype, ErrorClass::Dtype);
  leave_out_complex(plan, matrices);
  if (matrices.numel() == 0 && is_floating(matrices.dtype) && !is_known(matrices.dtype))
    plan.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!is_square(matrices) || sides.rank == 0) return plan;
  // A vector, or as many as there are matrices.
  const Sizes rows = batch_of(matrices, 1);
  const bool vectors = sides.rank == 1 || (sides.rank + 1 == matrices.rank && sizes_of(sides) == rows);
  // From the other side a vector has no place: it does not fit, or that is said.
  if (vectors && !left) plan.reasons.add(ErrorClass::Argument);
  const std::int64_t order = matrices.sizes[at(matrices.rank - 1)];
  const int from_the_end = vectors ? 1 : 2;
  const std::int64_t known = vectors && !left ? 1 : sides.sizes[at(sides.rank - (left ? from_the_end : 1))];
  plan.reasons.add_if(known != order, ErrorClass::Shape);
  Sizes sizes = batch_of(matrices, 2);
  plan.reasons.add_if(!broadcast(sizes, batch_of(sides, from_the_end)), ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  // Whether a number that should be zero is zero depends on how it was rounded.
  if (raises && matrices.numel() != 0) plan.leave_unspecified(Unspecified::SingularByRounding);
  for (int d = sides.rank - from_the_end; d < sides.rank; ++d) sizes.push(sides.sizes[at(d)]);
  // From the left column by column, though a column be all there is; from the right row by row.
  if (left && sizes.rank > 1)
    set_by_columns(plan.result, sizes);
  else
    set_contiguous(plan.result, sizes);
  add_factors(plan, matrices, 0);
  plan.others[2].dtype = DType::Int32;
  set_contiguous(plan.others[2], batch_of(matrices, 2));
  return plan;
}

}  // namespace modecheck::spec
