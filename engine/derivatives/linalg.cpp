// Defines the derivatives and dispatch tables of linear algebra.
#include "spec/operators/linalg.h"

#include "engine/core/memory/thread_state.h"
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/library_rows.h"
#include "spec/operators/reduction.h"
#include "spec/operators/shape.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor turned(const at::Tensor& a) { return call<operators::transpose_int>(a, -2, -1); }
at::Tensor product(const at::Tensor& a, const at::Tensor& b) { return call<operators::matmul>(a, b); }
at::Tensor as_matrices(const at::Tensor& numbers) {
  return call<operators::unsqueeze>(call<operators::unsqueeze>(numbers, -1), -1);
}

}  // namespace

MODECHECK_GRADIENT(LinalgInvExBackward0, (linalg_inv_ex), result0) {
  const at::Tensor back = turned(result0);
  return neg(product(back, product(g, back)));
}

MODECHECK_GRADIENT(LinalgCholeskyExBackward0, (linalg_cholesky_ex), result0, upper) {
  const at::Tensor factor = upper ? turned(result0) : result0;
  const at::Tensor inner = product(turned(factor), upper ? turned(g) : g);
  // The argument of the decomposition is symmetric. The formula computes the lower triangle, which is mirrored to the
  // upper triangle.
  const at::Tensor symmetric = add(call<operators::tril>(inner, 0), turned(call<operators::tril>(inner, -1)));
  const at::Tensor half = call<operators::linalg_solve_triangular>(factor, symmetric, false, false, false);
  return scale(call<operators::linalg_solve_triangular>(turned(factor), half, true, true, false), 0.5);
}

MODECHECK_GRADIENTS(LinalgSolveTriangularBackward0, (linalg_solve_triangular), self, result, upper, left,
                    unitriangular) {
  const at::Tensor of_right =
      call<operators::linalg_solve_triangular>(turned(b.get(self)), g, !upper, left, unitriangular);
  if (b.needs(0)) {
    const at::Tensor x = turned(b.get(result));
    const at::Tensor whole = neg(left ? product(of_right, x) : product(x, of_right));
    const std::int64_t diagonal = unitriangular ? 1 : 0;
    b.out(0) = upper ? call<operators::triu>(whole, diagonal) : call<operators::tril>(whole, -diagonal);
  }
  if (b.needs(1)) b.out(1) = of_right;
}

// _linalg_solve_ex saves the factors and pivots of its matrix as in libtorch, although the formulas do not use them.
MODECHECK_GRADIENTS(LinalgSolveExBackward0, (_linalg_solve_ex), A, result0, result1, result2, B_sizes, left) {
  const at::Tensor matrix = b.get(A);
  const c10::IntArrayRef sizes = matrix.sizes();
  const bool vectors = B_sizes.size() == 1 || c10::IntArrayRef(B_sizes) == sizes.slice(0, sizes.size() - 1);
  const auto matrices = [&](const at::Tensor& x) { return vectors ? call<operators::unsqueeze>(x, -1) : x; };
  const at::Tensor of_right = std::get<0>(call<operators::_linalg_solve_ex>(turned(matrix), matrices(g), left, false));
  if (b.needs(0)) {
    const at::Tensor x = turned(matrices(b.get(result0)));
    b.out(0) = neg(left ? product(of_right, x) : product(x, of_right));
  }
  if (b.needs(1)) b.out(1) = vectors ? call<operators::squeeze_dim>(of_right, -1) : of_right;
}

MODECHECK_GRADIENTS(LinalgDetBackward0, (_linalg_det), A, result0, result1, result2) {
  if (!b.needs(0)) return;
  const at::Tensor matrix = b.get(A);
  // If backward is recorded and the matrix is invertible, the gradient of the determinant is computed by differentiable
  // operators. The operator that serves singular matrices has no derivative.
  if (thread_state.grad) {
    const auto [back, zero_pivots] = call<operators::linalg_inv_ex>(matrix, false);
    const bool singular = zero_pivots.has_bytes() && on_host(call<operators::any>(zero_pivots)).item<bool>();
    if (!singular) {
      b.out(0) = mul(as_matrices(mul(g, b.get(result0))), turned(back));
      return;
    }
  }
  b.out(0) = mul(as_matrices(g), call<internal::_linalg_cofactors>(matrix));
}

MODECHECK_GRADIENTS(LinalgCofactorsBackward0, ()) {
  if (b.needs(0))
    raise(ErrorClass::NotDifferentiable, name,
          ": the second derivative of the determinant of a singular matrix is not implemented");
}

// The sign of a determinant is constant around every regular real matrix, so its derivative is zero.
template <>
inline constexpr std::size_t differentiable_results_of<operators::_linalg_slogdet> = 2;
MODECHECK_GRADIENTS(LinalgSlogdetBackward0, (_linalg_slogdet), A, result0, result2, result3) {
  const at::Tensor& of_logarithm = b.gradient(1);
  if (!b.needs(0)) return;
  if (!of_logarithm.defined()) {
    if (b.gradient(0).defined()) b.out(0) = zeros_like(b.get(A));
    return;
  }
  // For a singular matrix the gradient is infinite or NaN.
  const at::Tensor back = std::get<0>(call<operators::linalg_inv_ex>(b.get(A), false));
  b.out(0) = mul(as_matrices(of_logarithm), turned(back));
}

MODECHECK_REGISTER_INTERNAL(LinalgCofactorsBackward0, _linalg_cofactors)

}  // namespace modecheck::engine
