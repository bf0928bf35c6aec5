// Linear algebra as functions in at::, of the matrices in the last two dimensions: float32 or float64, in batches.
// Singular and indefinite matrices raise c10::LinAlgError, wrong sizes and dtypes c10::Error; complex matrices raise
// Unsupported.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

Tensor linalg_inv(const Tensor& A);
Tensor inverse(const Tensor& self);
// The inverse, and int32 numbers of zero pivots, counted from 1, or zero; where a pivot is zero, the inverse's elements
// are not to be used.
std::tuple<Tensor, Tensor> linalg_inv_ex(const Tensor& A, bool check_errors = false);

// L of A = L L', or its transpose; of A only one triangle is read.
Tensor linalg_cholesky(const Tensor& self, bool upper = false);
Tensor cholesky(const Tensor& self, bool upper = false);
std::tuple<Tensor, Tensor> linalg_cholesky_ex(const Tensor& self, bool upper = false, bool check_errors = false);

// X of A X = B, or of X A = B; B may be a vector, or a batch of vectors of A's batch sizes. Batches broadcast.
Tensor linalg_solve(const Tensor& A, const Tensor& B, bool left = true);
// With the factors and pivots of A, or of its transpose, and numbers of zero pivots as those of linalg_inv_ex.
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_solve_ex(const Tensor& A, const Tensor& B, bool left = true,
                                                            bool check_errors = false);
// The same for a triangular A, of which one triangle is read, and not the diagonal if it is `unitriangular`.
Tensor linalg_solve_triangular(const Tensor& self, const Tensor& B, bool upper, bool left = true,
                               bool unitriangular = false);
// The solution of A X = self, or of A' X = self, and a copy of A.
std::tuple<Tensor, Tensor> triangular_solve(const Tensor& self, const Tensor& A, bool upper = true,
                                            bool transpose = false, bool unitriangular = false);

// One number for each matrix. The derivative of a singular matrix's determinant is defined; the second one raises.
Tensor linalg_det(const Tensor& A);
Tensor det(const Tensor& self);
// With factors and pivots.
std::tuple<Tensor, Tensor, Tensor> _linalg_det(const Tensor& A);
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_slogdet(const Tensor& A);
// Sign and logarithm of the absolute value: zero and minus infinity for a singular matrix. Gradients flow through the
// logarithm.
std::tuple<Tensor, Tensor> linalg_slogdet(const Tensor& A);
std::tuple<Tensor, Tensor> slogdet(const Tensor& self);
// NaN where the determinant is negative.
Tensor logdet(const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
