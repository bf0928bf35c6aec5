// Tests the W rules, which are about tracked views.
#include <torch/csrc/autograd/variable.h>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

CreationMeta meta_of(const Tensor& view) {
  return torch::autograd::impl::get_view_autograd_meta(view)->get_creation_meta();
}
// Returns the name of the grad_fn that a view has stored. Unlike grad_fn(), this does not regenerate a view whose base
// was written.
std::string stored(const Tensor& tensor) {
  const auto* const meta = torch::autograd::impl::get_autograd_meta(tensor);
  return meta == nullptr || !meta->grad_fn_ ? "" : meta->grad_fn_->name();
}

}  // namespace

TEST(Views, W1BaseAndCreationMeta) {
  const Tensor n = normal();
  const Tensor view = n.view({6}).slice(0, 0, 4);
  EXPECT_TRUE(view._base().is_same(n));
  EXPECT_EQ(meta_of(view), CreationMeta::DEFAULT);
  EXPECT_EQ(meta_of(n.unbind()[0]), CreationMeta::MULTI_OUTPUT_NODE);
  EXPECT_EQ(meta_of(n.chunk(1)[0]), CreationMeta::MULTI_OUTPUT_NODE);
  EXPECT_FALSE(n.detach().is_view());
  EXPECT_FALSE(n.data().is_view());
  EXPECT_FALSE(n.view(at::kFloat).is_view());
  EXPECT_EQ(rejected([&] { n._base(); }), ErrorClass::NotAView);
  {
    const at::NoGradGuard no_grad;
    EXPECT_EQ(meta_of(n.view({6})), CreationMeta::NO_GRAD_MODE);
  }
  const c10::InferenceMode mode;
  EXPECT_EQ(meta_of(n.unbind()[0]), CreationMeta::INFERENCE_MODE);
}

TEST(Views, W2ViewsOfViews) {
  const Tensor n = normal();
  Tensor inside;
  {
    const c10::InferenceMode mode;
    inside = n.view({6});
  }
  EXPECT_EQ(meta_of(inside.view({2, 3})), CreationMeta::INFERENCE_MODE);
  {
    const at::NoGradGuard no_grad;
    EXPECT_EQ(meta_of(inside.view({2, 3})), CreationMeta::INFERENCE_MODE);
  }
  EXPECT_EQ(meta_of(n.unbind()[0].view({3})), CreationMeta::MULTI_OUTPUT_NODE);
  const at::NoGradGuard no_grad;
  EXPECT_EQ(meta_of(n.unbind()[0].view({3})), CreationMeta::NO_GRAD_MODE);
}

TEST(Views, W3RequiresGradIsTheBases) {
  const Tensor l = leaf();
  Tensor view;
  {
    const c10::InferenceMode mode;
    view = l.view({6});
  }
  EXPECT_TRUE(view.requires_grad());
  EXPECT_TRUE(view.is_leaf());
  EXPECT_FALSE(view.is_inference());
  l.requires_grad_(false);
  EXPECT_FALSE(view.requires_grad());
}

TEST(Views, W4WritesThroughAView) {
  const Tensor l = leaf({4});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.view({2, 2});
  view.select(0, 1).mul_(3.0);
  EXPECT_EQ(stored(base), "torch::autograd::CopySlices");
  base.sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{2, 2, 6, 6}));
}

TEST(Views, W4RejectionsByCreationMeta) {
  const Tensor base = computed({4});
  const Tensor view = base.view({2, 2});
  Tensor quiet, inside;
  {
    const at::NoGradGuard no_grad;
    quiet = base.view({2, 2});
  }
  {
    const c10::InferenceMode mode;
    inside = base.view({2, 2});
  }
  EXPECT_EQ(rejected([&] { quiet.add_(2.0); }), ErrorClass::ViewMadeInNoGradMode);
  EXPECT_EQ(rejected([&] { inside.add_(2.0); }), ErrorClass::ViewMadeInInferenceMode);
  EXPECT_EQ(rejected([&] { base.unbind()[0].add_(2.0); }), ErrorClass::ViewOfMultiOutput);
  EXPECT_EQ(rejected([&] { base.unbind()[0].unsqueeze_(0); }), ErrorClass::ViewOfMultiOutput);
  EXPECT_EQ(rejected([] { leaf().view({6}).add_(2.0); }), ErrorClass::ViewOfLeafInPlace);
  EXPECT_EQ(rejected([] { leaf().add_(2.0); }), ErrorClass::LeafInPlace);
  EXPECT_EQ(base._version(), 0);
  const at::NoGradGuard no_grad;
  quiet.add_(2.0);
  inside.add_(2.0);
  view.add_(2.0);
  EXPECT_EQ(base._version(), 3);
}

TEST(Views, W4InPlaceViewOperators) {
  const Tensor l = leaf({4});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.view({2, 2});
  view.unsqueeze_(0);
  EXPECT_EQ(stored(view), "UnsqueezeBackward1");
  EXPECT_EQ(stored(base), "MulBackward0");
  view.mul_(3.0);
  EXPECT_EQ(stored(view), "AsStridedBackward0");
  base.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 6.0));
}

TEST(Views, W5StaleViewsRegenerate) {
  const Tensor l = leaf({4});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.view({2, 2});
  base.mul_(5.0);
  EXPECT_EQ(stored(view), "ViewBackward0");
  EXPECT_EQ(view.grad_fn()->name(), "AsStridedBackward0");
  view.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 10.0));
}

TEST(Views, W5StaleViewsThatMayNot) {
  const Tensor base = computed({4});
  Tensor quiet;
  {
    const at::NoGradGuard no_grad;
    quiet = base.view({2, 2});
  }
  EXPECT_EQ(quiet.grad_fn(), nullptr);
  base.add_(1.0);
  EXPECT_EQ(rejected([&] { quiet.grad_fn(); }), ErrorClass::ViewMadeInNoGradMode);
  EXPECT_EQ(rejected([&] { quiet.mul(quiet); }), ErrorClass::ViewMadeInNoGradMode);
  static_cast<void>(quiet.eq(quiet));
  static_cast<void>(quiet.detach());
  const Tensor part = base.unbind()[1];
  base.add_(1.0);
  EXPECT_EQ(rejected([&] { part.mul(part); }), ErrorClass::ViewOfMultiOutput);
}

TEST(Views, E1ARejectedCommandDoesNotRefresh) {
  const Tensor base = computed({4});
  const Tensor view = base.view({2, 2});
  base.add_(1.0);
  EXPECT_THROW(view.add(normal({3})), c10::Error);
  EXPECT_EQ(rejected([&] { view.mul(inference({2, 2})); }), ErrorClass::InferenceSavedForBackward);
  // The given gradient has other sizes than the root, so backward rejects the call before any node runs.
  EXPECT_EQ(rejected([&] { view.backward(normal({3})); }), ErrorClass::BackwardGradientMismatch);
  EXPECT_EQ(rejected([&] { torch::autograd::grad({view}, {base}, {normal({3})}); }),
            ErrorClass::BackwardGradientMismatch);
  EXPECT_EQ(stored(view), "ViewBackward0");
  static_cast<void>(view.mul(view));
  EXPECT_EQ(stored(view), "AsStridedBackward0");
}

TEST(Views, AViewOutlivesItsBasesHandle) {
  const Tensor l = leaf({4});
  Tensor base = l.mul(number(2));
  const Tensor view = base.view({2, 2});
  base = Tensor();
  view.mul_(3.0);
  view._base().sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 6.0));
}

TEST(Views, OverlappingElements) {
  const Tensor l = leaf({4});
  l.as_strided({3, 2}, {1, 1}).sum().backward();
  EXPECT_EQ(values(l.grad()), (std::vector<double>{1, 2, 2, 1}));
}

}  // namespace modecheck::engine
