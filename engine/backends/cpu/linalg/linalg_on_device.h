// Factorises matrices on the CUDA device, solves systems and computes determinants. linalg.cpp has checked the
// arguments.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

class MatricesOnDevice {
 public:
  // Copies a batch of matrices to column-major doubles.
  explicit MatricesOnDevice(const at::Tensor& matrices);

  // Computes the LU factorisation, a = P L U, which determinants() and signs_and_logarithms() need.
  void factorise();
  // Computes the Cholesky factorisation of symmetric matrices, of which only the lower triangle is read. The result is
  // L, with zeros above the diagonal.
  void factorise_symmetric();
  // solve and solve_triangular replace the right-hand sides `sides` by the solutions. solve needs factorise() first.
  // solve_triangular reads only the upper or the lower triangle, as `upper` says.
  void solve(MatricesOnDevice& sides) const;
  void solve_triangular(bool upper, bool unit_diagonal, MatricesOnDevice& sides) const;

  // Returns a row-major view of the matrices, without a copy.
  at::Tensor values() const;
  // The int32 results of the factorisation. pivots() holds the row exchanges. info() holds the number of the first zero
  // pivot, or zero. After a Cholesky factorisation info() holds the order of the first minor that is not positive, or
  // zero.
  const at::Tensor& pivots() const { return pivots_; }
  const at::Tensor& info() const { return info_; }

  at::Tensor determinants() const;
  std::pair<at::Tensor, at::Tensor> signs_and_logarithms() const;
  void replace_zero_pivots();

 private:
  std::int64_t count() const;

  at::Tensor columns_;  // the matrices as column-major doubles, which is the transpose in row-major order
  at::Tensor pivots_;
  at::Tensor info_;
};

}  // namespace modecheck::engine::backends
