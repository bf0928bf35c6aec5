// Tests the V and M rules, which are about version counters and about writes to tensors.
#include <ATen/core/LegacyTypeDispatch.h>

#include "tests/engine/support.h"

namespace modecheck::engine {

TEST(Versions, V1AliasesShareDataDoesNot) {
  const Tensor n = normal();
  const Tensor view = n.view({6});
  const Tensor detached = n.detach();
  const Tensor data = n.data();
  view.add_(view);
  EXPECT_EQ(n._version(), 1);
  EXPECT_EQ(detached._version(), 1);
  EXPECT_EQ(data._version(), 0);
}

TEST(Versions, V2InferenceTensorsHaveNone) {
  const Tensor i = inference();
  EXPECT_EQ(rejected([&] { static_cast<void>(i._version()); }), ErrorClass::InferenceVersionRead);
  const c10::InferenceMode mode;
  EXPECT_EQ(rejected([&] { static_cast<void>(i._version()); }), ErrorClass::InferenceVersionRead);
}

TEST(Versions, V3OneBumpPerSuccessfulWrite) {
  const auto bumps = [](const std::function<void(Tensor&)>& write) {
    Tensor n = normal({2, 2});
    write(n);
    return n._version();
  };
  EXPECT_EQ(bumps([](Tensor& n) { n.add_(n); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { n.zero_(); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { n.copy_(n); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { n.t_(); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { n.squeeze_(); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { n.resize_({7}); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { n.set_(normal()); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { at::add_out(n, n, n); }), 1);
  EXPECT_EQ(bumps([](Tensor& n) { n.set_data(normal()); }), 0);
  EXPECT_EQ(bumps([](Tensor& n) { n.requires_grad_(); }), 0);
  EXPECT_EQ(bumps([](Tensor& n) { n.detach_(); }), 0);
  EXPECT_EQ(bumps([](Tensor& n) { EXPECT_THROW(n.add_(normal({3})), c10::Error); }), 0);
  EXPECT_EQ(bumps([](Tensor& n) {
              const c10::InferenceMode mode;
              n.add_(n);
            }),
            1);
}

TEST(Mutation, M1InsideTheModeAnythingGoes) {
  const c10::InferenceMode mode;
  Tensor i = at::ones({2, 2});
  i.add_(i).mul_(3.0);
  EXPECT_EQ(values(i), std::vector<double>(4, 6.0));
  i.t_();
  i.resize_({5});
  i.set_(at::ones({3}));
  at::add_out(i, i, i);
  EXPECT_EQ(values(i), std::vector<double>(3, 2.0));
}

TEST(Mutation, M2OutsideEveryMutationIsRejectedAndChangesNothing) {
  Tensor i = inference({2, 2});
  const Tensor n = normal({2, 2});
  const Tensor alias = i.view({4});
  const auto write = [&](const std::function<void()>& action) {
    EXPECT_EQ(rejected(action), ErrorClass::InferenceWriteOutsideMode);
  };
  const auto all = [&] {
    write([&] { i.add_(n); });
    write([&] { alias.add_(2.0); });
    write([&] { i.zero_(); });
    write([&] { i.copy_(n); });
    write([&] { i.fill_(3); });
    write([&] { i.t_(); });
    write([&] { i.squeeze_(); });
    write([&] { i.as_strided_({1}, {1}); });
    write([&] { i.resize_({9}); });
    write([&] { i.set_(inference()); });
    write([&] { i.set_data(inference()); });
    write([&] { at::add_out(i, n, n); });
    write([&] { at::cat_out(i, {n, n}); });
    write([&] { i.masked_fill_(i.gt(0), 2); });
  };
  all();
  {
    const at::NoGradGuard no_grad;
    all();
  }
  {
    const at::AutoDispatchBelowAutograd below;
    all();
  }
  {
    const c10::InferenceMode mode;
    const c10::InferenceMode outside(false);
    all();
  }
  EXPECT_EQ(values(i), std::vector<double>(4, 1.0));
  EXPECT_EQ(i.sizes(), c10::IntArrayRef({2, 2}));
  const at::AutoDispatchBelowADInplaceOrView hole;
  i.add_(2.0);
}

// copysign_ and pow_ save their result for backward, and the result is the written tensor.
// AutoDispatchBelowADInplaceOrView lets them write an inference tensor outside InferenceMode. Saving it must still be
// rejected, before anything is written.
TEST(Mutation, AnInferenceResultIsNotSavedWhereTheGuardLetsItBeWritten) {
  const c10::InferenceMode mode;
  const Tensor i = at::ones({2, 3});
  const at::AutoDispatchBelowADInplaceOrView hole;
  const c10::InferenceMode outside(false);
  const Tensor l = torch::full({2, 3}, -2.0, torch::requires_grad());
  EXPECT_EQ(rejected([&] { i.copysign_(l); }), ErrorClass::InferenceSavedForBackward);
  EXPECT_EQ(rejected([&] { i.pow_(l); }), ErrorClass::InferenceSavedForBackward);
  EXPECT_EQ(values(i), std::vector<double>(6, 1.0));
  i.add_(l);
}

TEST(Mutation, M3RequiresGrad) {
  const Tensor i = inference();
  EXPECT_EQ(rejected([&] { i.set_requires_grad(true); }), ErrorClass::InferenceRequiresGradOutsideMode);
  i.set_requires_grad(false);
  EXPECT_EQ(rejected([] { at::zeros({2}, at::kLong).requires_grad_(); }), ErrorClass::RequiresGradOnNonFloating);
  const c10::InferenceMode mode;
  i.set_requires_grad(true);
  EXPECT_TRUE(i.requires_grad());
  EXPECT_TRUE(torch::ones({2}, torch::requires_grad()).requires_grad());
  EXPECT_FALSE(i.view({6}).requires_grad());
}

TEST(Mutation, M4Out) {
  Tensor out = normal();
  const Tensor l = leaf();
  EXPECT_EQ(rejected([&] { at::add_out(out, l, l); }), ErrorClass::OutArgumentRequiresGrad);
  Tensor target = leaf();
  EXPECT_EQ(rejected([&] { at::add_out(target, out, out); }), ErrorClass::OutArgumentRequiresGrad);
  const at::NoGradGuard no_grad;
  at::add_out(target, l, l);
  EXPECT_TRUE(target.is_leaf());
}

TEST(Mutation, M5InferenceIntoNormal) {
  const Tensor n = normal();
  n.add_(inference());
  n.copy_(inference());
  EXPECT_EQ(n._version(), 2);
  EXPECT_EQ(rejected([] { computed().mul_(inference()); }), ErrorClass::InferenceSavedForBackward);
}

TEST(Mutation, M6ResizeAndDetach) {
  EXPECT_EQ(rejected([] { leaf().resize_({9}); }), ErrorClass::ResizeRequiresGrad);
  EXPECT_EQ(rejected([] { normal().view({6}).detach_(); }), ErrorClass::DetachView);
  const Tensor x = computed();
  {
    const c10::InferenceMode mode;
    x.detach_();
    EXPECT_FALSE(x.is_leaf());
  }
  const at::NoGradGuard no_grad;
  EXPECT_EQ(rejected([] { leaf().resize_({9}); }), ErrorClass::ResizeRequiresGrad);
  x.detach_();
  EXPECT_TRUE(x.is_leaf());
  EXPECT_FALSE(x.requires_grad());
}

}  // namespace modecheck::engine
