// Tests the K rules, which say what is a normal tensor and what is an inference tensor.
#include "tests/engine/support.h"

namespace modecheck::engine {

TEST(Kinds, K1AllocatedInsideTheMode) {
  EXPECT_FALSE(normal().is_inference());
  EXPECT_TRUE(inference().is_inference());
  const c10::InferenceMode mode;
  const c10::InferenceMode outside(false);
  EXPECT_FALSE(at::empty({1}).is_inference());
}

TEST(Kinds, K2AnAliasIsOfTheKindOfWhatItAliases) {
  const Tensor n = normal();
  const Tensor i = inference();
  EXPECT_TRUE(i.view({6}).is_inference());
  EXPECT_TRUE(i.detach().is_inference());
  EXPECT_TRUE(i.data().is_inference());
  EXPECT_TRUE(i.view(at::kFloat).is_inference());
  const c10::InferenceMode mode;
  EXPECT_FALSE(n.view({6}).is_inference());
  EXPECT_FALSE(n.detach().is_inference());
  EXPECT_FALSE(n.data().is_inference());
  EXPECT_FALSE(n.contiguous().is_inference());
}

TEST(Kinds, K3TheKindsNeverMix) {
  const Tensor n = normal();
  const Tensor i = inference();
  EXPECT_EQ(rejected([&] { n.set_data(i); }), ErrorClass::KindChange);
  EXPECT_EQ(rejected([&] { n.set_(i); }), ErrorClass::KindChange);
  const c10::InferenceMode mode;
  EXPECT_EQ(rejected([&] { i.set_data(n); }), ErrorClass::KindChange);
  EXPECT_EQ(rejected([&] { i.set_(n); }), ErrorClass::KindChange);
  EXPECT_EQ(rejected([&] { n.set_(i); }), ErrorClass::KindChange);
  EXPECT_EQ(n._version(), 0);
}

TEST(Kinds, K4FreshOutputsFollowTheMode) {
  const Tensor i = inference();
  EXPECT_FALSE(i.clone().is_inference());
  EXPECT_FALSE(i.add(i).is_inference());
  const Tensor n = normal();
  const c10::InferenceMode mode;
  EXPECT_TRUE(n.add(n).is_inference());
}

TEST(Kinds, K5BothExtraKeysOrNeither) {
  for (const Tensor& tensor : {normal(), inference()}) {
    EXPECT_EQ(tensor.key_set().has(c10::DispatchKey::ADInplaceOrView), !tensor.is_inference());
    EXPECT_EQ(tensor.key_set().has(c10::DispatchKey::AutogradCPU), !tensor.is_inference());
    EXPECT_TRUE(tensor.key_set().has(c10::DispatchKey::CPU));
  }
}

TEST(Kinds, K6InferenceTensorsAreLeavesWithoutTracking) {
  const Tensor view = inference().view({6});
  EXPECT_FALSE(view.is_view());
  EXPECT_TRUE(view.is_leaf());
  EXPECT_FALSE(view.requires_grad());
  EXPECT_EQ(view.grad_fn(), nullptr);
}

TEST(Kinds, NothingRemains) {
  const LiveObjects before = live_objects();
  {
    const Tensor l = leaf();
    Tensor x = l.mul(number(2));
    const Tensor y = x.mul(x);
    // In libtorch these writes leave a reference cycle: the history of x holds a node that saved x.
    x.add_(y);
    x.view({6}).mul_(number(3));
    l.requires_grad_(false);
    l.add_(y);
    x.retain_grad();
    // The history of this grad leads to the leaf that the grad belongs to, and that leaf has been destroyed.
    Tensor gone = leaf();
    gone.sum().backward();
    const Tensor grad = gone.grad();
    gone = gone.mul(number(2));
    grad.add_(gone);
    EXPECT_EQ(rejected([&] { x.sum().backward(); }), ErrorClass::BackwardSavedTensorModified);
  }
  EXPECT_EQ(live_objects().total(), before.total());
}

}  // namespace modecheck::engine
