// Linear algebra in at:: on batches of matrices in the last two dimensions, in float32 or float64. Singular and
// indefinite matrices raise c10::LinAlgError, and wrong sizes and dtypes c10::Error. Complex matrices raise
// Unsupported.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor linalg_inv(const Tensor& A);
Tensor inverse(const Tensor& self);

// Returns L such that A = L L', or the transpose of L. Only one triangle of A is read.
Tensor linalg_cholesky(const Tensor& self, bool upper = false);
Tensor cholesky(const Tensor& self, bool upper = false);

// Returns X such that A X = B, or X A = B. B may be a vector, or a batch of vectors with A's batch sizes. Batches
// broadcast.
Tensor linalg_solve(const Tensor& A, const Tensor& B, bool left = true);
// Solves A X = B, or X A = B, for a triangular matrix A, which is the argument `self`. Only one triangle is read,
// without the diagonal if `unitriangular` is set.
Tensor linalg_solve_triangular(const Tensor& self, const Tensor& B, bool upper, bool left = true,
                               bool unitriangular = false);
// Returns the solution of A X = self, or of A' X = self, and a copy of A.
std::tuple<Tensor, Tensor> triangular_solve(const Tensor& self, const Tensor& A, bool upper = true,
                                            bool transpose = false, bool unitriangular = false);

// These functions return the determinant of each matrix. The first derivative also exists for singular matrices; the
// second derivative raises for them.
Tensor linalg_det(const Tensor& A);
Tensor det(const Tensor& self);
// These functions return the sign of the determinant and the logarithm of its absolute value: zero and minus infinity
// for a singular matrix. Gradients flow through the logarithm only.
std::tuple<Tensor, Tensor> linalg_slogdet(const Tensor& A);
std::tuple<Tensor, Tensor> slogdet(const Tensor& self);
// Returns the logarithm of the determinant; NaN if the determinant is negative.
Tensor logdet(const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
