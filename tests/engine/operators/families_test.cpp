// Tests rules S3 and W5: a base and its views share one history for each element, whatever sizes and strides the base
// has now.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

// Returns a 2 x 2 tensor with the numbers 1, 2, 3 and 4.
Tensor square() { return at::arange(1, 5, 1, at::kFloat).view({2, 2}).clone(); }

}  // namespace

TEST(Families, S3ABaseThatLeavesOutElementsKeepsTheirHistory) {
  const Tensor l = leaf({2, 2});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.t();
  base.as_strided_({2}, {1});
  view.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 2.0));
}

TEST(Families, S3ABaseThatNamesAnElementTwiceKeepsTheOthers) {
  const Tensor l = leaf({2, 2});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.t();
  base.as_strided_({2, 2}, {1, 1});
  view.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 2.0));
}

TEST(Families, S3AViewKeepsWhatItsBaseLeftOutWithoutARecord) {
  const Tensor l = leaf({2, 2});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.t();
  {
    const c10::InferenceMode mode;
    base.as_strided_({2, 2}, {1, 1});
  }
  view.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 2.0));
}

TEST(Families, S3ALeafThatIsAViewIsReachedBeyondAViewOfIt) {
  const Tensor base = square();
  const Tensor l = base.t();
  l.requires_grad_();
  // as_strided takes the elements [0, 0] and [1, 0] of the leaf. The second lies outside the leaf's first row.
  l.select(0, 0).as_strided({2}, {1}).sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{1, 0, 1, 0}));
}

// as_strided goes beyond `row`, which is a view of the leaf `l`. The leaf is itself a view, and its base was written
// and requires grad. `l` stays a leaf, because nothing has read its grad_fn.
TEST(Families, W5ALeafThatIsReachedBeyondAViewOfItStaysALeaf) {
  const Tensor base = square();
  const Tensor l = base.t();
  l.zero_();
  l.requires_grad_();
  const Tensor row = l.select(0, 0);
  base.requires_grad_();
  const Tensor beyond = row.as_strided({2}, {1});
  EXPECT_TRUE(l.is_leaf());
  beyond.sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{1, 0, 1, 0}));
}

TEST(Families, S3ABaseMayTakeBackWhatItLeftOut) {
  const Tensor l = leaf({2, 2});
  const Tensor base = l.mul(number(2));
  base.as_strided_({}, {});
  base.as_strided_({4}, {1});
  base.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 2.0));
}

TEST(Families, W4WritesReachWhatTheBaseLeftOut) {
  const Tensor l = leaf({2, 2});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.t();
  base.as_strided_({2}, {1});
  base.mul_(number(3));
  view.sum().backward({}, true);
  EXPECT_EQ(values(l.grad()), (std::vector<double>{6, 6, 2, 2}));
  view.zero_();
  l.mutable_grad().reset();
  view.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 0.0));
}

TEST(Families, W4AViewMayNameMoreThanItsBase) {
  const Tensor l = leaf({2, 2});
  const Tensor base = normal({2, 2});
  Tensor view = base.diagonal(1);
  at::add_out(view, normal({2, 2}), normal({2, 2}));
  view.add_(l);
  view.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 1.0));
}

TEST(Families, W5ARegeneratedViewIsStillAFunctionOfItsBase) {
  const Tensor base = computed({2, 2});
  const Tensor view = base.t();
  base.as_strided_({2}, {1});
  const auto gradients = torch::autograd::grad({view.sum()}, {base});
  EXPECT_EQ(values(gradients[0]), std::vector<double>(2, 1.0));
}

TEST(Families, E1ACompositeIsRejectedAsAWhole) {
  const Tensor base = normal({2, 1, 2});
  const Tensor view = base.view({2, 1, 2});
  base.add_(leaf({2, 1, 2}));
  EXPECT_TRUE(view.is_leaf());
  // The first operator of the composite matmul is recorded, and its argument is a view whose base was written. The last
  // operator rejects the call, which must leave the view a leaf.
  EXPECT_EQ(rejected([&] { static_cast<void>(view.matmul(view)); }), ErrorClass::Shape);
  EXPECT_TRUE(view.is_leaf());
}

TEST(Families, S3AGradientThatIsALeafsGradIsReadBeforeItChanges) {
  const Tensor l = leaf({2});
  l.backward(normal({2}));
  const Tensor gradient = l.grad();
  gradient.requires_grad_();
  l.add(gradient).backward(gradient);
  EXPECT_EQ(values(gradient), std::vector<double>(2, 2.0));
  EXPECT_EQ(values(gradient.grad()), std::vector<double>(2, 1.0));
}

TEST(Families, S7AGradientIsRetainedInTheIndicesThatTheTensorHas) {
  const Tensor tensor = computed({2, 2});
  {
    const c10::InferenceMode mode;
    tensor.t_();
  }
  const Tensor product = tensor.mul(square());
  tensor.retain_grad();
  product.sum().backward();
  EXPECT_EQ(values(tensor.grad()), (std::vector<double>{1, 2, 3, 4}));
}

// retain_grad gives the gradient of the base's current value, however the base was written. The write goes to the base
// itself, through a view of the whole base, or through one of its rows.
TEST(Families, S7ARetainedGradientIsOfTheBaseAsItIsNow) {
  using Write = void (*)(const Tensor& base);
  const Write writes[] = {[](const Tensor& base) { base.mul_(number(3)); },
                          [](const Tensor& base) {
                            base.view({2, 2}).mul_(number(3));
                          },
                          [](const Tensor& base) { base.select(0, 0).mul_(number(3)); },
                          [](const Tensor& base) { base.t().select(0, 1).mul_(number(3)); }};
  for (const Write write : writes) {
    const Tensor base = computed({2, 2});
    base.retain_grad();
    write(base);
    write(base);
    base.sum().backward();
    EXPECT_EQ(values(base.grad()), std::vector<double>(4, 1));
  }
}

// A view and its base both retain their gradients. The view retains only the gradient that comes from row.sum(), and
// not the gradient from base.sum().
TEST(Families, S7AViewAndItsBaseRetainTheirGradients) {
  const Tensor base = computed({2, 2});
  const Tensor row = base.select(0, 0);
  base.retain_grad();
  row.retain_grad();
  row.mul_(number(3));
  (base.sum() + row.sum()).backward();
  EXPECT_EQ(values(base.grad()), (std::vector<double>{2, 2, 1, 1}));
  EXPECT_EQ(values(row.grad()), std::vector<double>(2, 1));
}

// as_strided_ took half of the elements away from the base. Then a write goes through a view that still has all
// elements.
TEST(Families, S7AGradientIsRetainedAfterAWriteThroughALargerView) {
  const Tensor base = computed({2, 2});
  const Tensor whole = base.t();
  base.as_strided_({2}, {1});
  base.mul_(number(3));
  base.retain_grad();
  whole.mul_(number(2));
  base.sum().backward();
  EXPECT_EQ(values(base.grad()), std::vector<double>(2, 1));
}

TEST(Families, S3AnElementUnderTwoIndicesHasOneGradient) {
  const Tensor l = leaf({});
  const Tensor both = l.mul(number(2)).expand({2});
  both.copy_(both);
  both.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>{4.0});
}

// The sum of the base counts each element twice, because the base's stride 0 gives each element two indices.
TEST(Families, S3AWriteToABaseThatNamesItsElementsTwice) {
  const Tensor base = at::empty_strided({2, 2}, {0, 1});
  const Tensor row = base.select(0, 0);
  row.zero_();
  const Tensor a = leaf({2});
  row.add_(a);
  base.sum().backward();
  EXPECT_EQ(values(a.grad()), std::vector<double>(2, 2));
}

TEST(Families, S7AGradientIsRetainedWhereAWriteLeadsThatReachesMore) {
  const Tensor given = leaf({4});
  const Tensor base = given.mul(number(2));
  base.as_strided_({2}, {1});
  base.retain_grad();
  base.mul_(number(3));
  base.sum().backward();
  EXPECT_EQ(values(base.grad()), (std::vector<double>{1, 1}));
  EXPECT_EQ(values(given.grad()), (std::vector<double>{6, 6, 0, 0}));
}

TEST(Families, HAWriteThatIsNotCountedLeavesTheOrderToRetainWhereItWas) {
  const Tensor base = computed({2, 2});
  const Tensor view = base.select(0, 0);
  view.retain_grad();
  {
    const at::AutoDispatchBelowADInplaceOrView below;
    const c10::InferenceMode outside(false);
    view.mul_(number(3));
  }
  EXPECT_EQ(view._version(), 0);
  view.sum().backward();
  EXPECT_EQ(values(view.grad()), (std::vector<double>{1, 1}));
}

// as_strided_ took two elements away from the base, and their gradient reaches the leaf on a separate path. The
// gradient of all elements is infinite. The engine must not subtract infinity from infinity, which would give NaN.
TEST(Families, S3AnInfiniteGradientBesideWhatTheBaseLeavesOut) {
  const Tensor l = at::zeros({4}).requires_grad_();
  const Tensor base = l.mul(number(1));
  const Tensor view = base.view({2, 2});
  base.as_strided_({2}, {3});
  view.sqrt().sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, std::numeric_limits<double>::infinity()));
}

// In the next tests as_strided_ takes elements away from a base, and a later as_strided_ under NoGradGuard gives them
// back.
namespace {

Tensor named_anew(const Tensor& l) {
  const Tensor base = l.mul(number(2));
  base.as_strided_({2}, {1});
  const at::NoGradGuard quiet;
  base.as_strided_({2}, {1}, 1);
  return base;
}

}  // namespace

TEST(Families, S3ElementsThatAreNamedAnewLeadBack) {
  const Tensor l = leaf({4});
  const Tensor base = named_anew(l);
  base.mul(at::arange(3, 5, 1, at::kFloat)).sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{0, 6, 8, 0}));
}

TEST(Families, S3TheGradientOfElementsThatAreNamedAnewIsWhole) {
  const Tensor l = leaf({4});
  const Tensor base = named_anew(l);
  const Tensor weights = at::arange(3, 5, 1, at::kFloat);
  const Tensor sum = base.mul(weights).sum();
  EXPECT_EQ(values(torch::autograd::grad({sum}, {base}, {}, true)[0]), (std::vector<double>{3, 4}));
  base.retain_grad();
  sum.backward();
  EXPECT_EQ(values(base.grad()), (std::vector<double>{3, 4}));
}

// A write to a tensor moves its retain request to the new node. The old nodes no longer carry the tensor's gradient.
TEST(Families, S7WhatIsRetainedOfElementsThatAreNamedAnewGoesWithAWrite) {
  const Tensor l = leaf({4});
  const Tensor base = named_anew(l);
  base.retain_grad();
  base.mul_(number(5));
  base.sum().backward();
  EXPECT_EQ(values(base.grad()), (std::vector<double>{1, 1}));
  EXPECT_EQ(values(l.grad()), (std::vector<double>{0, 10, 10, 0}));
}

// After set_ the tensor has the elements of another storage. A write to them must not involve the tensor's old history.
TEST(Families, S3ATensorThatIsGivenOtherElementsLeavesItsFamily) {
  const Tensor x = leaf({2, 2});
  const Tensor source = at::ones({3, 3}).as_strided({2, 2}, {2, 1}, 1);
  for (const bool turned : {false, true}) {
    const Tensor y = x.mul(2);
    if (turned) {
      const at::NoGradGuard no_grad;
      y.t_();
    }
    y.set_(source);
    EXPECT_EQ(y.grad_fn()->name(), "torch::autograd::NotImplemented");
    y.copy_(x);
    EXPECT_EQ(y.grad_fn()->name(), "torch::autograd::CopyBackwards");
  }
}

}  // namespace modecheck::engine
