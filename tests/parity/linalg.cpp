// Prints results of linear algebra. This file is built against the engine and against libtorch; both builds must print
// the same.
#include "tests/parity/differentiate.h"
#include "tests/parity/part.h"

namespace modecheck::parity::linalg {

using at::Tensor;
using modecheck::parity::differentiate;
using modecheck::parity::filled;
using modecheck::parity::Inputs;
using modecheck::parity::print;

// Returns a well-conditioned matrix that is not symmetric.
Tensor regular(c10::IntArrayRef sizes, std::uint64_t seed) {
  const Tensor out = filled(sizes, seed);
  out.diagonal(0, -2, -1).add_(at::full({}, 3, at::kDouble));
  return out;
}

Tensor definite(const Tensor& any) { return any.matmul(any.transpose(-2, -1)); }

template <typename Function>
void reject(const char* name, Function function) {
  try {
    function();
    std::printf("%s: accepted\n", name);
  } catch (const c10::LinAlgError&) {
    std::printf("%s: c10::LinAlgError\n", name);
  } catch (const c10::Error&) {
    std::printf("%s: c10::Error\n", name);
  }
}

void inverses() {
  differentiate("linalg_inv", {regular({3, 3}, 1)}, [](const Inputs& in) { return at::linalg_inv(in[0]); });
  differentiate("inverse of a batch", {regular({2, 1, 3, 3}, 1)}, [](const Inputs& in) { return in[0].inverse(); });
  differentiate("inverse of a transposed matrix", {regular({3, 3}, 1)},
                [](const Inputs& in) { return at::inverse(in[0].t()); });
  print("inverse of a large matrix", at::linalg_inv(regular({40, 40}, 2).add(at::full({}, 1, at::kDouble))).sum(1));
  const auto results = at::linalg_inv_ex(regular({2, 2, 2}, 3));
  print("linalg_inv_ex", std::get<0>(results));
  print("  info", std::get<1>(results));
  print("  info of a singular one", std::get<1>(at::linalg_inv_ex(at::ones({2, 2}))));
  print("inverse of nothing", at::linalg_inv(at::zeros({0, 0})));
  reject("a singular matrix", [] { at::linalg_inv(at::ones({2, 2})); });
  reject("a singular matrix", [] { at::linalg_inv_ex(at::ones({2, 2}), true); });
  reject("no square", [] { at::linalg_inv(at::ones({2, 3})); });
  reject("a vector", [] { at::linalg_inv(at::ones({2})); });
  reject("integers", [] { at::linalg_inv(at::ones({2, 2}, at::kLong)); });
}

void factors() {
  differentiate("linalg_cholesky", {regular({3, 3}, 1)},
                [](const Inputs& in) { return at::linalg_cholesky(definite(in[0])); });
  differentiate("linalg_cholesky, upper", {regular({2, 3, 3}, 1)},
                [](const Inputs& in) { return at::linalg_cholesky(definite(in[0]), true); });
  differentiate("cholesky", {definite(regular({3, 3}, 1))}, [](const Inputs& in) { return in[0].cholesky(); });
  differentiate("cholesky, upper", {definite(regular({3, 3}, 1))},
                [](const Inputs& in) { return in[0].cholesky(true); });
  print("cholesky of a large matrix", at::linalg_cholesky(definite(regular({40, 40}, 2))).sum(1));
  print("linalg_cholesky_ex", std::get<1>(at::linalg_cholesky_ex(at::ones({2, 2}).neg())));
  reject("an indefinite matrix", [] { at::linalg_cholesky(at::ones({2, 2}).neg()); });
  reject("an indefinite matrix", [] { at::cholesky(at::ones({2, 2}).neg()); });
  reject("no square", [] { at::cholesky(at::ones({2, 3})); });
}

void solutions() {
  differentiate("linalg_solve", {regular({3, 3}, 1), filled({3, 2}, 2)},
                [](const Inputs& in) { return at::linalg_solve(in[0], in[1]); });
  differentiate("linalg_solve for a vector", {regular({3, 3}, 1), filled({3}, 2)},
                [](const Inputs& in) { return at::linalg_solve(in[0], in[1]); });
  differentiate("linalg_solve for a batch of vectors", {regular({2, 3, 3}, 1), filled({2, 3}, 2)},
                [](const Inputs& in) { return at::linalg_solve(in[0], in[1]); });
  differentiate("linalg_solve, broadcast", {regular({3, 3}, 1), filled({2, 3, 2}, 2)},
                [](const Inputs& in) { return at::linalg_solve(in[0], in[1]); });
  differentiate("linalg_solve from the right", {regular({2, 3, 3}, 1), filled({2, 2, 3}, 2)},
                [](const Inputs& in) { return at::linalg_solve(in[0], in[1], false); });
  for (const bool upper : {false, true}) {
    for (const bool left : {false, true})
      for (const bool unit : {false, true})
        differentiate("linalg_solve_triangular", {regular({2, 3, 3}, 1), filled({2, 3, 3}, 2)},
                      [=](const Inputs& in) { return at::linalg_solve_triangular(in[0], in[1], upper, left, unit); });
    for (const bool transpose : {false, true})
      differentiate("triangular_solve", {filled({3, 2}, 2), regular({3, 3}, 1)}, [=](const Inputs& in) {
        return std::get<0>(at::triangular_solve(in[0], in[1], upper, transpose));
      });
  }
  print("triangular_solve", std::get<1>(filled({3, 2}, 2).triangular_solve(regular({3, 3}, 1))));
  print("solution of a large system", at::linalg_solve(regular({50, 50}, 4), filled({50}, 1)));
  reject("a singular matrix", [] { at::linalg_solve(at::ones({2, 2}), at::ones({2})); });
  reject("other sizes", [] { at::linalg_solve(regular({3, 3}, 1), filled({2, 2}, 1)); });
  reject("other dtypes", [] { at::linalg_solve(regular({2, 2}, 1), at::ones({2, 2})); });
  reject("other sizes", [] { at::linalg_solve_triangular(regular({3, 3}, 1), filled({2, 2}, 1), true); });
  reject("a vector from the right", [] { at::linalg_solve(regular({2, 2}, 1), filled({2}, 1), false); });
}

void determinants() {
  differentiate("det", {regular({3, 3}, 1)}, [](const Inputs& in) { return at::det(in[0]); });
  differentiate("det of a batch", {regular({2, 3, 3}, 1)}, [](const Inputs& in) { return in[0].det(); });
  differentiate("linalg_det", {filled({4, 4}, 1)}, [](const Inputs& in) { return at::linalg_det(in[0]); });
  differentiate("logarithm", {regular({2, 3, 3}, 1)}, [](const Inputs& in) { return std::get<1>(at::slogdet(in[0])); });
  differentiate("logdet", {regular({3, 3}, 1)}, [](const Inputs& in) { return at::logdet(in[0]); });
  print("sign", std::get<0>(at::linalg_slogdet(filled({4, 3, 3}, 2))));
  print("logarithm", std::get<1>(at::linalg_slogdet(filled({4, 3, 3}, 2))));
  print("logdet below zero", at::logdet(filled({4, 3, 3}, 2)));
  print("sign of a singular one", std::get<0>(at::slogdet(at::ones({2, 2}))));
  print("logarithm of a singular one", std::get<1>(at::slogdet(at::ones({2, 2}))));
  print("det of nothing", at::det(at::zeros({0, 0})));
  print("det of a large matrix", at::det(regular({34, 34}, 1).div(at::full({}, 3, at::kDouble))));
  reject("no square", [] { at::det(at::ones({2, 3})); });
  reject("integers", [] { at::det(at::ones({2, 2}, at::kLong)); });
}

MODECHECK_PARITY(linalg) {
  inverses();
  factors();
  solutions();
  determinants();
}

}  // namespace modecheck::parity::linalg
