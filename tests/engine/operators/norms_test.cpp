// Tests norms: the gradients that they give at points where they have no derivative, and the arguments that they
// reject.
#include <limits>

#include "tests/engine/support.h"

namespace modecheck::engine {

TEST(Norms, GradientsAreZeroWhereNothingHasADirection) {
  for (const double order : {0.5, 1.0, 2.0, 3.0}) {
    const Tensor x = leaf({3});
    {
      const at::NoGradGuard quiet;
      x.zero_();
    }
    at::norm(x, order).backward();
    EXPECT_EQ(values(x.grad()), (std::vector<double>{0, 0, 0})) << order;
  }
}

TEST(Norms, ExtremesShareTheirGradient) {
  const Tensor x = at::full({2, 2}, -3.0).set_requires_grad(true);
  at::norm(x, std::numeric_limits<double>::infinity(), {1}).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{-0.5, -0.5, -0.5, -0.5}));
}

TEST(Norms, ANumberOfElementsIsAConstant) {
  const Tensor x = at::tensor({0.0, 3.0, -4.0}).set_requires_grad(true);
  EXPECT_EQ(values(torch::autograd::grad({at::norm(x, 0).add(x.sum())}, {x})[0]), (std::vector<double>{1, 1, 1}));
}

// The 2-norm is smooth where one element is zero, because its gradient x / norm is smooth there.
TEST(Norms, SecondDerivativesWhereOneElementIsZero) {
  const Tensor x = at::tensor({0.0, 3.0, 4.0}).set_requires_grad(true);
  const Tensor first = torch::autograd::grad({at::norm(x, 2)}, {x}, {}, true, true)[0];
  const Tensor second = torch::autograd::grad({first.select(0, 0)}, {x}, {}, true)[0];
  EXPECT_TRUE(at::allclose(second, at::tensor({0.2, 0.0, 0.0}))) << second;
}

TEST(Norms, OfNothing) {
  const Tensor none = at::ones({0, 2});
  EXPECT_EQ(at::norm(none).item<double>(), 0);
  EXPECT_EQ(at::linalg_vector_norm(none, 1).item<double>(), 0);
  EXPECT_EQ(at::linalg_vector_norm(none, -1, c10::IntArrayRef({1})).numel(), 0);
  EXPECT_EQ(rejected([&] { at::linalg_vector_norm(none, -1); }), ErrorClass::Dimension);
  EXPECT_EQ(rejected([&] { at::linalg_vector_norm(none, -1, c10::IntArrayRef({0})); }), ErrorClass::Dimension);
}

// Norms that are a minimum or a maximum are rejected for an empty tensor (pytorch issue 52783).
TEST(Norms, OfNothingOnlyASumHasAValue) {
  const Tensor none = at::ones({0, 2});
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double order : {-1.0, -infinite, infinite}) {
    EXPECT_EQ(rejected([&] { at::norm(none, order); }), ErrorClass::Dimension) << order;
    EXPECT_EQ(rejected([&] { at::norm(none, order, {0}); }), ErrorClass::Dimension) << order;
    EXPECT_EQ(rejected([&] { at::norm(none, order, {1, 0}, true); }), ErrorClass::Dimension) << order;
    EXPECT_EQ(rejected([&] { at::norm(none, order, at::kDouble); }), ErrorClass::Dimension) << order;
    EXPECT_EQ(at::norm(none, order, {1}).numel(), 0) << order;
    EXPECT_EQ(rejected([&] { at::dist(none, none, order); }), ErrorClass::Dimension) << order;
  }
  for (const double order : {0.0, 0.5, 1.0, 2.0}) {
    EXPECT_EQ(at::norm(none, order).item<double>(), 0) << order;
    EXPECT_EQ(values(at::norm(none, order, {0})), (std::vector<double>{0, 0})) << order;
  }
}

TEST(Norms, Rejections) {
  const Tensor x = normal();
  EXPECT_EQ(rejected([] { at::norm(at::ones({2}, at::kLong)); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { at::norm(x, true); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::linalg_vector_norm(x, 2, c10::nullopt, false, at::kHalf); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { at::linalg_vector_norm(x, 2, c10::nullopt, false, at::kComplexFloat); }), ErrorClass::Dtype);
  // If one of two dimensions is invalid, norm is rejected, also where a gradient would be recorded.
  EXPECT_EQ(rejected([] { at::norm(leaf({2}), 2, {0, -3}); }), ErrorClass::Dimension);
}

TEST(Norms, MethodsAndDtypes) {
  const Tensor rows = at::arange(4, at::kFloat).view({2, 2});
  EXPECT_EQ(values(rows.norm(1)), (std::vector<double>{6}));
  EXPECT_EQ(rows.norm(1, at::kDouble).scalar_type(), at::kDouble);
  EXPECT_EQ(values(rows.norm(1, {0}, /*keepdim=*/false)), (std::vector<double>{2, 4}));
  const Tensor kept = rows.norm(1, {1}, /*keepdim=*/true, at::kDouble);
  EXPECT_EQ(kept.scalar_type(), at::kDouble);
  EXPECT_EQ(kept.sizes(), c10::IntArrayRef({2, 1}));
  EXPECT_EQ(values(kept), (std::vector<double>{1, 5}));
}

}  // namespace modecheck::engine
