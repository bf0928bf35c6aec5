// Factorisations of matrices: those of an installed LAPACK, loaded when the first large one is asked for, and plain
// loops for small ones and where there is none.
#pragma once

namespace modecheck::engine::backends {

// A square matrix of doubles, column by column. The functions take one of `n` columns; n may be zero.

// a = P L U, in place: L's diagonal is one and not kept; row i was exchanged with row pivots[i] (counted from 1).
// Returns the number, from 1, of the first pivot that is zero, or zero.
int lu_factor(int n, double* a, int* pivots);

// The lower factor of a symmetric matrix whose lower part is given, in place; what is above is left as it is. Returns
// the order of the first leading minor that is not positive, or zero.
int cholesky_factor(int n, double* a);

// b, n x columns, becomes the solution of a x = b; only the named triangle of `a` is read. A zero on the diagonal gives
// infinite or undefined numbers.
void triangular_solve(bool upper, bool unit_diagonal, int n, const double* a, int columns, double* b);

// The same for a matrix that lu_factor has factorised.
void lu_solve(int n, const double* factors, const int* pivots, int columns, double* b);

// MODECHECK_LAPACK names another file than liblapack.so.3 or libopenblas.so.0; "none" loads none.
bool has_lapack();

}  // namespace modecheck::engine::backends
