// Products, powers of matrices and norms under libtorch's newer names, as functions in at::.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Of vectors, the first conjugated; of the last dimensions; of all blocks.
Tensor vdot(const Tensor& self, const Tensor& other);
Tensor inner(const Tensor& self, const Tensor& other);
Tensor kron(const Tensor& self, const Tensor& other);
// beta * self + alpha * the outer product; with a beta of zero `self` is not looked at.
Tensor addr(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const c10::Scalar& beta = 1,
            const c10::Scalar& alpha = 1);
// Of several matrices, in the order that takes the fewest multiplications; the first and the last may be vectors.
Tensor linalg_multi_dot(TensorList tensors);
// The same of matrices only.
Tensor chain_matmul(TensorList matrices);
Tensor matrix_power(const Tensor& self, std::int64_t n);
Tensor linalg_matrix_power(const Tensor& self, std::int64_t n);
Tensor linalg_matmul(const Tensor& self, const Tensor& other);
Tensor linalg_vecdot(const Tensor& x, const Tensor& y, std::int64_t dim = -1);
Tensor linalg_cross(const Tensor& self, const Tensor& other, std::int64_t dim = -1);
// x1' W x2 for every matrix of `weight`, and a bias: [..., out] of [..., in1], [out, in1, in2] and [..., in2].
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight,
                const c10::optional<Tensor>& bias = {});

// The diagonals of the last two dimensions: a view.
Tensor linalg_diagonal(const Tensor& A, std::int64_t offset = 0, std::int64_t dim1 = -2, std::int64_t dim2 = -1);
// The powers 0 to N - 1 of the elements, in a last dimension of their own.
Tensor linalg_vander(const Tensor& x, c10::optional<std::int64_t> N = c10::nullopt);
// The solution of A X = self, and the inverse of A, from A's Cholesky factor.
Tensor cholesky_solve(const Tensor& self, const Tensor& input2, bool upper = false);
Tensor cholesky_inverse(const Tensor& self, bool upper = false);
// Inverse and solution of a linear map between tensors: of the first `ind` dimensions to the others.
Tensor linalg_tensorinv(const Tensor& self, std::int64_t ind = 2);
Tensor linalg_tensorsolve(const Tensor& self, const Tensor& other, c10::OptionalIntArrayRef dims = c10::nullopt);

// Norms. Of vectors as at::norm; of matrices "fro", 1, -1, infinite and minus infinite. Those that need singular values
// (2, -2, "nuc") raise Unsupported.
Tensor dist(const Tensor& self, const Tensor& other, const c10::Scalar& p = 2);
Tensor frobenius_norm(const Tensor& self);
Tensor frobenius_norm(const Tensor& self, c10::IntArrayRef dim, bool keepdim = false);
Tensor linalg_vector_norm(const Tensor& self, const c10::Scalar& ord = 2, c10::OptionalIntArrayRef dim = c10::nullopt,
                          bool keepdim = false, c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor linalg_matrix_norm(const Tensor& self, const c10::Scalar& ord, c10::IntArrayRef dim = {-2, -1},
                          bool keepdim = false, c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor linalg_matrix_norm(const Tensor& self, std::string_view ord = "fro", c10::IntArrayRef dim = {-2, -1},
                          bool keepdim = false, c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor linalg_norm(const Tensor& self, const c10::optional<c10::Scalar>& ord = c10::nullopt,
                   c10::OptionalIntArrayRef dim = c10::nullopt, bool keepdim = false,
                   c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor linalg_norm(const Tensor& self, std::string_view ord, c10::OptionalIntArrayRef dim = c10::nullopt,
                   bool keepdim = false, c10::optional<c10::ScalarType> dtype = c10::nullopt);

}  // namespace modecheck_v1
}  // namespace at
