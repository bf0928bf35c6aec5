#include "spec/rules/matrix.h"

#include <initializer_list>
#include <utility>

namespace modecheck::spec {
namespace {

// Matrix product kernels require equal dtypes, and support neither bool nor float16; without elements no kernel is
// called.
void check_product_dtypes(ResultPlan& plan, std::initializer_list<DType> dtypes, bool has_elements) {
  const DType first = *dtypes.begin();
  for (const DType dtype : dtypes) plan.reasons.add_if(dtype != first, ErrorClass::Dtype);
  plan.reasons.add_if(has_elements && (first == DType::Bool || first == DType::Float16), ErrorClass::Dtype);
}

}  // namespace

ResultPlan plan_matrix_product(const CallTensors& tensors, const Geometry& a, const Geometry& b) {
  ResultPlan plan;
  plan.result.dtype = a.dtype;
  if (a.rank != 2 || b.rank != 2 || a.sizes[1] != b.sizes[0]) {
    plan.reasons.add(ErrorClass::Shape);
    return plan;
  }
  demand_out_dtype(plan, tensors);
  Sizes sizes;
  sizes.push(a.sizes[0]);
  sizes.push(b.sizes[1]);
  give_contiguous(plan, tensors, sizes);
  // Mixed dtypes are an error even if nothing is multiplied (pytorch pull request 100274). In that case no kernel is
  // called, and the target is filled with zeros whatever its dtype.
  const bool multiplies = sizes.numel() != 0 && a.sizes[1] != 0;
  check_product_dtypes(plan, {a.dtype, b.dtype}, multiplies);
  if (!multiplies) return plan;
  if (tensors.target && !plan.resizes) plan.reasons.add_if(has_internal_overlap(*tensors.target), ErrorClass::Overlap);
  return plan;
}

ResultPlan plan_addmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& a = tensors.inputs[1];
  const Geometry& b = tensors.inputs[2];
  ResultPlan plan;
  plan.reasons.add_if(self.dtype != b.dtype || a.dtype != b.dtype, ErrorClass::Dtype);
  CallTensors in_place;
  in_place.target = tensors.target;
  const ResultPlan product = plan_matrix_product(in_place, a, b);
  plan.result = product.result;
  plan.reasons.add(product.reasons);
  if (contains(plan.reasons.all, ErrorClass::Shape)) return plan;
  const Sizes sizes = sizes_of(plan.result);
  plan.reasons.add_if(tensors.target ? sizes_of(self) != sizes : !is_expandable_to(sizes_of(self), sizes),
                      ErrorClass::Shape);
  if (sizes.numel() > 0 && a.sizes[1] > 0) {
    check_number(plan, self.dtype, beta);
    check_number(plan, self.dtype, alpha);
  }
  if (sizes.numel() > 0 && a.sizes[1] == 0 && beta.value != 0) {
    // Without columns to multiply, the result is beta * self, by type promotion, written to the target.
    plan.reasons.add_if(!can_cast(common_dtype(tensors.inputs, {true, beta.kind}), self.dtype), ErrorClass::Dtype);
    if (tensors.target) plan.reasons.add_if(has_internal_overlap(*tensors.target), ErrorClass::Overlap);
  }
  return plan;
}

ResultPlan plan_small_product(const Geometry& a, const Geometry& b, int rank_a, int rank_b,
                              ResultPlan (*plan_of)(const Geometry&, const Geometry&)) {
  ResultPlan plan;
  plan.reasons.add_if(a.rank != rank_a || b.rank != rank_b, ErrorClass::Shape);
  plan.reasons.add_if(a.rank == 0, ErrorClass::Range);
  if (plan.reasons.none()) plan = plan_of(a, b);
  if (a.dtype != b.dtype) plan.leave_unspecified(Unspecified::MixedDtypes);
  return plan;
}

namespace {

// Libraries differ in products of vectors or batches whose target overlaps an input or itself. This counts only if
// there is no other error.
void check_product_target(ResultPlan& plan, const CallTensors& tensors, int first_factor) {
  if (tensors.target == nullptr || !plan.reasons.none()) return;
  if (has_internal_overlap(*tensors.target)) plan.leave_unspecified(Unspecified::OutputOverlapsItself);
  for (int i = tensors.out ? 0 : first_factor; i < tensors.inputs.count; ++i)
    if (tensors.inputs[i].storage == tensors.target->storage) plan.leave_unspecified(Unspecified::OutputOverlapsInput);
}

// Mixed dtypes are an error if anything is multiplied; otherwise the result is unspecified.
void check_factor_dtypes(ResultPlan& plan, const Geometry& a, const Geometry& b) {
  if (a.dtype == b.dtype) return;
  const bool is_only_reason = plan.reasons.none() || plan.reasons.all == set_of(ErrorClass::Dtype);
  if (is_only_reason && (a.numel() == 0 || b.numel() == 0)) plan.leave_unspecified(Unspecified::EmptyInputChecks);
  plan.reasons.add(ErrorClass::Dtype);
}

}  // namespace

ResultPlan plan_small_product_into(const CallTensors& tensors, int rank_a, int rank_b,
                                   ResultPlan (*plan_of)(const Geometry&, const Geometry&)) {
  const Geometry& a = tensors.inputs[0];
  const Geometry& b = tensors.inputs[1];
  ResultPlan plan;
  plan.reasons.add_if(a.rank != rank_a || b.rank != rank_b, ErrorClass::Shape);
  plan.reasons.add_if(a.rank == 0, ErrorClass::Range);
  if (plan.reasons.none()) plan = plan_of(a, b);
  check_factor_dtypes(plan, a, b);
  if (plan.reasons.none()) give_contiguous(plan, tensors, sizes_of(plan.result));
  plan.result.dtype = b.dtype;
  demand_out_dtype(plan, tensors);
  check_product_target(plan, tensors, 0);
  // An output that is also a factor has already been resized when dot checks it.
  const bool is_dot = rank_a == 1;
  for (int i = 0; i < 2; ++i)
    if (is_dot && tensors.inputs.tensors[at(i)] == tensors.target)
      plan.leave_unspecified(Unspecified::OutputResizedBeforeRead);
  return plan;
}

namespace {

// beta * self + alpha * product, where `self` expands to the product.
ResultPlan plan_added_product(const CallTensors& tensors, ResultPlan product, bool multiplies, ScalarValue beta,
                              ScalarValue alpha) {
  const Geometry& self = tensors.inputs[0];
  ResultPlan plan = std::move(product);
  const bool in_place = tensors.target != nullptr && !tensors.out;
  const Sizes sizes = sizes_of(plan.result);
  if (!contains(plan.reasons.all, ErrorClass::Shape))
    plan.reasons.add_if(in_place ? sizes_of(self) != sizes : !is_expandable_to(sizes_of(self), sizes),
                        ErrorClass::Shape);
  const DType dtype = tensors.inputs[2].dtype;
  plan.result.dtype = dtype;
  if (tensors.target != nullptr) plan.reasons.add_if(tensors.target->dtype != dtype, ErrorClass::Dtype);
  check_factor_dtypes(plan, tensors.inputs[1], tensors.inputs[2]);
  check_product_target(plan, tensors, 1);
  if (!plan.reasons.none()) return plan;
  // libtorch converts `self` or not, depending on the product.
  if (self.dtype != dtype) plan.leave_unspecified(Unspecified::MixedDtypes);
  give_contiguous(plan, tensors, sizes);
  if (multiplies) {
    check_number(plan, dtype, beta);
    check_number(plan, dtype, alpha);
  } else if (!is_differentiable(dtype)) {
    // Without columns to multiply the result is beta * self, and operators promote integers in different ways:
    // unspecified.
    if (dtype == DType::Bool || beta.kind == ScalarValue::Kind::Float)
      plan.leave_unspecified(Unspecified::ScaleFactorKind);
  }
  return plan;
}

}  // namespace

ResultPlan plan_addmv(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha) {
  const Geometry& matrix = tensors.inputs[1];
  const Geometry& vector = tensors.inputs[2];
  ResultPlan product;
  product.reasons.add_if(matrix.rank != 2 || vector.rank != 1 || tensors.inputs[0].rank > 1, ErrorClass::Shape);
  if (product.reasons.none()) product = plan_mv(matrix, vector);
  ResultPlan plan = plan_added_product(tensors, product, matrix.numel() > 0, beta, alpha);
  // For a matrix without elements libtorch scales `self` without expanding it.
  if (matrix.numel() == 0 && !same_sizes(tensors.inputs[0], plan.result))
    plan.leave_unspecified(Unspecified::AddmvOfNoElements);
  // libtorch reads a dimension of `self` if there is a target, or to report a shape mismatch: rank 0 fails.
  const bool mismatched = contains(plan.reasons.all, ErrorClass::Shape);
  plan.reasons.add_if((tensors.target != nullptr || mismatched) && tensors.inputs[0].rank == 0, ErrorClass::Range);
  return plan;
}

ResultPlan plan_baddbmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha, bool sums) {
  const Geometry& a = tensors.inputs[1];
  const Geometry& b = tensors.inputs[2];
  ResultPlan product;
  product.reasons.add_if(a.rank != 3 || b.rank != 3, ErrorClass::Shape);
  product.reasons.add_if(a.rank < 2 || b.rank < 3, ErrorClass::Range);
  if (product.reasons.none()) product = plan_bmm(a, b);
  if (sums && !contains(product.reasons.all, ErrorClass::Shape)) {
    Sizes sizes = sizes_of(product.result);
    sizes.erase(0);
    set_contiguous(product.result, sizes);
  }
  return plan_added_product(tensors, product, a.numel() > 0 && b.numel() > 0, beta, alpha);
}

ResultPlan plan_dot(const Geometry& self, const Geometry& other) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  check_product_dtypes(plan, {self.dtype, other.dtype}, true);
  plan.reasons.add_if(self.numel() != other.numel(), ErrorClass::Shape);
  set_contiguous(plan.result, {});
  return plan;
}

ResultPlan plan_mv(const Geometry& self, const Geometry& vector) {
  ResultPlan plan;
  plan.result.dtype = vector.dtype;
  plan.reasons.add_if(self.sizes[1] != vector.sizes[0], ErrorClass::Shape);
  check_product_dtypes(plan, {self.dtype, vector.dtype}, self.numel() > 0);
  Sizes sizes;
  sizes.push(self.sizes[0]);
  set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_mm(const Geometry& self, const Geometry& other) { return plan_matrix_product({}, self, other); }

ResultPlan plan_bmm(const Geometry& self, const Geometry& other) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(self.sizes[0] != other.sizes[0] || self.sizes[2] != other.sizes[1], ErrorClass::Shape);
  check_product_dtypes(plan, {self.dtype, other.dtype}, self.numel() > 0 && other.numel() > 0);
  Sizes sizes = sizes_of(self);
  sizes[2] = other.sizes[2];
  set_contiguous(plan.result, sizes);
  return plan;
}

namespace {

bool is_known(DType dtype) { return is_complex(dtype) || dtype == DType::Float32 || dtype == DType::Float64; }

// Programs hold only real matrices.
void leave_out_complex(ResultPlan& plan, const Geometry& matrices) {
  if (is_complex(matrices.dtype)) plan.leave_unspecified(Unspecified::ComplexMatrices);
}

// Column-major, as LAPACK requires, with the matrices of a batch one after the other.
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

// One result for each matrix, and an info number that reports its failure.
ResultPlan plan_factors(const Geometry& matrices, bool raises) {
  ResultPlan plan;
  plan.result.dtype = matrices.dtype;
  plan.reasons.add_if(!is_square(matrices), ErrorClass::Shape);
  plan.reasons.add_if(!is_known(matrices.dtype), ErrorClass::Dtype);
  leave_out_complex(plan, matrices);
  if (!plan.reasons.none()) return plan;
  // Whether a matrix counts as singular may depend on rounding.
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
  // Without elements to factorise, libtorch accepts half precision.
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
    // If the dtypes are wrong too, which error comes first is unspecified.
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
  // libtorch accepts mixed dtypes, and computes in the dtype of the matrices.
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

// The LU factors of each matrix in one tensor, and the pivots.
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
  // Without elements to factorise, libtorch accepts half precision.
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
  // The right-hand side is one vector, or one vector for each matrix.
  const Sizes rows = batch_of(matrices, 1);
  const bool vectors = sides.rank == 1 || (sides.rank + 1 == matrices.rank && sizes_of(sides) == rows);
  // With left=false a vector right-hand side is rejected, as a wrong argument or as a wrong shape.
  if (vectors && !left) plan.reasons.add(ErrorClass::Argument);
  const std::int64_t order = matrices.sizes[at(matrices.rank - 1)];
  const int from_the_end = vectors ? 1 : 2;
  const std::int64_t known = vectors && !left ? 1 : sides.sizes[at(sides.rank - (left ? from_the_end : 1))];
  plan.reasons.add_if(known != order, ErrorClass::Shape);
  Sizes sizes = batch_of(matrices, 2);
  plan.reasons.add_if(!broadcast(sizes, batch_of(sides, from_the_end)), ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  // Whether a matrix counts as singular may depend on rounding.
  if (raises && matrices.numel() != 0) plan.leave_unspecified(Unspecified::SingularByRounding);
  for (int d = sides.rank - from_the_end; d < sides.rank; ++d) sizes.push(sides.sizes[at(d)]);
  // With left=true the result is column-major, even with a single column; with left=false it is row-major.
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
