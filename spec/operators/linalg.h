// Linear algebra.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct linalg_inv_ex : Operator<Family::MatrixProduct> {
  static constexpr Schema schema =
      parse("linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)");
};

struct linalg_cholesky_ex : Operator<Family::MatrixProduct> {
  static constexpr Schema schema =
      parse("linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)");
};

struct linalg_solve_triangular : Operator<Family::MatrixProduct> {
  static constexpr Schema schema = parse(
      "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> "
      "Tensor");
};

}  // namespace modecheck::spec::operators
