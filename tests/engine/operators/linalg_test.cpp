// Tests linear algebra. Small and large matrices take different algorithms, which must agree. Also tests singular
// matrices and Meta tensors.
#include <cmath>
#include <functional>
#include <memory>
#include <thread>

#include "engine/backends/cpu/libraries/lapack.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

// Returns a well-conditioned matrix that is not symmetric.
Tensor matrix(std::int64_t n) {
  const Tensor places = at::arange(0, n * n, 1, at::kDouble);
  Tensor out = places.mul(at::full({}, 0.7, at::kDouble)).sin().view({n, n}).clone();
  out.diagonal().add_(at::full({}, static_cast<double>(n), at::kDouble));
  return out;
}

void expect_identity(const Tensor& product) {
  const std::int64_t n = product.size(0);
  const std::vector<double> elements = values(product);
  for (std::int64_t i = 0; i < n * n; ++i)
    EXPECT_NEAR(elements[static_cast<std::size_t>(i)], i / n == i % n ? 1.0 : 0.0, 1e-9);
}

}  // namespace

TEST(LinearAlgebra, InversesAndFactorsOfAllSizes) {
  for (const std::int64_t n : {1, 2, 5, 31, 32, 60}) {
    const Tensor a = matrix(n);
    expect_identity(a.matmul(a.inverse()));
    const Tensor symmetric = a.matmul(a.t());
    const Tensor factor = at::linalg_cholesky(symmetric);
    EXPECT_TRUE(factor.matmul(factor.t()).allclose(symmetric));
    EXPECT_TRUE(at::linalg_cholesky(symmetric, true).allclose(factor.t()));
    const Tensor b = matrix(n).select(1, 0);
    EXPECT_TRUE(a.matmul(at::linalg_solve(a, b)).allclose(b));
    EXPECT_NEAR(std::get<1>(a.slogdet()).item<double>(), std::log(std::abs(a.det().item<double>())), 1e-9);
  }
}

// The large matrix has two small blocks on its diagonal. Its determinant, which LAPACK computes, must be the product of
// the determinants of the blocks, which plain loops compute.
TEST(LinearAlgebra, LapackAndLoopsAgree) {
  if (!backends::has_lapack()) GTEST_SKIP() << "no LAPACK is installed";
  const Tensor scale = at::full({}, 20, at::kDouble);
  const Tensor large = at::zeros({40, 40}, at::kDouble);
  large.slice(0, 0, 20).slice(1, 0, 20).copy_(matrix(20));
  large.slice(0, 20).slice(1, 20).copy_(matrix(20));
  const double block = matrix(20).div(scale).det().item<double>();
  EXPECT_NEAR(large.div(scale).det().item<double>(), block * block, 1e-9 * block * block);
}

TEST(LinearAlgebra, SingularMatrices) {
  const Tensor singular = at::ones({2, 2});
  EXPECT_THROW(at::linalg_inv(singular), c10::LinAlgError);
  EXPECT_THROW(at::linalg_solve(singular, at::ones({2})), c10::LinAlgError);
  EXPECT_THROW(at::linalg_cholesky(singular.neg()), c10::LinAlgError);
  EXPECT_EQ(std::get<1>(at::linalg_inv_ex(singular)).item<int>(), 2);
  EXPECT_EQ(at::det(singular).item<double>(), 0.0);
  // The derivative of the determinant is the matrix of cofactors. For this singular matrix libtorch 1.13.1 returns
  // zero.
  const Tensor rows = at::arange(0, 9, 1, at::kDouble).view({3, 3}).set_requires_grad(true);
  at::det(rows).backward();
  const std::vector<double> minors = {-3, 6, -3, 6, -12, 6, -3, 6, -3};
  const std::vector<double> gradient = values(rows.grad());
  for (std::size_t i = 0; i < minors.size(); ++i) EXPECT_NEAR(gradient[i], minors[i], 1e-9);
}

TEST(LinearAlgebra, RoutesKindsAndSaving) {
  const Tensor a = matrix(2).set_requires_grad(true);
  EXPECT_EQ(route([&] { at::linalg_inv_ex(a); }), "AB");
  const Tensor inverse = at::linalg_inv(a);
  EXPECT_TRUE(inverse.requires_grad());
  inverse.detach().zero_();
  EXPECT_EQ(rejected([&] { inverse.sum().backward(); }), ErrorClass::BackwardSavedTensorModified);
  Tensor inside;
  {
    const c10::InferenceMode mode;
    EXPECT_TRUE(at::linalg_inv(a).is_inference());
    inside = matrix(2);
  }
  EXPECT_EQ(rejected([&] { at::linalg_solve(inside, a); }), ErrorClass::InferenceSavedForBackward);
  EXPECT_FALSE(at::linalg_inv(inside).is_inference());
}

// A result that cannot be saved is reported first, because the matrix is judged after the operator was recorded.
TEST(LinearAlgebra, SavingIsCheckedBeforeTheMatrix) {
  const Tensor singular = at::ones({2, 2}, at::kDouble).set_requires_grad(true);
  const Tensor negative = singular.neg();
  // A guard that is destroyed out of order leaves its thread in another state, so a thread of its own runs this.
  std::thread([&] {
    auto outer = std::make_unique<at::AutoDispatchBelowADInplaceOrView>();
    const c10::InferenceMode mode;
    outer.reset();  // Autograd runs again, and results are inference tensors.
    const c10::AutoGradMode recorded(true);
    EXPECT_EQ(rejected([&] { at::linalg_inv(singular); }), ErrorClass::InferenceSavedForBackward);
    EXPECT_EQ(rejected([&] { at::linalg_cholesky(negative); }), ErrorClass::InferenceSavedForBackward);
  }).join();
}

// A rejected inverse takes back the history of a stale view that it has regenerated.
TEST(LinearAlgebra, ASingularMatrixChangesNothing) {
  for (const auto& rejected_call : std::vector<std::function<void(const Tensor&)>>{
           [](const Tensor& a) { at::linalg_inv(a); }, [](const Tensor& a) { at::linalg_cholesky(a); },
           [](const Tensor& a) { at::linalg_solve(a, at::ones({2}, at::kDouble)); }}) {
    const Tensor base = at::ones({2, 2}, at::kDouble);
    const Tensor view = base.t();
    base.zero_();
    base.set_requires_grad(true);
    EXPECT_THROW(rejected_call(view), c10::LinAlgError);
    base.set_requires_grad(false);
    EXPECT_FALSE(view.requires_grad());
  }
}

// The results of solve and of the factorisations have libtorch's strides, whatever the sizes of the results.
TEST(LinearAlgebra, SolutionsAndFactorsLieColumnByColumn) {
  const Tensor a = matrix(2);
  const Tensor many = at::ones({3, 2, 2}, at::kDouble);
  const auto [solved, factors, pivots, info] = at::_linalg_solve_ex(a, many);
  EXPECT_EQ(solved.strides().vec(), (std::vector<std::int64_t>{4, 1, 2}));
  EXPECT_EQ(factors.sizes().vec(), (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(factors.strides().vec(), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(pivots.sizes().vec(), (std::vector<std::int64_t>{2}));
  EXPECT_EQ(info.dim(), 0);
  EXPECT_TRUE(a.matmul(solved).allclose(many));
  const Tensor from_right = std::get<0>(at::_linalg_solve_ex(a, many, false));
  EXPECT_TRUE(from_right.matmul(a).allclose(many));
  EXPECT_TRUE(from_right.is_contiguous());
}

TEST(LinearAlgebra, SystemsOfOneNumberHaveAGradient) {
  const Tensor a = at::full({1, 1}, 2, at::kDouble).set_requires_grad(true);
  at::linalg_solve(a, at::ones({1}, at::kDouble)).sum().backward();
  EXPECT_EQ(a.grad().sizes().vec(), (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(values(a.grad()), (std::vector<double>{-0.25}));
}

// A tensor with more than six dimensions keeps its sizes in a separate allocation. The derivative of linalg_solve
// reads the sizes of the saved matrix, so it must keep the matrix alive.
TEST(LinearAlgebra, SystemsOfManyDimensionsHaveARecordedGradient) {
  const Tensor a = matrix(2).view({1, 1, 1, 1, 1, 1, 2, 2}).clone().set_requires_grad(true);
  const auto gradient = [&](bool recorded) {
    const Tensor solved = at::linalg_solve(a, at::ones({1, 1, 1, 1, 1, 1, 2, 1}, a.options()));
    return torch::autograd::grad({solved.sum()}, {a}, {}, c10::nullopt, recorded)[0];
  };
  EXPECT_EQ(gradient(true).sizes(), a.sizes());
  EXPECT_EQ(values(gradient(true)), values(gradient(false)));
}

TEST(LinearAlgebra, FactorsAreKeptWithDeterminants) {
  const Tensor a = matrix(2).set_requires_grad(true);
  const auto [determinant, factors, pivots] = at::_linalg_det(a);
  EXPECT_FALSE(factors.requires_grad());
  factors.zero_();
  EXPECT_EQ(rejected([&, of = determinant] { of.sum().backward(); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(LinearAlgebra, MetaAndRejections) {
  const Tensor meta = at::empty({4, 3, 3}, at::kMeta);
  EXPECT_EQ(at::linalg_inv(meta).sizes().vec(), (std::vector<std::int64_t>{4, 3, 3}));
  EXPECT_EQ(at::det(meta).sizes().vec(), (std::vector<std::int64_t>{4}));
  EXPECT_EQ(at::linalg_solve(meta, at::empty({3, 2}, at::kMeta)).sizes().vec(), (std::vector<std::int64_t>{4, 3, 2}));
  EXPECT_EQ(rejected([] { at::linalg_inv(at::ones({2, 3})); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { at::det(at::ones({2, 2}, at::kLong)); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([] { at::det(at::ones({2, 2}, at::kComplexFloat)); }), ErrorClass::Unsupported);
  EXPECT_EQ(rejected([] { at::linalg_solve(at::ones({2, 2}), at::ones({3, 1})); }), ErrorClass::Shape);
}

TEST(LinearAlgebra, BatchesBroadcast) {
  const Tensor triangle = at::eye(2).mul(2).expand({3, 1, 2, 2});
  const Tensor sides = at::ones({4, 2, 5});
  const Tensor out = at::linalg_solve_triangular(triangle, sides, /*upper=*/true);
  EXPECT_EQ(out.sizes(), c10::IntArrayRef({3, 4, 2, 5}));
  EXPECT_EQ(values(out), std::vector<double>(120, 0.5));
  EXPECT_EQ(rejected([&] {
              at::linalg_solve_triangular(at::eye(2).expand({3, 2, 2}), sides, /*upper=*/true);
            }),
            ErrorClass::Shape);
}

TEST(LinearAlgebra, ASingularDeterminantHasOneDerivative) {
  const Tensor matrix = at::ones({2, 2}).requires_grad_();
  const Tensor slope =
      torch::autograd::grad({at::det(matrix)}, {matrix}, {}, /*retain_graph=*/true, /*create_graph=*/true)[0];
  EXPECT_EQ(values(slope), (std::vector<double>{1, -1, -1, 1}));
  EXPECT_EQ(rejected([&] { slope.sum().backward(); }), ErrorClass::NotDifferentiable);
}

TEST(LinearAlgebra, AContractedSizeOfOneMeetsAll) {
  const Tensor column = at::full({2, 1}, 3.0);
  const Tensor rows = at::arange(6, at::kFloat).view({3, 2});
  EXPECT_EQ(values(at::tensordot(column, rows, {1}, {0})), (std::vector<double>{18, 27, 18, 27}));
  EXPECT_EQ(values(at::tensordot(rows.t(), column.t(), {1}, {0})), (std::vector<double>{18, 18, 27, 27}));
}

}  // namespace modecheck::engine
