// Linear algebra: derivatives and dispatch tables.
#include "spec/operators/linalg.h"

#include "engine/core/thread_state.h"
#include "engine/dispatch/library_rows.h"
#include "engine/ops/arithmetic.h"
#include "engine/ops/register.h"
#include "spec/operators/shape.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

using Results = std::tuple<at::Tensor, at::Tensor>;

at::Tensor turned(const at::Tensor& a) { return call<operators::transpose_int>(a, -2, -1); }
at::Tensor product(const at::Tensor& a, const at::Tensor& b) { return call<operators::matmul>(a, b); }
at::Tensor as_matrices(const at::Tensor& numbers) {
  return call<operators::unsqueeze>(call<operators::unsqueeze>(numbers, -1), -1);
}
at::Tensor inverse(const at::Tensor& a) { return std::get<0>(call<operators::linalg_inv_ex>(a, true)); }

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
    // A symmetric matrix changes symmetrically: the lower part counts for both.
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

struct SolveDerivative : Differentiable {
  static constexpr const char* name = "LinalgSolveExBackward0";
  SavedTensor a, result;
  auto saved() { return std::tie(a, result); }
  void save(Saver& saver, const at::Tensor& A, const at::Tensor& /*B*/) { saver.input(a, A); }
  void save_results(Saver& /*nothing*/, const Results& results) { result.save_result(std::get<0>(results)); }
  void backward(Backward& b) {
    const at::Tensor of_right = std::get<0>(call<hidden::_linalg_solve>(turned(b.get(a)), b.gradient()));
    if (b.needs(0)) b.out(0) = neg(product(of_right, turned(b.get(result))));
    if (b.needs(1)) b.out(1) = of_right;
  }
};

struct DeterminantDerivative : Differentiable {
  static constexpr const char* name = "LinalgDetBackward0";
  static constexpr bool saves_result = true;
  SavedTensor a, result;
  auto saved() { return std::tie(a, result); }
  void save(Saver& saver, const at::Tensor& A) { saver.input(a, A); }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor matrix = b.get(a);
    // Recorded, it has to be made of what has a derivative.
    if (thread_state.grad)
      b.out(0) = mul(as_matrices(mul(b.gradient(), b.get(result))), turned(inverse(matrix)));
    else
      b.out(0) = mul(as_matrices(b.gradient()), call<hidden::_linalg_cofactors>(matrix));
  }
};

struct LogDeterminantDerivative : Differentiable {
  static constexpr const char* name = "LinalgSlogdetBackward0";
  SavedTensor a;
  auto saved() { return std::tie(a); }
  void save(Saver& saver, const at::Tensor& A) { saver.input(a, A); }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(as_matrices(b.gradient()), turned(inverse(b.get(a))));
  }
};

}  // namespace

template <>
struct Derivative<operators::linalg_inv_ex> : InverseDerivative {};
template <>
struct Derivative<operators::linalg_cholesky_ex> : CholeskyDerivative {};
template <>
struct Derivative<operators::linalg_solve_triangular> : SolveTriangularDerivative {};
template <>
struct Derivative<hidden::_linalg_solve> : SolveDerivative {};
template <>
struct Derivative<hidden::_linalg_determinant> : DeterminantDerivative {};
template <>
struct Derivative<hidden::_linalg_log_determinant> : LogDeterminantDerivative {};

MODECHECK_REGISTER(linalg_inv_ex);
MODECHECK_REGISTER(linalg_cholesky_ex);
MODECHECK_REGISTER(linalg_solve_triangular);
MODECHECK_REGISTER_ROW(hidden::_linalg_solve);
MODECHECK_REGISTER_ROW(hidden::_linalg_determinant);
MODECHECK_REGISTER_ROW(hidden::_linalg_log_determinant);
MODECHECK_REGISTER_ROW(hidden::_linalg_cofactors);

}  // namespace modecheck::engine
