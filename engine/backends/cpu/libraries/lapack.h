// Matrix factorisations: by an installed LAPACK, loaded for the first large one. Small ones, or all without LAPACK, run
// in plain loops.
#pragma once

namespace modecheck::engine::backends {

// All matrices are n x n, column-major, of doubles; n may be zero.

// LU factorisation with row exchanges, a = P L U, in place. L has a unit diagonal, which is not stored; row i was
// exchanged with row pivots[i] (counted from 1). Returns the position, from 1, of the first zero pivot, or zero if
// there is none.
int lu_factor(int n, double* a, int* pivots);

// Replaces the lower triangle of a symmetric matrix by its Cholesky factor; the upper triangle is neither read nor
// written. Returns the order of the first leading minor that is not positive, or zero.
int cholesky_factor(int n, double* a);

// Solves a x = b in place for the n x columns matrix `b`; reads only the named triangle of `a`. A zero on the diagonal
// gives infinite or NaN results.
void triangular_solve(bool upper, bool unit_diagonal, int n, const double* a, int columns, double* b);

// Solves a x = b in place with the factors that lu_factor returned.
void lu_solve(int n, const double* factors, const int* pivots, int columns, double* b);

// MODECHECK_LAPACK names another file than liblapack.so.3 or libopenblas.so.0; "none" loads none.
bool has_lapack();

}  // namespace modecheck::engine::backends
