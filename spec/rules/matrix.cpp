#include "spec/rules/matrix.h"

#include <initializer_list>
#include <utility>

namespace modecheck::spec {
namespace {

// Checks the dtypes of a matrix product. libtorch's kernels require equal dtypes, and support neither bool nor float16.
// If there are no elements, libtorch calls no kernel.
void check_product_dtypes(OutputMeta& meta, std::initializer_list<DType> dtypes, bool has_elements) {
  const DType first = *dtypes.begin();
  for (const DType dtype : dtypes) meta.reasons.add_if(dtype != first, ErrorClass::Dtype);
  meta.reasons.add_if(has_elements && (first == DType::Bool || first == DType::Float16), ErrorClass::Dtype);
}

}  // namespace

OutputMeta infer_matrix_product(const CallTensors& tensors, const Geometry& a, const Geometry& b) {
  OutputMeta meta;
  meta.result.dtype = a.dtype;
  if (a.rank != 2 || b.rank != 2 || a.sizes[1] != b.sizes[0]) {
    meta.reasons.add(ErrorClass::Shape);
    return meta;
  }
  demand_out_dtype(meta, tensors);
  Sizes sizes;
  sizes.push(a.sizes[0]);
  sizes.push(b.sizes[1]);
  give_contiguous(meta, tensors, sizes);
  // mm and addmm: factors of different dtypes are an error even if nothing is multiplied (PyTorch pull request 100274).
  // If nothing is multiplied, no kernel is called, and the target is filled with zeros whatever its dtype.
  const bool multiplies = sizes.numel() != 0 && a.sizes[1] != 0;
  check_product_dtypes(meta, {a.dtype, b.dtype}, multiplies);
  if (!multiplies) return meta;
  if (tensors.target && !meta.resizes) meta.reasons.add_if(has_internal_overlap(*tensors.target), ErrorClass::Overlap);
  return meta;
}

OutputMeta infer_addmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& a = tensors.inputs[1];
  const Geometry& b = tensors.inputs[2];
  OutputMeta meta;
  meta.reasons.add_if(self.dtype != b.dtype || a.dtype != b.dtype, ErrorClass::Dtype);
  CallTensors in_place;
  in_place.target = tensors.target;
  const OutputMeta product = infer_matrix_product(in_place, a, b);
  meta.result = product.result;
  meta.reasons.add(product.reasons);
  if (contains(meta.reasons.all, ErrorClass::Shape)) return meta;
  const Sizes sizes = sizes_of(meta.result);
  meta.reasons.add_if(tensors.target ? sizes_of(self) != sizes : !is_expandable_to(sizes_of(self), sizes),
                      ErrorClass::Shape);
  if (sizes.numel() > 0 && a.sizes[1] > 0) {
    check_number(meta, self.dtype, beta);
    check_number(meta, self.dtype, alpha);
  }
  if (sizes.numel() > 0 && a.sizes[1] == 0 && beta.value != 0) {
    // addmm without columns to multiply: the result is beta * self. Type promotion gives its dtype, which must be
    // castable to the target's.
    meta.reasons.add_if(!can_cast(common_dtype(tensors.inputs, {true, beta.kind}), self.dtype), ErrorClass::Dtype);
    if (tensors.target) meta.reasons.add_if(has_internal_overlap(*tensors.target), ErrorClass::Overlap);
  }
  return meta;
}

namespace {

// Products such as mv and addmv: factors of different dtypes are an error if anything is multiplied. Otherwise the
// result is unspecified.
void check_factor_dtypes(OutputMeta& meta, const Geometry& a, const Geometry& b) {
  if (a.dtype == b.dtype) return;
  const bool is_only_reason = meta.reasons.none() || meta.reasons.all == set_of(ErrorClass::Dtype);
  if (is_only_reason && (a.numel() == 0 || b.numel() == 0)) meta.leave_unspecified(Unspecified::EmptyInputChecks);
  meta.reasons.add(ErrorClass::Dtype);
}

}  // namespace

OutputMeta infer_small_product(const Geometry& a, const Geometry& b, int rank_a, int rank_b,
                               OutputMeta (*infer_of)(const Geometry&, const Geometry&)) {
  OutputMeta meta;
  meta.reasons.add_if(a.rank != rank_a || b.rank != rank_b, ErrorClass::Shape);
  meta.reasons.add_if(a.rank == 0, ErrorClass::Range);
  if (meta.reasons.none()) meta = infer_of(a, b);
  check_factor_dtypes(meta, a, b);
  return meta;
}

namespace {

// Drops a product of vectors or batches of matrices whose target overlaps an input or itself, because libraries differ.
// An error of another kind takes precedence.
void check_product_target(OutputMeta& meta, const CallTensors& tensors, int first_factor) {
  if (tensors.target == nullptr || !meta.reasons.none()) return;
  if (has_internal_overlap(*tensors.target)) meta.leave_unspecified(Unspecified::OutputOverlapsItself);
  for (int i = tensors.out ? 0 : first_factor; i < tensors.inputs.count; ++i)
    meta.leave_unspecified(
        Unspecified::OutputOverlapsInput,
        output_may_overlap(*tensors.target, tensors.out && sizes_of(*tensors.target) != sizes_of(meta.result),
                           tensors.inputs[i]));
}

}  // namespace

OutputMeta infer_small_product_into(const CallTensors& tensors, int rank_a, int rank_b,
                                    OutputMeta (*infer_of)(const Geometry&, const Geometry&)) {
  const Geometry& a = tensors.inputs[0];
  const Geometry& b = tensors.inputs[1];
  OutputMeta meta;
  meta.reasons.add_if(a.rank != rank_a || b.rank != rank_b, ErrorClass::Shape);
  meta.reasons.add_if(a.rank == 0, ErrorClass::Range);
  if (meta.reasons.none()) meta = infer_of(a, b);
  check_factor_dtypes(meta, a, b);
  if (meta.reasons.none()) give_contiguous(meta, tensors, sizes_of(meta.result));
  meta.result.dtype = b.dtype;
  demand_out_dtype(meta, tensors);
  check_product_target(meta, tensors, 0);
  // dot with `out=`: libtorch checks the arguments after it has resized `out`. So a factor that is also `out` has been
  // resized by then.
  const bool is_dot = rank_a == 1;
  for (int i = 0; i < 2; ++i)
    if (is_dot && tensors.inputs.tensors[at(i)] == tensors.target)
      meta.leave_unspecified(Unspecified::OutputResizedBeforeRead);
  return meta;
}

namespace {

// Infers the metadata of beta * self + alpha * product, as in addmv and baddbmm. `self` expands to the product's sizes.
OutputMeta infer_added_product(const CallTensors& tensors, OutputMeta product, bool multiplies, ScalarValue beta,
                               ScalarValue alpha) {
  const Geometry& self = tensors.inputs[0];
  OutputMeta meta = std::move(product);
  const bool in_place = tensors.target != nullptr && !tensors.out;
  const Sizes sizes = sizes_of(meta.result);
  if (!contains(meta.reasons.all, ErrorClass::Shape))
    meta.reasons.add_if(in_place ? sizes_of(self) != sizes : !is_expandable_to(sizes_of(self), sizes),
                        ErrorClass::Shape);
  const DType dtype = tensors.inputs[2].dtype;
  meta.result.dtype = dtype;
  if (tensors.target != nullptr) meta.reasons.add_if(tensors.target->dtype != dtype, ErrorClass::Dtype);
  check_factor_dtypes(meta, tensors.inputs[1], tensors.inputs[2]);
  check_product_target(meta, tensors, 1);
  if (!meta.reasons.none()) return meta;
  // addmv and baddbmm: libtorch converts a `self` of another dtype to the product's dtype for some products only.
  if (self.dtype != dtype) meta.leave_unspecified(Unspecified::MixedDtypes);
  give_contiguous(meta, tensors, sizes);
  if (multiplies) {
    check_number(meta, dtype, beta);
    check_number(meta, dtype, alpha);
  } else if (!is_differentiable(dtype)) {
    // addmv and baddbmm without columns to multiply: the result is beta * self. It is unspecified, because operators
    // promote integers in different ways.
    if (dtype == DType::Bool || beta.kind == ScalarValue::Kind::Float)
      meta.leave_unspecified(Unspecified::ScaleFactorKind);
  }
  return meta;
}

}  // namespace

OutputMeta infer_addmv(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha) {
  const Geometry& matrix = tensors.inputs[1];
  const Geometry& vector = tensors.inputs[2];
  OutputMeta product;
  product.reasons.add_if(matrix.rank != 2 || vector.rank != 1 || tensors.inputs[0].rank > 1, ErrorClass::Shape);
  if (product.reasons.none()) product = infer_mv(matrix, vector);
  OutputMeta meta = infer_added_product(tensors, product, matrix.numel() > 0, beta, alpha);
  // addmv: libtorch reads a size of `self` if the call writes to `self` or `out`, or to report a shape mismatch. That
  // fails if `self` has no dimensions.
  const bool mismatched = contains(meta.reasons.all, ErrorClass::Shape);
  meta.reasons.add_if((tensors.target != nullptr || mismatched) && tensors.inputs[0].rank == 0, ErrorClass::Range);
  return meta;
}

OutputMeta infer_baddbmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha, bool sums) {
  const Geometry& a = tensors.inputs[1];
  const Geometry& b = tensors.inputs[2];
  OutputMeta product;
  product.reasons.add_if(a.rank != 3 || b.rank != 3, ErrorClass::Shape);
  product.reasons.add_if(a.rank < 2 || b.rank < 3, ErrorClass::Range);
  if (product.reasons.none()) product = infer_bmm(a, b);
  if (sums && !contains(product.reasons.all, ErrorClass::Shape)) {
    Sizes sizes = sizes_of(product.result);
    sizes.erase(0);
    set_contiguous(product.result, sizes);
  }
  return infer_added_product(tensors, product, a.numel() > 0 && b.numel() > 0, beta, alpha);
}

OutputMeta infer_dot(const Geometry& self, const Geometry& other) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  check_product_dtypes(meta, {self.dtype, other.dtype}, true);
  meta.reasons.add_if(self.numel() != other.numel(), ErrorClass::Shape);
  set_contiguous(meta.result, {});
  return meta;
}

OutputMeta infer_mv(const Geometry& self, const Geometry& vector) {
  OutputMeta meta;
  meta.result.dtype = vector.dtype;
  meta.reasons.add_if(self.sizes[1] != vector.sizes[0], ErrorClass::Shape);
  check_product_dtypes(meta, {self.dtype, vector.dtype}, self.numel() > 0);
  Sizes sizes;
  sizes.push(self.sizes[0]);
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_mm(const Geometry& self, const Geometry& other) { return infer_matrix_product({}, self, other); }

OutputMeta infer_bmm(const Geometry& self, const Geometry& other) {
  OutputMeta meta;
  meta.result.dtype = self.dtype;
  meta.reasons.add_if(self.sizes[0] != other.sizes[0] || self.sizes[2] != other.sizes[1], ErrorClass::Shape);
  check_product_dtypes(meta, {self.dtype, other.dtype}, self.numel() > 0 && other.numel() > 0);
  Sizes sizes = sizes_of(self);
  sizes[2] = other.sizes[2];
  set_contiguous(meta.result, sizes);
  return meta;
}

namespace {

bool can_be_factored(DType dtype) { return is_complex(dtype) || dtype == DType::Float32 || dtype == DType::Float64; }

// Drops a call on complex matrices, because the linear algebra of `reference/` computes with real numbers only.
void leave_out_complex(OutputMeta& meta, const Geometry& matrices) {
  if (is_complex(matrices.dtype)) meta.leave_unspecified(Unspecified::ComplexMatrices);
}

// Gives a result of matrices the column-major layout that LAPACK requires. The matrices of a batch follow each other.
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

// Infers the metadata of two results: a matrix for each input matrix, and an info number that reports a failure.
OutputMeta infer_factors(const Geometry& matrices) {
  OutputMeta meta;
  meta.result.dtype = matrices.dtype;
  meta.reasons.add_if(!is_square(matrices), ErrorClass::Shape);
  meta.reasons.add_if(!can_be_factored(matrices.dtype), ErrorClass::Dtype);
  leave_out_complex(meta, matrices);
  if (!meta.reasons.none()) return meta;
  const Sizes sizes = sizes_of(matrices);
  set_by_columns(meta.result, sizes);
  Sizes batch;
  for (int d = 0; d + 2 < matrices.rank; ++d) batch.push(sizes[d]);
  meta.others[0].dtype = DType::Int32;
  set_contiguous(meta.others[0], batch);
  return meta;
}

}  // namespace

OutputMeta infer_inverse(const Geometry& matrices) { return infer_factors(matrices); }

OutputMeta infer_cholesky(const Geometry& matrices) {
  OutputMeta meta = infer_factors(matrices);
  // linalg_cholesky_ex: if there are no elements to factorise, libtorch accepts half precision.
  if (matrices.numel() == 0 && is_floating(matrices.dtype) && !can_be_factored(matrices.dtype))
    meta.leave_unspecified(Unspecified::EmptyInputChecks);
  return meta;
}

OutputMeta infer_solve_triangular(const Geometry& matrices, const Geometry& sides, bool left) {
  OutputMeta meta;
  meta.result.dtype = matrices.dtype;
  meta.reasons.add_if(!is_square(matrices) || sides.rank < 2, ErrorClass::Shape);
  leave_out_complex(meta, matrices);
  if (!meta.reasons.none()) {
    // linalg_solve_triangular: the sizes and the dtypes can both be wrong. Then either error may be reported (rule E3).
    meta.reasons.add_if(!can_be_factored(matrices.dtype) || sides.dtype != matrices.dtype, ErrorClass::Dtype);
    return meta;
  }
  const int order = matrices.sizes[at(matrices.rank - 1)];
  meta.reasons.add_if(sides.sizes[at(sides.rank - (left ? 2 : 1))] != order, ErrorClass::Shape);
  Sizes sizes;
  Sizes other;
  for (int d = 0; d + 2 < matrices.rank; ++d) sizes.push(matrices.sizes[at(d)]);
  for (int d = 0; d + 2 < sides.rank; ++d) other.push(sides.sizes[at(d)]);
  meta.reasons.add_if(!broadcast(sizes, other), ErrorClass::Shape);
  // linalg_solve_triangular: libtorch accepts right-hand sides of another dtype, and computes in the dtype of the
  // matrices.
  if (sides.dtype != matrices.dtype) meta.leave_unspecified(Unspecified::MixedDtypes);
  meta.reasons.add_if(!can_be_factored(matrices.dtype), ErrorClass::Dtype);
  if (!meta.reasons.none() || meta.is_unspecified()) {
    if (matrices.numel() == 0 || sides.numel() == 0) meta.leave_unspecified(Unspecified::EmptyInputChecks);
    return meta;
  }
  sizes.push(sides.sizes[at(sides.rank - 2)]);
  sizes.push(sides.sizes[at(sides.rank - 1)]);
  set_by_columns(meta.result, sizes);
  return meta;
}

namespace {

Sizes batch_of(const Geometry& matrices, int less) {
  Sizes out;
  for (int d = 0; d + less < matrices.rank; ++d) out.push(matrices.sizes[at(d)]);
  return out;
}

// Adds the LU factors of each matrix, in one tensor, and the pivots to the results.
void add_factors(OutputMeta& meta, const Geometry& matrices, std::size_t first) {
  meta.others[first].dtype = matrices.dtype;
  set_by_columns(meta.others[first], sizes_of(matrices));
  meta.others[first + 1].dtype = DType::Int32;
  set_contiguous(meta.others[first + 1], batch_of(matrices, 1));
}

}  // namespace

OutputMeta infer_determinant(const Geometry& matrices, int numbers, bool looks) {
  OutputMeta meta;
  meta.result.dtype = matrices.dtype;
  meta.reasons.add_if(!is_square(matrices), ErrorClass::Shape);
  meta.reasons.add_if(!can_be_factored(matrices.dtype), ErrorClass::Dtype);
  leave_out_complex(meta, matrices);
  // _linalg_det and _linalg_slogdet of matrices without elements: libtorch accepts half precision.
  if (!looks && matrices.numel() == 0 && is_floating(matrices.dtype) && !can_be_factored(matrices.dtype))
    meta.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!meta.reasons.none()) return meta;
  set_contiguous(meta.result, batch_of(matrices, 2));
  if (numbers > 1) meta.others[0] = meta.result;
  add_factors(meta, matrices, static_cast<std::size_t>(numbers - 1));
  return meta;
}

OutputMeta infer_solve(const Geometry& matrices, const Geometry& sides, bool left) {
  OutputMeta meta;
  meta.result.dtype = matrices.dtype;
  meta.reasons.add_if(!is_square(matrices) || sides.rank == 0, ErrorClass::Shape);
  meta.reasons.add_if(!can_be_factored(matrices.dtype) || sides.dtype != matrices.dtype, ErrorClass::Dtype);
  leave_out_complex(meta, matrices);
  if (matrices.numel() == 0 && is_floating(matrices.dtype) && !can_be_factored(matrices.dtype))
    meta.leave_unspecified(Unspecified::EmptyInputChecks);
  if (!is_square(matrices) || sides.rank == 0) return meta;
  // linalg_solve: the right-hand side may be one vector, or one vector for each matrix.
  const Sizes rows = batch_of(matrices, 1);
  const bool vectors = sides.rank == 1 || (sides.rank + 1 == matrices.rank && sizes_of(sides) == rows);
  // linalg_solve: with left=false a vector as the right-hand side is rejected, with an error of class Argument or of
  // class Shape.
  if (vectors && !left) meta.reasons.add(ErrorClass::Argument);
  const std::int64_t order = matrices.sizes[at(matrices.rank - 1)];
  const int from_the_end = vectors ? 1 : 2;
  const std::int64_t known = vectors && !left ? 1 : sides.sizes[at(sides.rank - (left ? from_the_end : 1))];
  meta.reasons.add_if(known != order, ErrorClass::Shape);
  Sizes sizes = batch_of(matrices, 2);
  meta.reasons.add_if(!broadcast(sizes, batch_of(sides, from_the_end)), ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  for (int d = sides.rank - from_the_end; d < sides.rank; ++d) sizes.push(sides.sizes[at(d)]);
  // linalg_solve: with left=true the result is column-major, even with a single column. With left=false it is
  // row-major.
  if (left && sizes.rank > 1)
    set_by_columns(meta.result, sizes);
  else
    set_contiguous(meta.result, sizes);
  add_factors(meta, matrices, 0);
  meta.others[2].dtype = DType::Int32;
  set_contiguous(meta.others[2], batch_of(matrices, 2));
  return meta;
}

}  // namespace modecheck::spec
