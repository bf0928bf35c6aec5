// Tests rule F3: the operators in examples/ keep the same rules as the engine's own, because they have kernels for
// Autograd and ADInplaceOrView.
#include <torch/csrc/autograd/VariableTypeUtils.h>
#include <torch/library.h>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

Tensor& scale_(Tensor& self, double factor) {
  return c10::Dispatcher::singleton()
      .findSchemaOrThrow("example::scale_", "")
      .typed<Tensor&(Tensor&, double)>()
      .call(self, factor);
}
Tensor every_other(const Tensor& self) {
  return c10::Dispatcher::singleton()
      .findSchemaOrThrow("example::every_other", "")
      .typed<Tensor(const Tensor&)>()
      .call(self);
}

}  // namespace

TEST(Examples, NothingEscapes) {
  EXPECT_EQ(c10::Dispatcher::singleton().checkCustomOperators().find("example::"), std::string::npos);
}

TEST(Examples, V3OneBumpInEveryMode) {
  Tensor n = normal();
  scale_(n, 2);
  EXPECT_EQ(n._version(), 1);
  EXPECT_EQ(values(n), std::vector<double>(6, 2));
  const c10::InferenceMode mode;
  scale_(n, 2);
  EXPECT_EQ(n._version(), 2);
  // A write that is rejected does not bump the version.
  Tensor doubles = at::ones({2}, at::kDouble).clone();
  EXPECT_EQ(rejected([&] { scale_(doubles, 2); }), ErrorClass::Argument);
}

TEST(Examples, M1AndM2InferenceTensors) {
  Tensor i = inference();
  EXPECT_THROW(scale_(i, 2), c10::Error);
  EXPECT_EQ(values(i), std::vector<double>(6, 1));
  {
    const c10::InferenceMode mode;
    scale_(i, 2);
    const c10::InferenceMode outside(false);
    EXPECT_THROW(scale_(i, 2), c10::Error);
  }
  EXPECT_EQ(values(i), std::vector<double>(6, 2));
  EXPECT_EQ(rejected([&] { torch::autograd::increment_version(i); }), ErrorClass::InferenceWriteOutsideMode);
}

TEST(Examples, S2TheWriteIsSeenByBackward) {
  Tensor c = computed();
  const Tensor out = c.mul(c).sum();
  {
    const c10::InferenceMode mode;
    scale_(c, 2);
  }
  EXPECT_EQ(rejected([&] { out.backward(); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(Examples, W4WhatAutogradForbids) {
  Tensor l = leaf();
  EXPECT_EQ(rejected([&] { scale_(l, 2); }), ErrorClass::LeafInPlace);
  {
    const at::NoGradGuard quiet;
    scale_(l, 2);
  }
  EXPECT_EQ(values(l), std::vector<double>(6, 2));
  Tensor view;
  const Tensor c = computed({4});
  {
    const c10::InferenceMode mode;
    view = every_other(c);
  }
  EXPECT_EQ(rejected([&] { view.mul_(view.detach()); }), ErrorClass::ViewMadeInInferenceMode);
  EXPECT_EQ(rejected([&] { scale_(view, 2); }), ErrorClass::ViewMadeInInferenceMode);
}

TEST(Examples, S3GradientsThroughBoth) {
  const Tensor l = leaf({4});
  Tensor c = l.clone();
  Tensor view = every_other(c);
  scale_(c, 3);          // the write to the base makes the view stale (rule W5)
  view.mul_(number(5));  // the write to the view rebases the base's history (rule W4)
  c.sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{15, 3, 15, 3}));

  const Tensor other = leaf({3});
  const Tensor picked = every_other(other);
  EXPECT_EQ(picked.grad_fn()->name(), "EveryOtherBackward");
  picked.sum().backward();
  EXPECT_EQ(values(other.grad()), (std::vector<double>{1, 0, 1}));
}

TEST(Examples, W1TheViewIsTracked) {
  const auto meta_of = [](const Tensor& view) {
    return torch::autograd::impl::get_view_autograd_meta(view)->get_creation_meta();
  };
  using torch::autograd::CreationMeta;
  const Tensor c = computed({4});
  const Tensor view = every_other(c);
  EXPECT_TRUE(view._base().is_same(c));
  EXPECT_TRUE(view.requires_grad());
  EXPECT_EQ(meta_of(view), CreationMeta::DEFAULT);
  EXPECT_TRUE(every_other(view)._base().is_same(c));
  {
    const at::NoGradGuard quiet;
    EXPECT_EQ(meta_of(every_other(c)), CreationMeta::NO_GRAD_MODE);
  }
  {
    const c10::InferenceMode mode;
    const Tensor inside = every_other(c);
    EXPECT_EQ(meta_of(inside), CreationMeta::INFERENCE_MODE);
    EXPECT_FALSE(inside.is_inference());
    EXPECT_TRUE(inside.is_leaf());
  }
  // Rule V1: base and view share one version counter.
  c.mul_(number(2));
  EXPECT_EQ(view._version(), c._version());
  // Rules K2 and W6: a view of an inference tensor records nothing.
  const Tensor of_inference = every_other(inference({4}));
  EXPECT_TRUE(of_inference.is_inference());
  EXPECT_FALSE(of_inference.is_view());
}

TEST(Examples, P7OnMeta) {
  Tensor meta = at::empty({5}, at::kMeta);
  scale_(meta, 2);
  EXPECT_EQ(meta._version(), 1);
  EXPECT_EQ(every_other(meta).sizes(), c10::IntArrayRef({3}));
  EXPECT_TRUE(every_other(meta).is_view());
}

TEST(Examples, AsViewTakesAFreshAliasOnly) {
  const Tensor n = normal();
  EXPECT_EQ(rejected([&] { torch::autograd::as_view(n, n, true, true); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { torch::autograd::as_view(n, normal(), true, true); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { torch::autograd::as_view(n, n.view({6}), true, true); }), ErrorClass::Argument);
}

}  // namespace modecheck::engine
