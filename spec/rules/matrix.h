// Products of vectors, matrices and batches of matrices; factors, inverses and systems of square matrices.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_matrix_product(const CallTensors& tensors, const Geometry& a, const Geometry& b);

ResultPlan plan_addmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha);

// What libtorch makes of factors of two dtypes depends on whether it multiplies at all; of other ranks than the
// operator's nothing is left to ask.
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

// linalg_inv_ex. `raises`: for a singular matrix.
ResultPlan plan_inverse(const Geometry& matrices, bool raises);
// linalg_cholesky_ex.
ResultPlan plan_cholesky(const Geometry& matrices, bool raises);
ResultPlan plan_solve_triangular(const Geometry& matrices, const Geometry& sides, bool left);

// _linalg_det and _linalg_slogdet: numbers, one or two of each matrix, then factors and pivots. `looks`: at dtypes,
// before there is a matrix to factorise.
ResultPlan plan_determinant(const Geometry& matrices, int numbers, bool looks);
// _linalg_solve_ex: sides may be vectors, one for each matrix, or one for all.
ResultPlan plan_solve(const Geometry& matrices, const Geometry& sides, bool left, bool raises);

}  // namespace modecheck::spec
