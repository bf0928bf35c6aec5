// Products, matrix powers and norms as functions in at::, under libtorch's newer names.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// vdot multiplies vectors and conjugates the first. inner multiplies along the last dimensions. kron multiplies all
// pairs of elements into blocks.
Tensor vdot(const Tensor& self, const Tensor& other);
Tensor inner(const Tensor& self, const Tensor& other);
Tensor kron(const Tensor& self, const Tensor& other);
// Returns beta * self + alpha * (the outer product of `vec1` and `vec2`). If beta is zero, `self` is not read.
Tensor addr(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const c10::Scalar& beta = 1,
            const c10::Scalar& alpha = 1);
// Multiplies several matrices in the order with the fewest multiplications. The first and the last may be vectors.
Tensor linalg_multi_dot(TensorList tensors);
// Does the same as linalg_multi_dot, for matrices only.
Tensor chain_matmul(TensorList matrices);
Tensor matrix_power(const Tensor& self, std::int64_t n);
Tensor linalg_matrix_power(const Tensor& self, std::int64_t n);
Tensor linalg_matmul(const Tensor& self, const Tensor& other);
Tensor linalg_vecdot(const Tensor& x, const Tensor& y, std::int64_t dim = -1);
Tensor linalg_cross(const Tensor& self, const Tensor& other, std::int64_t dim = -1);
// Returns x1' W x2 plus bias for every matrix W of `weight`. The inputs have sizes [..., in1] and [..., in2], the
// weight has [out, in1, in2], and the result [..., out].
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight,
                const c10::optional<Tensor>& bias = {});

// Returns the diagonals of the last two dimensions as a view.
Tensor linalg_diagonal(const Tensor& A, std::int64_t offset = 0, std::int64_t dim1 = -2, std::int64_t dim2 = -1);
// Returns the powers 0 to N - 1 of the elements in a new last dimension.
Tensor linalg_vander(const Tensor& x, c10::optional<std::int64_t> N = c10::nullopt);
// These functions take the Cholesky factor of a matrix A. cholesky_solve returns the solution X of A X = self, where
// `input2` is the factor. cholesky_inverse returns the inverse of A, where `self` is the factor.
Tensor cholesky_solve(const Tensor& self, const Tensor& input2, bool upper = false);
Tensor cholesky_inverse(const Tensor& self, bool upper = false);
// These functions treat `self` as a linear map between tensors. linalg_tensorinv returns the inverse map; the map's
// argument has the dimensions of `self` after the first `ind`. linalg_tensorsolve returns the tensor that the map takes
// to `other`.
Tensor linalg_tensorinv(const Tensor& self, std::int64_t ind = 2);
Tensor linalg_tensorsolve(const Tensor& self, const Tensor& other, c10::OptionalIntArrayRef dims = c10::nullopt);

// Norms. Vector norms are those of at::norm. Matrix norms are "fro", 1, -1, infinity and minus infinity; orders that
// need singular values (2, -2, "nuc") raise Unsupported.
Tensor dist(const Tensor& self, const Tensor& other, const c10::Scalar& p = 2);
Tensor frobenius_norm(const Tensor& self);
Tensor frobenius_norm(const Tensor& self, c10::IntArrayRef dim, bool keepdim = false);
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
