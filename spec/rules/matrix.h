// Rules for linear algebra: products of vectors, matrices and batches of matrices; factorisations, inverses and linear
// systems of square matrices.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

OutputMeta infer_matrix_product(const CallTensors& tensors, const Geometry& a, const Geometry& b);

OutputMeta infer_addmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha);

// Infers the result's metadata for products whose factors have the ranks `rank_a` and `rank_b`, such as mv. Factors of
// different dtypes are unspecified if nothing is multiplied. If a factor has another rank, no further check is made.
OutputMeta infer_small_product(const Geometry& a, const Geometry& b, int rank_a, int rank_b,
                               OutputMeta (*infer_of)(const Geometry&, const Geometry&));

OutputMeta infer_small_product_into(const CallTensors& tensors, int rank_a, int rank_b,
                                    OutputMeta (*infer_of)(const Geometry&, const Geometry&));

OutputMeta infer_addmv(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha);

OutputMeta infer_baddbmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha, bool sums);

OutputMeta infer_dot(const Geometry& self, const Geometry& other);

OutputMeta infer_mv(const Geometry& self, const Geometry& vector);

OutputMeta infer_mm(const Geometry& self, const Geometry& other);

OutputMeta infer_bmm(const Geometry& self, const Geometry& other);

// Infers the metadata of the results of linalg_inv_ex, which are the inverses and `info`.
OutputMeta infer_inverse(const Geometry& matrices);
// Infers the metadata of the results of linalg_cholesky_ex, which are the Cholesky factors and `info`.
OutputMeta infer_cholesky(const Geometry& matrices);
OutputMeta infer_solve_triangular(const Geometry& matrices, const Geometry& sides, bool left);

// Infers the result's metadata for _linalg_det and _linalg_slogdet, which return one or two numbers for each matrix,
// then the LU factors and pivots. `looks` says that the dtype is checked even if there is no matrix to factorise.
OutputMeta infer_determinant(const Geometry& matrices, int numbers, bool looks);
// Infers the metadata of the results of _linalg_solve_ex. The right-hand sides may be matrices, or vectors: one for
// each matrix, or one for all matrices.
OutputMeta infer_solve(const Geometry& matrices, const Geometry& sides, bool left);

}  // namespace modecheck::spec
