// User code in a program: hooks (S7), Functions that write (F1), operators that write (D5).
#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(Hooks, AreOfTensorsThatRequireGrad) {
  Told told;
  EXPECT_EQ(told.error("hook(r3, r0, kind=0)"), ErrorClass::Argument);
  told("hook(r0, r0, kind=0)");
  told("r3 = t(r4)");
  told("requires_grad_(r4, requires_grad=true)");
  EXPECT_TRUE(told.dropped("hook(r3, r0, kind=0)"));  // r3 is a constant (S3), so it has no node for a hook
}

TEST(Hooks, OneThatWritesSpoilsWhatANodeSaved) {
  Told told;
  told("r3 = mul.Tensor(r0, r2)");
  told("r4 = mul.Tensor(r3, r3)");
  told("hook(r4, r2, kind=2)");  // runs before the older node checks its saved tensors (S2)
  EXPECT_EQ(told.tensor(2).version, 0);
  EXPECT_EQ(told.error("backward(r4, r4, seeding=1, retain_graph=true)"), ErrorClass::BackwardVersion);
  EXPECT_EQ(told.tensor(2).version, 1);  // E1: effects of hooks stay
}

TEST(Hooks, OneThatWritesWhatNobodySavedSpoilsNothing) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("hook(r3, r2, kind=2)");
  told("backward(r3, r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(told.tensor(2).version, 1);
  EXPECT_TRUE(told.grad(0).defined);
}

TEST(Hooks, WriteWhatTheRegisterHoldsByThen) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("hook(r3, r4, kind=2)");
  told("r4 = leaf(size=[2], dtype=float32, requires_grad=false, seed=0)");
  told("backward(r3, r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(told.tensor(4).version, 1);
}

TEST(Hooks, AreBoundByTheRulesOfWrites) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2], dtype=float32)");
  told("}");
  told("r3 = mul.Tensor(r0, r0)");
  told("hook(r3, r4, kind=2)");
  EXPECT_EQ(told.error("backward(r3, r3, seeding=1, retain_graph=true)"), ErrorClass::InferenceInPlace);  // M2
  EXPECT_FALSE(told.grad(0).defined);
  told("InferenceMode(enabled=true) {");
  told("backward(r3, r3, seeding=1, retain_graph=false)");  // M1
  EXPECT_TRUE(told.grad(0).defined);
}

TEST(Hooks, RunWhereTheirGradientArrives) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("hook(r3, r4, kind=2)");
  told("mul_.Scalar(r3, other=2)");  // the hook belongs to r3's history before the write
  told("r5 = sum(r0, dtype=None)");
  told("backward(r5, r5, seeding=1, retain_graph=true)");  // does not reach the hook
  EXPECT_EQ(told.tensor(4).version, 0);
  told("backward(r3, r3, seeding=1, retain_graph=true)");
  EXPECT_EQ(told.tensor(4).version, 1);
  told("r5 = grad(r3, r3, seeding=1, retain_graph=true, allow_unused=false)");  // stops before the hook
  EXPECT_EQ(told.tensor(4).version, 1);
}

TEST(Hooks, StayWithATensorThatDetachMakesALeaf) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("r5 = sum(r3, dtype=None)");
  told("hook(r3, r4, kind=2)");
  told("detach_(r3)");
  told("backward(r5, r5, seeding=1, retain_graph=true)");  // the hook belongs to its former history
  EXPECT_EQ(told.tensor(4).version, 1);
  told("requires_grad_(r3, requires_grad=true)");
  EXPECT_TRUE(told.dropped("backward(r3, r3, seeding=1, retain_graph=true)"));  // as for any leaf
  told("r3 = mul.Tensor(r0, r0)");
  told("hook(r3, r4, kind=2)");
  told("mul_.Scalar(r3, other=2)");
  told("detach_(r3)");
  told("requires_grad_(r3, requires_grad=true)");
  told("backward(r3, r3, seeding=1, retain_graph=true)");  // the hook belongs to r3's history before the write
  EXPECT_EQ(told.tensor(4).version, 1);
}

TEST(Hooks, WhatLibrariesLeaveOpenIsNotJudged) {
  Told told;
  told("hook(r0, r4, kind=2)");  // a hook on a leaf may run at any time among the remaining nodes
  told("r3 = mul.Tensor(r0, r0)");
  EXPECT_TRUE(told.dropped("backward(r3, r3, seeding=1, retain_graph=true)"));
  EXPECT_EQ(told.tensor(4).version, 0);
}

// As PyTorch documents: a gradient is retained after all hooks, and the hooks of a tensor passed to grad run.
TEST(Hooks, RunBeforeAGradientIsRetainedOrReturned) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("retain_grad(r3)");
  told("hook(r3, r4, kind=2)");
  told("r1 = grad(r3, r3, seeding=1, retain_graph=true, allow_unused=false)");
  EXPECT_EQ(told.tensor(4).version, 1);
  told("InferenceMode(enabled=true) {");
  told("r5 = ones(size=[2], dtype=float32)");
  told("}");
  told("hook(r3, r5, kind=2)");
  EXPECT_EQ(told.error("backward(r3, r3, seeding=1, retain_graph=true)"), ErrorClass::InferenceInPlace);
  EXPECT_EQ(told.grad(3).defined, 0);
  EXPECT_EQ(told.tensor(4).version, 2);  // the first hook has run
}

TEST(Functions, MarkDirtyCountsOnceMore) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("r4 = custom_dirty(r3)");
  EXPECT_EQ(told.tensor(3).version, 2);  // forward's own write, and mark_dirty
  EXPECT_EQ(told.tensor(4).same_tensor, told.tensor(3).same_tensor);
  EXPECT_TRUE(told.tensor(4).has_grad_fn);
}

TEST(Functions, WhatForwardWroteStaysWritten) {
  Told told;
  EXPECT_EQ(told.error("r3 = custom_dirty(r0)"), ErrorClass::LeafInPlace);
  EXPECT_EQ(told.tensor(0).version, 2);
  EXPECT_TRUE(told.tensor(0).is_leaf);
}

TEST(Functions, ThatWriteAreBoundByTheRulesOfWrites) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2], dtype=float32)");
  told("r5 = custom_dirty(r4)");
  EXPECT_TRUE(told.tensor(5).is_inference);
  told("}");
  EXPECT_EQ(told.error("r5 = custom_dirty(r4)"), ErrorClass::InferenceInPlace);
  told("r3 = mul.Tensor(r0, r0)");
  told("r4, r5 = unbind.int(r3, dim=0)");
  EXPECT_EQ(told.error("r1 = custom_dirty(r4)"), ErrorClass::ViewFromMultiOutput);
}

TEST(Functions, AViewThatTheyWriteReachesItsBase) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("r4 = select.int(r3, dim=0, index=0)");
  told("r4 = custom_dirty(r4)");
  EXPECT_EQ(told.tensor(3).version, 2);
  EXPECT_EQ(told.tensor(4).base, 3);
  told("backward(r3, r3, seeding=1, retain_graph=false)");
}

TEST(Operators, WriteAsFarAsTheirKernelsReach) {
  Told told;
  told("custom_write(r0, kernels=0)");  // H: no check and no bump
  EXPECT_EQ(told.tensor(0).version, 0);
  told("custom_write(r2, kernels=1)");  // bumped but not recorded, so autograd does not object
  EXPECT_EQ(told.tensor(2).version, 1);
  EXPECT_EQ(told.error("custom_write(r2, kernels=2)"), ErrorClass::LeafInPlace);
  told("r3 = mul.Tensor(r2, r2)");
  told("custom_write(r3, kernels=2)");
  EXPECT_EQ(told.tensor(3).version, 1);
  told("backward(r3, r3, seeding=1, retain_graph=false)");
}

TEST(Operators, WithoutAKernelForADInplaceOrViewAreAHole) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2], dtype=float32)");
  told("}");
  told("custom_write(r4, kernels=0)");
  EXPECT_EQ(told.error("custom_write(r4, kernels=1)"), ErrorClass::InferenceInPlace);
  EXPECT_EQ(told.error("custom_write(r4, kernels=2)"), ErrorClass::InferenceInPlace);
}

}  // namespace
}  // namespace modecheck::spec
