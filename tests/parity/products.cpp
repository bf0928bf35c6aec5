// Prints results of products, matrix powers and norms. This file is built against the engine and against libtorch; both
// builds must print the same.

#include <limits>
#include <vector>

#include "tests/parity/everywhere.h"
#include "tests/parity/part.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::products {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace
using at::Tensor;

#define NUMBERS(inputs, expression) \
  in_dtypes(                        \
      #expression, Tensors inputs, [=](const Tensors& in) { return expression; }, Dtypes::Numbers)
#define FLOATING(inputs, expression) \
  in_dtypes(#expression, Tensors inputs, [=](const Tensors& in) { return expression; })

void products() {
  for (const Tensors& pair :
       {Tensors{filled({3}, 1), filled({3}, 2)}, Tensors{filled({}, 1), filled({2}, 2)},
        Tensors{filled({2, 3}, 1), filled({4, 3}, 2)}, Tensors{filled({2, 1, 3}, 1), filled({2, 3}, 2)},
        Tensors{filled({0}, 1), filled({0}, 2)}, Tensors{filled({2, 3}, 1), filled({2}, 2)}}) {
    NUMBERS((pair), at::vdot(in[0], in[1]));
    NUMBERS((pair), at::inner(in[0], in[1]));
    NUMBERS((pair), at::kron(in[0], in[1]));
    FLOATING((pair), at::linalg_vecdot(in[0], in[1]));
    FLOATING((pair), at::dist(in[0], in[1]));
    FLOATING((pair), at::dist(in[0], in[1], 1));
    NUMBERS((pair), at::linalg_matmul(in[0], in[1]));
  }
  const Tensors outer = {filled({2, 3}, 1), filled({2}, 2), filled({3}, 3)};
  NUMBERS((outer), at::addr(in[0], in[1], in[2]));
  NUMBERS((outer), in[0].addr(in[1], in[2], 0, 2));
  FLOATING((outer), in[0].addr(in[1], in[2], 0.5, 2));
  FLOATING((outer), in[0].mul(1).addr_(in[1], in[2], 0.5, 2));
  FLOATING((outer), at::addr(in[0][0], in[1], in[2]));
  FLOATING((outer), at::addr(in[0].t(), in[1], in[2]));
  FLOATING((outer), at::addr(in[0], in[0], in[2]));
  const Tensors chain = {filled({2, 5}, 1), filled({5, 3}, 2), filled({3, 4}, 3), filled({4, 2}, 4)};
  FLOATING((chain), at::linalg_multi_dot(in));
  FLOATING((chain), at::chain_matmul(in));
  FLOATING((chain), at::linalg_multi_dot({in[0][0], in[1], in[2], in[3]}));
  FLOATING((chain), at::linalg_multi_dot({in[0], in[1], in[2][0].mul(0).narrow(0, 0, 3)}));
  FLOATING((chain), at::linalg_multi_dot({in[0]}));
  FLOATING((chain), at::linalg_multi_dot({in[0], in[2]}));
  FLOATING((chain), at::chain_matmul({in[0][0], in[1]}));
  const Tensors bent = {filled({2, 3}, 1), filled({2, 4}, 2), filled({5, 3, 4}, 3), filled({5}, 4)};
  FLOATING((bent), at::bilinear(in[0], in[1], in[2]));
  FLOATING((bent), at::bilinear(in[0], in[1], in[2], in[3]));
  FLOATING((bent), at::bilinear(in[0][0], in[1][0], in[2], in[3]));
  FLOATING((bent), at::bilinear(in[1], in[0], in[2], in[3]));
  const Tensors threes = {filled({2, 3}, 1), filled({2, 3}, 2)};
  NUMBERS((threes), at::linalg_cross(in[0], in[1]));
  NUMBERS((threes), at::linalg_cross(in[0], in[1], 0));
}

void matrices() {
  for (const Tensor& t :
       {filled({3, 3}, 1).add(at::eye(3, at::kDouble)), filled({2, 2, 2}, 3).add(at::eye(2, at::kDouble)),
        filled({2, 3}, 1), filled({3}, 1), filled({0, 2, 2}, 1)}) {
    for (const std::int64_t n : {0, 1, 2, 5, -1, -2}) {
      in_dtypes("matrix_power", {t},
                [=](const Tensors& in) { return in[0].matrix_power(n).clone(at::MemoryFormat::Contiguous); });
      in_dtypes("matrix_power", {t}, [=](const Tensors& in) {
        return at::linalg_matrix_power(in[0], n).clone(at::MemoryFormat::Contiguous);
      });
    }
    FLOATING(({t}), at::linalg_diagonal(in[0]));
    FLOATING(({t}), at::linalg_diagonal(in[0], 1, 0, 1));
    FLOATING(({t}), at::linalg_vander(in[0]));
    FLOATING(({t}), at::linalg_vander(in[0], 3));
    FLOATING(({t}), at::linalg_vander(in[0], 1));
  }
  for (const bool upper : {false, true}) {
    // libtorch 1.13.1 also returns gradients for the half of the matrix that cholesky_solve does not read. triu or tril
    // removes that half.
    const auto half = [=](const Tensor& x) { return upper ? x.triu() : x.tril(); };
    const Tensor factor = upper ? filled({3, 3}, 1).triu().add(at::eye(3, at::kDouble).mul(2))
                                : filled({3, 3}, 1).tril().add(at::eye(3, at::kDouble).mul(2));
    FLOATING(({filled({3, 2}, 2), factor}), in[0].cholesky_solve(half(in[1]), upper));
    FLOATING(({filled({2, 3, 2}, 2), factor}), at::cholesky_solve(in[0], half(in[1]), upper));
    FLOATING(({factor}), half(in[0]).cholesky_inverse(upper));
    FLOATING(({filled({3}, 2), factor}), at::cholesky_solve(in[0], half(in[1]), upper));
    FLOATING(({filled({3, 2}, 2)}), at::cholesky_inverse(in[0], upper));
  }
  const Tensor map = filled({6, 6}, 4).add(at::eye(6, at::kDouble).mul(3));
  FLOATING(({map.view({2, 3, 6})}), at::linalg_tensorinv(in[0]).clone(at::MemoryFormat::Contiguous));
  FLOATING(({map.view({6, 3, 2})}), at::linalg_tensorinv(in[0], 1).clone(at::MemoryFormat::Contiguous));
  FLOATING(({map.view({6, 3, 2})}), at::linalg_tensorinv(in[0], 2).clone(at::MemoryFormat::Contiguous));
  FLOATING(({map.view({6, 3, 2})}), at::linalg_tensorinv(in[0], 0).clone(at::MemoryFormat::Contiguous));
  FLOATING(({map.view({2, 3, 6}), filled({2, 3}, 1)}), at::linalg_tensorsolve(in[0], in[1]));
  FLOATING(({map.view({6, 2, 3}), filled({2, 3}, 1)}), at::linalg_tensorsolve(in[0], in[1], c10::IntArrayRef({0})));
  FLOATING(({map.view({2, 3, 6}), filled({2, 2}, 1)}), at::linalg_tensorsolve(in[0], in[1]));
}

void norms() {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Tensor& t : {filled({2, 3}, 1), filled({4}, 1), filled({2, 3, 2}, 2), filled({}, 1)}) {
    for (const double order : {2.0, 1.0, 0.0, 3.0, -1.0, infinity, -infinity}) {
      NUMBERS(({t}), at::linalg_vector_norm(in[0], order));
      FLOATING(({t}), at::linalg_vector_norm(in[0], order, c10::IntArrayRef({-1}), true));
    }
    for (const double order : {1.0, -1.0, infinity, -infinity, 3.0}) {
      FLOATING(({t}), at::linalg_matrix_norm(in[0], order));
      FLOATING(({t}), at::linalg_matrix_norm(in[0], order, {0, -1}, true));
      FLOATING(({t}), at::linalg_norm(in[0], order));
    }
    NUMBERS(({t}), at::linalg_matrix_norm(in[0]));
    FLOATING(({t}), at::linalg_matrix_norm(in[0], "fro", {-1, 0}, true));
    FLOATING(({t}), at::linalg_matrix_norm(in[0], "other"));
    FLOATING(({t}), at::linalg_norm(in[0]));
    FLOATING(({t}), at::linalg_norm(in[0], c10::nullopt, c10::IntArrayRef({0}), true));
    FLOATING(({t}), at::linalg_norm(in[0], 1, c10::IntArrayRef({0, 1})));
    FLOATING(({t}), at::linalg_norm(in[0], "fro"));
    FLOATING(({t}), at::linalg_norm(in[0], 2, c10::IntArrayRef({0, 1, 2})));
    FLOATING(({t}), at::linalg_norm(in[0], c10::nullopt, c10::nullopt, false, at::kDouble));
    FLOATING(({t}), at::frobenius_norm(in[0]));
    FLOATING(({t}), at::frobenius_norm(in[0], {-1}, true));
  }
  // At zero the first derivative of a norm is zero. libtorch's second derivative is NaN and is not printed.
  const Tensor zeros = at::zeros({2, 2}, at::kDouble).set_requires_grad(true);
  print("norm of zeros", torch::autograd::grad({at::linalg_vector_norm(zeros)}, {zeros})[0]);
  print("norm of zeros", torch::autograd::grad({at::linalg_matrix_norm(zeros)}, {zeros})[0]);
}

MODECHECK_PARITY(products) {
  products();
  matrices();
  norms();
}

#undef NUMBERS
#undef FLOATING

}  // namespace modecheck::parity::products
