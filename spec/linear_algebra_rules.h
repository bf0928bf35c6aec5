// Factors, inverses and triangular systems of square matrices, and batches of them.
#pragma once

#include "spec/result_plan.h"

namespace modecheck::spec {

// linalg_inv_ex. `raises`: for a singular matrix.
ResultPlan plan_inverse(const Geometry& matrices, bool raises);
// linalg_cholesky_ex.
ResultPlan plan_cholesky(const Geometry& matrices, bool raises);
ResultPlan plan_solve_triangular(const Geometry& matrices, const Geometry& sides, bool left);

}  // namespace modecheck::spec
