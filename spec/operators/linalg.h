// Operators of linear algebra: determinants, factorisations, inverses and solvers.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(linalg_inv_ex, MatrixProduct,
                   "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)");
MODECHECK_OPERATOR(
    linalg_cholesky_ex, MatrixProduct,
    "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)");
MODECHECK_OPERATOR(linalg_solve_triangular, MatrixProduct,
                   "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool "
                   "unitriangular=False) -> Tensor");

// _linalg_det: returns the determinant, and the LU factors and pivots from which libtorch computes the determinant.
MODECHECK_OPERATOR(_linalg_det, MatrixProduct, "_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)");

// _linalg_slogdet: returns the sign of the determinant, and the logarithm of the determinant's absolute value.
MODECHECK_OPERATOR(_linalg_slogdet, MatrixProduct,
                   "_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)");

// _linalg_solve_ex: solves A X = B for X. With left=false it solves X A = B.
MODECHECK_OPERATOR(_linalg_solve_ex, MatrixProduct,
                   "_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor "
                   "result, Tensor LU, Tensor pivots, Tensor info)");

using FactorisationOperators = List<linalg_inv_ex, linalg_cholesky_ex, linalg_solve_triangular>;

using DeterminantAndSystemOperators = List<_linalg_det, _linalg_slogdet, _linalg_solve_ex>;

}  // namespace modecheck::spec::operators
