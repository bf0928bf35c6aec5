// Factorises matrices. An installed LAPACK factorises large matrices, and is loaded for the first of them. Plain loops
// factorise small matrices, and all matrices if LAPACK is not installed.
#pragma once

namespace modecheck::engine::backends {

// All functions below take matrices of sizes n x n, column-major, of doubles. n may be zero.

// Computes the LU factorisation with row exchanges, a = P L U, in place. L has a unit diagonal, which is not stored.
// Row i was exchanged with row pivots[i], counted from 1. Returns the position, from 1, of the first zero pivot, or
// zero if there is none.
int lu_factor(int n, double* a, int* pivots);

// Replaces the lower triangle of a symmetric matrix by its Cholesky factor. The upper triangle is neither read nor
// written. Returns the order of the first leading minor that is not positive, or zero if there is none.
int cholesky_factor(int n, double* a);

// Solves a x = b in place for the n x columns matrix `b`. Reads only the upper or the lower triangle of `a`, as `upper`
// says. A zero on the diagonal gives infinite or NaN results.
void triangular_solve(bool upper, bool unit_diagonal, int n, const double* a, int columns, double* b);

// Solves a x = b in place with the factors and pivots that lu_factor returned.
void lu_solve(int n, const double* factors, const int* pivots, int columns, double* b);

// Returns whether LAPACK can be loaded. MODECHECK_LAPACK names another file than liblapack.so.3 or libopenblas.so.0.
// With the value "none" no file is loaded.
bool has_lapack();

}  // namespace modecheck::engine::backends
