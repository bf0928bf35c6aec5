// Matrices on the device, factorised and solved for: what linalg.cpp does for tensors that are there, after its checks.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

class MatricesOnDevice {
 public:
  // A copy of a batch of matrices, in doubles and column by column.
  explicit MatricesOnDevice(const at::Tensor& matrices);

  // a = P L U. What the diagonals hold then, and how often rows changed places, makes determinants.
  void factorise();
  // Of symmetric matrices whose lower part is read: L, with zeros above.
  void factorise_symmetric();
  // `sides`, column by column too, become solutions. After `factorise`; of the named triangle at any time.
  void solve(MatricesOnDevice& sides) const;
  void solve_triangular(bool upper, bool unit_diagonal, MatricesOnDevice& sides) const;

  // What is in `columns`, row by row: a view.
  at::Tensor values() const;
  // Of the factorisation, int32: which rows changed places, and the number of the first pivot that is none, or zero.
  const at::Tensor& pivots() const { return pivots_; }
  const at::Tensor& info() const { return info_; }

  at::Tensor determinants() const;
  std::pair<at::Tensor, at::Tensor> signs_and_logarithms() const;
  void replace_zero_pivots();

 private:
  std::int64_t count() const;

  at::Tensor columns_;  // as if each matrix was transposed
  at::Tensor pivots_;
  at::Tensor info_;
};

}  // namespace modecheck::engine::backends
