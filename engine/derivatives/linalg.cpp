// Linear algebra: derivatives and dispatch tables.
#include "spec/operators/linalg.h"

#include "engine/core/memory/thread_state.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/library_rows.h"
#include "engine/kernels/register.h"
#include "spec/operators/reduction.h"
#include "spec/operators/shape.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Results = std::tuple<at::Tensor, at::Tensor>;

at::Tensor turned(const at::Tensor& a) { return call<operators::transpose_int>(a, -2, -1); }
at::Tensor product(const at::Tensor& a, const at::Tensor& b) { return call<operators::matmul>(a, b); }
at::Tensor as_matrices(const at::Tensor& numbers) {
  return call<operators::unsqueeze>(call<operators::unsqueeze>(numbers, -1), -1);
}

struct InverseDerivative : Differentiable {
  static constexpr const char* name = "LinalgInvExBackward0";
  SavedTensor result;
  auto saved() { return std::tie(result); }
  void save_results(Saver& /*nothing*/, const Results& results) { result.save_result(std::get<0>(results)); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor back = turned(b.get(result));
    b.out(0) = neg(product(back, product(b.gradient(), back)));
  }
};

struct CholeskyDerivative : Differentiable {
  static constexpr const char* name = "LinalgCholeskyExBackward0";
  SavedTensor result;
  bool upper = false;
  auto saved() { return std::tie(result); }
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, bool is_upper, bool /*check_errors*/) { upper = is_upper; }
  void save_results(Saver& /*nothing*/, const Results& results) { result.save_result(std::get<0>(results)); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor factor = upper ? turned(b.get(result)) : b.get(result);
    const at::Tensor gradient = upper ? turned(b.gradient()) : b.gradient();
    const at::Tensor inner = product(turned(factor), gradient);
    // The argument is symmetric, so the lower triangle is mirrored to the upper one.
    const at::Tensor symmetric = add(call<operators::tril>(inner, 0), turned(call<operators::tril>(inner, -1)));
    const at::Tensor half = call<operators::linalg_solve_triangular>(factor, symmetric, false, false, false);
    b.out(0) = scale(call<operators::linalg_solve_triangular>(turned(factor), half, true, true, false), 0.5);
  }
};

struct SolveTriangularDerivative : Differentiable {
  static constexpr const char* name = "LinalgSolveTriangularBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, result;
  bool upper = false;
  bool left = true;
  bool unitriangular = false;
  auto saved() { return std::tie(self, result); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& /*B*/, bool is_upper, bool is_left, bool unit) {
    saver.input(self, a);
    upper = is_upper;
    left = is_left;
    unitriangular = unit;
  }
  void backward(Backward& b) {
    const at::Tensor of_right =
        call<operators::linalg_solve_triangular>(turned(b.get(self)), b.gradient(), !upper, left, unitriangular);
    if (b.needs(0)) {
      const at::Tensor x = turned(b.get(result));
      const at::Tensor whole = neg(left ? product(of_right, x) : product(x, of_right));
      const std::int64_t diagonal = unitriangular ? 1 : 0;
      b.out(0) = upper ? call<operators::triu>(whole, diagonal) : call<operators::tril>(whole, -diagonal);
    }
    if (b.needs(1)) b.out(1) = of_right;
  }
};

using SolveResults = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

// Saves factors and pivots as libtorch does, although the formulas do not use them.
struct SolveDerivative : Differentiable {
  static constexpr const char* name = "LinalgSolveExBackward0";
  SavedTensor a, result, factors, pivots;
  bool left = true;
  bool vectors = false;
  auto saved() { return std::tie(a, result, factors, pivots); }
  void save(Saver& saver, const at::Tensor& A, const at::Tensor& B, bool from_left, bool /*check_errors*/) {
    saver.input(a, A);
    left = from_left;
    // The kernel rejects wrong arguments later.
    vectors = B.dim() == 1 || (A.dim() > 0 && B.sizes() == A.sizes().slice(0, A.sizes().size() - 1));
  }
  void save_results(Saver& saver, const SolveResults& results) {
    result.save_result(std::get<0>(results));
    saver.constant(factors, std::get<1>(results));
    saver.constant(pivots, std::get<2>(results));
  }
  void backward(Backward& b) {
    const auto matrices = [this](const at::Tensor& x) { return vectors ? call<operators::unsqueeze>(x, -1) : x; };
    const at::Tensor of_right =
        std::get<0>(call<operators::_linalg_solve_ex>(turned(b.get(a)), matrices(b.gradient()), left, false));
    if (b.needs(0)) {
      const at::Tensor x = turned(matrices(b.get(result)));
      b.out(0) = neg(left ? product(of_right, x) : product(x, of_right));
    }
    if (b.needs(1)) b.out(1) = vectors ? call<operators::squeeze_dim>(of_right, -1) : of_right;
  }
};

struct DeterminantDerivative : Differentiable {
  static constexpr const char* name = "LinalgDetBackward0";
  SavedTensor a, result, factors, pivots;
  auto saved() { return std::tie(a, result, factors, pivots); }
  void save(Saver& saver, const at::Tensor& A) { saver.input(a, A); }
  void save_results(Saver& saver, const std::tuple<at::Tensor, at::Tensor, at::Tensor>& results) {
    result.save_result(std::get<0>(results));
    saver.constant(factors, std::get<1>(results));
    saver.constant(pivots, std::get<2>(results));
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor matrix = b.get(a);
    // If backward is recorded and the matrix is invertible, differentiable operators compute the gradient.
    if (thread_state.grad) {
      const auto [back, zero_pivots] = call<operators::linalg_inv_ex>(matrix, false);
      const bool singular = !zero_pivots.is_meta() && on_host(call<operators::any>(zero_pivots)).item<bool>();
      if (!singular) {
        b.out(0) = mul(as_matrices(mul(b.gradient(), b.get(result))), turned(back));
        return;
      }
    }
    b.out(0) = mul(as_matrices(b.gradient()), call<internal::_linalg_cofactors>(matrix));
  }
};

struct CofactorsDerivative : Differentiable {
  static constexpr const char* name = "LinalgCofactorsBackward0";
  void save(Saver& /*nothing*/, const at::Tensor& /*A*/) {}
  void backward(Backward& b) {
    if (b.needs(0))
      raise(ErrorClass::NotDifferentiable, name,
            ": the second derivative of the determinant of a singular matrix is not implemented");
  }
};

// For real matrices no gradient flows through the sign.
struct LogDeterminantDerivative : Differentiable {
  static constexpr const char* name = "LinalgSlogdetBackward0";
  static constexpr std::size_t differentiable_results = 2;
  SavedTensor a, sign, factors, pivots;
  auto saved() { return std::tie(a, sign, factors, pivots); }
  void save(Saver& saver, const at::Tensor& A) { saver.input(a, A); }
  void save_results(Saver& saver, const SolveResults& results) {
    sign.save_result(std::get<0>(results));
    saver.constant(factors, std::get<2>(results));
    saver.constant(pivots, std::get<3>(results));
  }
  void backward(Backward& b) {
    const at::Tensor& of_logarithm = b.gradient(1);
    if (!b.needs(0) || !of_logarithm.defined()) return;
    // For a singular matrix the gradient is infinite or NaN.
    const at::Tensor back = std::get<0>(call<operators::linalg_inv_ex>(b.get(a), false));
    b.out(0) = mul(as_matrices(of_logarithm), turned(back));
  }
};

}  // namespace

template <>
struct Derivative<internal::_linalg_cofactors> : CofactorsDerivative {};

MODECHECK_REGISTER_WITH(InverseDerivative, linalg_inv_ex)
MODECHECK_REGISTER_WITH(CholeskyDerivative, linalg_cholesky_ex)
MODECHECK_REGISTER_WITH(SolveTriangularDerivative, linalg_solve_triangular)
MODECHECK_REGISTER_WITH(SolveDerivative, _linalg_solve_ex)
MODECHECK_REGISTER_WITH(DeterminantDerivative, _linalg_det)
MODECHECK_REGISTER_WITH(LogDeterminantDerivative, _linalg_slogdet)
MODECHECK_REGISTER_ROW(internal::_linalg_cofactors)

}  // namespace modecheck::engine
