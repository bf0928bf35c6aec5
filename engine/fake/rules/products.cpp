// Sizes of products and factorisations of matrices.
#include "engine/fake/rules/size_rules.h"
#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

const Sizes& of_rank(const RuleCall& call, std::size_t i, std::size_t rank) {
  if (call.sizes(i).size() != rank) call.reject("an argument has the wrong number of dimensions");
  return call.sizes(i);
}

// The product of the matrices `first` and `second`.
Sizes product(const RuleCall& call, std::size_t first, std::size_t second) {
  const Sizes& a = of_rank(call, first, 2);
  const Sizes& b = of_rank(call, second, 2);
  call.require(Fact::equal(a[1], b[0]), "the columns of the first matrix are not the rows of the second");
  return {a[0], b[1]};
}

// Checks that `self` broadcasts to the product.
std::vector<Sizes> added_to(const RuleCall& call, const Sizes& out) {
  call.require_equal(broadcast_sizes(call.env(), call.sizes(0), out, call.where()), out,
                     "the first argument does not broadcast to the product");
  return {out};
}

std::vector<Sizes> mm(const RuleCall& call) { return {product(call, 0, 1)}; }
std::vector<Sizes> addmm(const RuleCall& call) { return added_to(call, product(call, 1, 2)); }

std::vector<Sizes> mv(const RuleCall& call) {
  const Sizes& vector = of_rank(call, 1, 1);
  call.require(Fact::equal(of_rank(call, 0, 2)[1], vector[0]), "the matrix and the vector do not fit");
  return {{call.sizes(0)[0]}};
}

std::vector<Sizes> addmv(const RuleCall& call) {
  const Sizes& vector = of_rank(call, 2, 1);
  call.require(Fact::equal(of_rank(call, 1, 2)[1], vector[0]), "the matrix and the vector do not fit");
  return added_to(call, {call.sizes(1)[0]});
}

std::vector<Sizes> dot(const RuleCall& call) {
  call.require(Fact::equal(of_rank(call, 0, 1)[0], of_rank(call, 1, 1)[0]), "the vectors have different lengths");
  return {Sizes()};
}

Sizes batched_product(const RuleCall& call, std::size_t first, std::size_t second) {
  const Sizes& a = of_rank(call, first, 3);
  const Sizes& b = of_rank(call, second, 3);
  call.require(Fact::equal(a[0], b[0]), "the batches have different sizes");
  call.require(Fact::equal(a[2], b[1]), "the columns of the first matrices are not the rows of the second");
  return {a[0], a[1], b[2]};
}

std::vector<Sizes> bmm(const RuleCall& call) { return {batched_product(call, 0, 1)}; }
std::vector<Sizes> baddbmm(const RuleCall& call) { return added_to(call, batched_product(call, 1, 2)); }
std::vector<Sizes> addbmm(const RuleCall& call) {
  const Sizes all = batched_product(call, 1, 2);
  return added_to(call, {all[1], all[2]});
}

const Sizes& square(const RuleCall& call) {
  const Sizes& sizes = call.sizes(0);
  if (sizes.size() < 2) call.reject("a matrix needs two dimensions");
  call.require(Fact::equal(sizes[sizes.size() - 1], sizes[sizes.size() - 2]), "the matrix is not square");
  return sizes;
}

Sizes without_last(const Sizes& sizes, std::ptrdiff_t count) { return {sizes.begin(), sizes.end() - count}; }

std::vector<Sizes> inverse(const RuleCall& call) { return {square(call), without_last(square(call), 2)}; }

std::vector<Sizes> determinant(const RuleCall& call) {
  const Sizes& sizes = square(call);
  return {without_last(sizes, 2), sizes, without_last(sizes, 1)};
}

std::vector<Sizes> signed_determinant(const RuleCall& call) {
  const Sizes& sizes = square(call);
  return {without_last(sizes, 2), without_last(sizes, 2), sizes, without_last(sizes, 1)};
}

// linalg_solve_triangular(A, B, upper, left)
std::vector<Sizes> solve_triangular(const RuleCall& call) {
  const Sizes& a = square(call);
  const Sizes& b = call.sizes(1);
  if (b.size() < 2) call.reject("the right side must be a matrix");
  const bool left = !call.is_given(3) || call.flag(3);
  call.require(Fact::equal(a.back(), left ? b[b.size() - 2] : b.back()), "the matrices do not fit");
  Sizes out = broadcast_sizes(call.env(), without_last(a, 2), without_last(b, 2), call.where());
  out.insert(out.end(), b.end() - 2, b.end());
  return {out};
}

// _linalg_solve_ex(A, B, left): B holds vectors if it has the sizes of A without the last one.
std::vector<Sizes> solve(const RuleCall& call) {
  const Sizes& a = square(call);
  const Sizes& b = call.sizes(1);
  const bool left = !call.is_given(2) || call.flag(2);
  bool are_vectors = b.size() + 1 == a.size();
  for (std::size_t i = 0; are_vectors && i < b.size(); ++i) are_vectors = call.holds(Fact::equal(a[i], b[i]));
  if (are_vectors && !left) call.reject("vectors must be on the right side");
  if (a.size() != 2 || b.size() != 2) throw NoRule();
  call.require(Fact::equal(a.back(), left ? b[0] : b[1]), "the matrices do not fit");
  return {b, a, {a.back()}, Sizes()};
}

}  // namespace

const SizeRules& rules_of_products() {
  static const SizeRules out = {
      {"mm", &mm},
      {"addmm", &addmm},
      {"mv", &mv},
      {"addmv", &addmv},
      {"dot", &dot},
      {"bmm", &bmm},
      {"baddbmm", &baddbmm},
      {"addbmm", &addbmm},
      {"linalg_inv_ex", &inverse},
      {"linalg_cholesky_ex", &inverse},
      {"linalg_solve_triangular", &solve_triangular},
      {"_linalg_solve_ex", &solve},
      {"_linalg_det", &determinant},
      {"_linalg_slogdet", &signed_determinant},
  };
  return out;
}

}  // namespace modecheck::engine::fake
