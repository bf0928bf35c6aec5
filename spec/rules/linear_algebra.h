// Factors, inverses and triangular systems of square matrices, and batches of them.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

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
