// Products of vectors, matrices and batches of matrices; factorisations, inverses and linear systems of square
// matrices.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_matrix_product(const CallTensors& tensors, const Geometry& a, const Geometry& b);

ResultPlan plan_addmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha);

// Mixed dtypes are unspecified where nothing is multiplied. Where a rank is not the operator's, there is nothing
// further to check.
ResultPlan plan_small_product(const Geometry& a, const Geometry& b, int rank_a, int rank_b,
                              ResultPlan (*plan_of)(const Geometry&, const Geometry&));

ResultPlan plan_small_product_into(const CallTensors& tensors, int rank_a, int rank_b,
                                   ResultPlan (*plan_of)(const Geometry&, const Geometry&));

ResultPlan plan_addmv(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha);

ResultPlan plan_baddbmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha, bool sums);

ResultPlan plan_dot(const Geometry& self, const Geometry& other);

ResultPlan plan_mv(const Geometry& self, const Geometry& vector);

ResultPlan plan_mm(const Geometry& self, const Geometry& other);

ResultPlan plan_bmm(const Geometry& self, const Geometry& other);

// linalg_inv_ex. `raises`: a singular matrix is an error (check_errors).
ResultPlan plan_inverse(const Geometry& matrices, bool raises);
// linalg_cholesky_ex.
ResultPlan plan_cholesky(const Geometry& matrices, bool raises);
ResultPlan plan_solve_triangular(const Geometry& matrices, const Geometry& sides, bool left);

// _linalg_det and _linalg_slogdet: one or two numbers for each matrix, then the LU factors and pivots. `looks`: the
// dtype is checked even if there is no matrix to factorise.
ResultPlan plan_determinant(const Geometry& matrices, int numbers, bool looks);
// _linalg_solve_ex: the right-hand sides may be vectors, one for each matrix or one for all.
ResultPlan plan_solve(const Geometry& matrices, const Geometry& sides, bool left, bool raises);

}  // namespace modecheck::spec
