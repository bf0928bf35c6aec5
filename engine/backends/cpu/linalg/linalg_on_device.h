// Matrices on the device for linalg.cpp, which has checked the arguments: factorisations, solutions, determinants.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

class MatricesOnDevice {
 public:
  // Copies a batch of matrices to column-major doubles.
  explicit MatricesOnDevice(const at::Tensor& matrices);

  // LU factorisation, a = P L U. determinants() and signs_and_logarithms() need it.
  void factorise();
  // Cholesky factorisation of symmetric matrices whose lower triangle is read. The result is L, with zeros above.
  void factorise_symmetric();
  // Replace `sides` by the solutions. `solve` needs factorise(); solve_triangular reads only the named triangle.
  void solve(MatricesOnDevice& sides) const;
  void solve_triangular(bool upper, bool unit_diagonal, MatricesOnDevice& sides) const;

  // A row-major view of `columns_`.
  at::Tensor values() const;
  // Results of the factorisation, int32: the row exchanges, and the number of the first zero pivot (Cholesky: of the
  // first minor that is not positive), or zero.
  const at::Tensor& pivots() const { return pivots_; }
  const at::Tensor& info() const { return info_; }

  at::Tensor determinants() const;
  std::pair<at::Tensor, at::Tensor> signs_and_logarithms() const;
  void replace_zero_pivots();

 private:
  std::int64_t count() const;

  at::Tensor columns_;  // the transposed matrices
  at::Tensor pivots_;
  at::Tensor info_;
};

}  // namespace modecheck::engine::backends
