// Tests user code in a program: hooks (S7), Functions that write (F1), and operators that write (D5).
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(Hooks, AreOfTensorsThatRequireGrad) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("hook(r3, r0, kind=0)"), ErrorClass::Argument);
  fixture("hook(r0, r0, kind=0)");
  fixture("r3 = t(r4)");
  fixture("requires_grad_(r4, requires_grad=true)");
  fixture("hook(r3, r0, kind=0)");  // r3 requires grad through its base
}

// Rule S7, and PyTorch's documentation of register_hook: a hook runs every time a gradient of its tensor is computed.
TEST(Hooks, OfAConstantViewRunOnceItIsALeaf) {
  ModelFixture fixture;
  fixture("r3 = t(r4)");
  fixture("requires_grad_(r4)");
  fixture("hook(r3, r5, kind=2)");
  fixture("r1 = mul.Tensor(r3, r4)");
  fixture("backward(r1, r1, seeding=1)");  // r3 is a constant (S3), so no gradient of it is computed
  fixture("requires_grad_(r3)");
  fixture("r1 = mul.Tensor(r3, r4)");
  // Now the hook runs. It is dropped, because nothing orders a hook that writes and a leaf (backward-order).
  EXPECT_TRUE(fixture.dropped("backward(r1, r1, seeding=1)"));
}

TEST(Hooks, OneThatWritesSpoilsWhatANodeSaved) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("r4 = mul.Tensor(r3, r3)");
  // the hook writes r2, which the older node saved, before that node checks its saved tensors (S2)
  fixture("hook(r4, r2, kind=2)");
  EXPECT_EQ(fixture.tensor(2).version, 0);
  EXPECT_EQ(fixture.error("backward(r4, r4, seeding=1, retain_graph=true)"), ErrorClass::BackwardVersion);
  EXPECT_EQ(fixture.tensor(2).version, 1);  // rule E1: what the hook wrote stays written, although backward fails
}

TEST(Hooks, OneThatWritesWhatNobodySavedSpoilsNothing) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("hook(r3, r2, kind=2)");
  fixture("backward(r3, r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(fixture.tensor(2).version, 1);
  EXPECT_TRUE(fixture.grad(0).defined);
}

TEST(Hooks, WriteWhatTheRegisterHoldsByThen) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("hook(r3, r4, kind=2)");
  fixture("r4 = leaf(size=[2], dtype=float32, requires_grad=false, seed=0)");
  fixture("backward(r3, r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
}

TEST(Hooks, AreBoundByTheRulesOfWrites) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2], dtype=float32)");
  fixture("}");
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("hook(r3, r4, kind=2)");
  // Rule M2 rejects the write by the hook, because r4 is an inference tensor.
  EXPECT_EQ(fixture.error("backward(r3, r3, seeding=1, retain_graph=true)"), ErrorClass::InferenceInPlace);
  EXPECT_FALSE(fixture.grad(0).defined);
  fixture("InferenceMode(enabled=true) {");
  fixture("backward(r3, r3, seeding=1, retain_graph=false)");  // rule M1: inside InferenceMode the hook may write r4
  EXPECT_TRUE(fixture.grad(0).defined);
}

// Rules S1, S2 and S7: hooks keep what autograd saves.
TEST(SavedTensorsHooks, CopiesAreNoLongerCheckedForWrites) {
  for (const bool copies : {false, true}) {
    ModelFixture fixture;
    fixture(copies ? "saved_tensors_hooks(kind=1) {" : "saved_tensors_hooks(kind=0) {");
    fixture("r3 = mul.Tensor(r0, r2)");
    fixture("}");
    fixture("NoGradGuard() {");
    fixture("mul_.Scalar(r2, other=2)");
    fixture("}");
    const char* const backward = "r4 = grad(r3, r0, seeding=1)";
    if (copies) {
      fixture(backward);
      EXPECT_FALSE(fixture.tensor(4).requires_grad);
    } else {
      EXPECT_EQ(fixture.error(backward), ErrorClass::BackwardVersion);
    }
  }
}

TEST(SavedTensorsHooks, OfInferenceTensorsAreNeverAsked) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r3 = ones(size=[2, 2])");
  fixture("}");
  fixture("saved_tensors_hooks(kind=1) {");
  EXPECT_EQ(fixture.error("r4 = mul.Tensor(r0, r3)"), ErrorClass::InferenceSaved);
}

TEST(SavedTensorsHooks, RaiseWhereATensorIsPackedOrUnpacked) {
  ModelFixture fixture;
  fixture("saved_tensors_hooks(kind=2) {");
  fixture("r3 = add.Tensor(r0, r0)");  // saves nothing
  EXPECT_EQ(fixture.error("r4 = mul.Tensor(r0, r0)"), ErrorClass::HookRaised);
  EXPECT_EQ(fixture.error("r4 = custom_square(r0)"), ErrorClass::HookRaised);
  EXPECT_EQ(fixture.error("mul_.Tensor(r3, r0)"), ErrorClass::HookRaised);
  EXPECT_EQ(fixture.tensor(3).version, 0);
  EXPECT_TRUE(fixture.dropped("exp_(r3)"));  // the result is there after the write
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = mul.Tensor(r0, r0)");  // saves nothing
  fixture("}");
  fixture("saved_tensors_hooks(kind=3) {");
  fixture("r4 = exp(r0)");
  fixture("}");
  EXPECT_EQ(fixture.error("backward(r4, r2, seeding=1)"), ErrorClass::HookRaised);
  EXPECT_FALSE(fixture.grad(0).defined);
}

TEST(SavedTensorsHooks, BelongToTheirGuardAlone) {
  ModelFixture out_of_order;
  out_of_order("saved_tensors_hooks(kind=2) {");
  out_of_order("saved_tensors_hooks(kind=1) {");
  out_of_order("destroy_outer()");
  out_of_order("}");  // restores the hooks of the guard that is gone
  EXPECT_EQ(out_of_order.error("r3 = mul.Tensor(r0, r0)"), ErrorClass::HookRaised);
  ModelFixture fixture;
  fixture("saved_tensors_hooks(kind=2) {");
  fixture("InferenceMode(enabled=true) {");
  fixture("destroy_outer()");
  fixture("}");
  fixture("r4 = mul.Tensor(r0, r0)");
  fixture("}");
  fixture("saved_tensors_hooks(kind=2) {");
  fixture("capture_state()");
  fixture("}");
  fixture("ThreadLocalStateGuard() {");
  fixture("r4 = mul.Tensor(r0, r0)");
}

TEST(Hooks, RunWhereTheirGradientArrives) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("hook(r3, r4, kind=2)");
  fixture("mul_.Scalar(r3, other=2)");  // the write gives r3 a new history, and the hook stays with the old history
  fixture("r5 = sum(r0, dtype=None)");
  // r5 does not depend on r3, so its gradient does not reach the hook
  fixture("backward(r5, r5, seeding=1, retain_graph=true)");
  EXPECT_EQ(fixture.tensor(4).version, 0);
  fixture("backward(r3, r3, seeding=1, retain_graph=true)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
  // The gradient with respect to r3 ends at r3's new node, before the hook.
  fixture("r5 = grad(r3, r3, seeding=1, retain_graph=true, allow_unused=false)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
}

TEST(Hooks, StayWithATensorThatDetachMakesALeaf) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("r5 = sum(r3, dtype=None)");
  fixture("hook(r3, r4, kind=2)");
  fixture("detach_(r3)");
  // the hook belongs to the history that r3 had before detach_, and this backward runs that history
  fixture("backward(r5, r5, seeding=1, retain_graph=true)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
  fixture("requires_grad_(r3, requires_grad=true)");
  // the hook is on a leaf, so the command is dropped
  EXPECT_TRUE(fixture.dropped("backward(r3, r3, seeding=1, retain_graph=true)"));
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("hook(r3, r4, kind=2)");
  fixture("mul_.Scalar(r3, other=2)");
  fixture("detach_(r3)");
  fixture("requires_grad_(r3, requires_grad=true)");
  fixture("backward(r3, r3, seeding=1, retain_graph=true)");  // the hook stays with r3's old history
  EXPECT_EQ(fixture.tensor(4).version, 1);
}

TEST(Hooks, WhatLibrariesLeaveOpenIsNotJudged) {
  ModelFixture fixture;
  fixture("hook(r0, r4, kind=2)");  // backward may run a hook on a leaf at any time while other nodes remain
  fixture("r3 = mul.Tensor(r0, r0)");
  EXPECT_TRUE(fixture.dropped("backward(r3, r3, seeding=1, retain_graph=true)"));
  EXPECT_EQ(fixture.tensor(4).version, 0);
}

// PyTorch documents that a gradient is retained after all hooks have run, and that grad runs the hooks of the tensors
// passed to it.
TEST(Hooks, RunBeforeAGradientIsRetainedOrReturned) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("retain_grad(r3)");
  fixture("hook(r3, r4, kind=2)");
  fixture("r1 = grad(r3, r3, seeding=1, retain_graph=true, allow_unused=false)");
  EXPECT_EQ(fixture.tensor(4).version, 1);
  fixture("InferenceMode(enabled=true) {");
  fixture("r5 = ones(size=[2], dtype=float32)");
  fixture("}");
  fixture("hook(r3, r5, kind=2)");
  EXPECT_EQ(fixture.error("backward(r3, r3, seeding=1, retain_graph=true)"), ErrorClass::InferenceInPlace);
  EXPECT_EQ(fixture.grad(3).defined, 0);
  EXPECT_EQ(fixture.tensor(4).version, 2);  // the first hook has run and written r4
}

TEST(Functions, MarkDirtyCountsOnceMore) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("r4 = custom_dirty(r3)");
  EXPECT_EQ(fixture.tensor(3).version, 2);  // forward's own write and mark_dirty each bump the version once
  EXPECT_EQ(fixture.tensor(4).same_tensor, fixture.tensor(3).same_tensor);
  EXPECT_TRUE(fixture.tensor(4).has_grad_fn);
}

TEST(Functions, WhatForwardWroteStaysWritten) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r3 = custom_dirty(r0)"), ErrorClass::LeafInPlace);
  EXPECT_EQ(fixture.tensor(0).version, 2);
  EXPECT_TRUE(fixture.tensor(0).is_leaf);
}

TEST(Functions, ThatWriteAreBoundByTheRulesOfWrites) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2], dtype=float32)");
  fixture("r5 = custom_dirty(r4)");
  EXPECT_TRUE(fixture.tensor(5).is_inference);
  fixture("}");
  EXPECT_EQ(fixture.error("r5 = custom_dirty(r4)"), ErrorClass::InferenceInPlace);
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("r4, r5 = unbind.int(r3, dim=0)");
  EXPECT_EQ(fixture.error("r1 = custom_dirty(r4)"), ErrorClass::ViewFromMultiOutput);
}

TEST(Functions, AViewThatTheyWriteReachesItsBase) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("r4 = select.int(r3, dim=0, index=0)");
  fixture("r4 = custom_dirty(r4)");
  EXPECT_EQ(fixture.tensor(3).version, 2);
  EXPECT_EQ(fixture.tensor(4).base, 3);
  fixture("backward(r3, r3, seeding=1, retain_graph=false)");
}

TEST(Operators, WriteAsFarAsTheirKernelsReach) {
  ModelFixture fixture;
  fixture("custom_write(r0, kernels=0)");  // rule H: this write is neither checked nor counted in the version
  EXPECT_EQ(fixture.tensor(0).version, 0);
  // this write bumps the version, but autograd does not record it and so raises no error
  fixture("custom_write(r2, kernels=1)");
  EXPECT_EQ(fixture.tensor(2).version, 1);
  EXPECT_EQ(fixture.error("custom_write(r2, kernels=2)"), ErrorClass::LeafInPlace);
  fixture("r3 = mul.Tensor(r2, r2)");
  fixture("custom_write(r3, kernels=2)");
  EXPECT_EQ(fixture.tensor(3).version, 1);
  fixture("backward(r3, r3, seeding=1, retain_graph=false)");
}

TEST(Operators, WithoutAKernelForADInplaceOrViewAreAHole) {
  ModelFixture fixture;
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = ones(size=[2], dtype=float32)");
  fixture("}");
  fixture("custom_write(r4, kernels=0)");
  EXPECT_EQ(fixture.error("custom_write(r4, kernels=1)"), ErrorClass::InferenceInPlace);
  EXPECT_EQ(fixture.error("custom_write(r4, kernels=2)"), ErrorClass::InferenceInPlace);
}

}  // namespace
}  // namespace modecheck::spec
