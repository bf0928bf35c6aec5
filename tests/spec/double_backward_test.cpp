// Tests grad_twice, which computes gradients of gradients (S7, G6).
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(DoubleBackward, TheResultIsFreshAndOfTheSecondsSizes) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r1)");
  fixture("r3 = grad_twice(r3, r0, r1, seeding=1)");
  EXPECT_EQ(fixture.tensor(3).rank, 1);
  EXPECT_EQ(fixture.tensor(3).sizes[0], 2);
  EXPECT_FALSE(fixture.tensor(3).requires_grad);
  EXPECT_FALSE(fixture.tensor(3).is_inference);
  EXPECT_FALSE(fixture.grad(0).defined);
  EXPECT_FALSE(fixture.grad(1).defined);
}

TEST(DoubleBackward, TheGraphStays) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("r4 = grad_twice(r3, r0, r2, seeding=1)");
  fixture("r4 = grad_twice(r3, r0, r2, seeding=1)");
  fixture("backward(r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(fixture.error("r4 = grad_twice(r3, r0, r2, seeding=1)"), ErrorClass::BackwardFreed);
}

TEST(DoubleBackward, WhatAsksForNoGradientIsRejected) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  EXPECT_EQ(fixture.error("r4 = grad_twice(r3, r0, r4, seeding=1)"), ErrorClass::BackwardNoGraph);
  EXPECT_EQ(fixture.error("r4 = grad_twice(r3, r4, r0, seeding=1)"), ErrorClass::BackwardNoGraph);
  EXPECT_EQ(fixture.error("r4 = grad_twice(r4, r0, r0, seeding=1)"), ErrorClass::BackwardNoGraph);
  EXPECT_EQ(fixture.error("r4 = grad_twice(r3, r0, r0, seeding=0)"), ErrorClass::BackwardShape);
  EXPECT_EQ(fixture.error("r4 = grad_twice(r3, r1, r0, seeding=1)"), ErrorClass::BackwardUnused);
}

TEST(DoubleBackward, WhatWasSavedAndWrittenIsRejected) {
  ModelFixture fixture;
  fixture("r3 = clone(r2)");
  fixture("r4 = mul.Tensor(r0, r3)");
  fixture("NoGradGuard() {");
  fixture("mul_.Scalar(r3, other=2)");
  fixture("}");
  EXPECT_EQ(fixture.error("r5 = grad_twice(r4, r0, r2, seeding=1)"), ErrorClass::BackwardVersion);
}

TEST(DoubleBackward, InsideTheModeTheResultIsAnInferenceTensor) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = grad_twice(r3, r0, r2, seeding=1)");
  EXPECT_TRUE(fixture.tensor(4).is_inference);
}

TEST(DoubleBackward, WhereTheModeIsOnAndAutogradRunsItIsNotJudged) {
  ModelFixture fixture;
  fixture("AutoDispatchBelowAutograd() {");
  fixture("r3 = custom_square(r0)");
  fixture("InferenceMode(enabled=true) {");
  fixture("destroy_outer()");
  EXPECT_TRUE(fixture.mode().inference_mode);
  EXPECT_TRUE(fixture.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
}

// The reference does not know the second derivative of erf. The specification still judges everything but the values of
// the result (rule S7).
TEST(DoubleBackward, S7AnUnknownSecondDerivativeIsJudgedByItsMetadata) {
  ModelFixture fixture;
  fixture("r3 = erf(r0)");
  fixture("r4 = grad_twice(r3, r0, r0, seeding=1)");
  EXPECT_EQ(fixture.tensor(4).rank, 2);
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
  fixture("backward(r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(fixture.error("r4 = grad_twice(r3, r0, r0, seeding=1)"), ErrorClass::BackwardFreed);
}

TEST(DoubleBackward, AFormulaWithoutDerivativeIsNotJudged) {
  ModelFixture fixture;
  fixture("r3 = _pdist_forward(r0)");
  EXPECT_TRUE(fixture.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = grad_twice(r3, r0, r0, seeding=1)");  // the first gradient depends on no tensor that autograd records
  fixture("}");
  // The first gradient is with respect to r3, so backward does not reach _pdist_forward. Only the second gradient uses
  // its backward formula, and the formula is not differentiated.
  fixture("r4 = mul.Tensor(r3, r3)");
  fixture("r5 = grad_twice(r4, r3, r0, seeding=1)");
}

TEST(DoubleBackward, AnotherPlaceInTheGraphThanWhenItWasSavedIsNotJudged) {
  ModelFixture fixture;
  fixture("r5 = leaf(size=[2, 2], dtype=float32, requires_grad=false, seed=1)");
  fixture("r3 = mul.Tensor(r0, r5)");
  fixture("requires_grad_(r5)");
  EXPECT_TRUE(fixture.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
}

TEST(DoubleBackward, AWriteToElementsThatShareAPlaceIsNotJudged) {
  ModelFixture fixture;
  fixture("r3 = add.Tensor(r0, r0)");
  fixture("as_strided_(r3, size=[2, 2], stride=[1, 1])");
  fixture("mul_.Tensor(r3, r0)");
  EXPECT_TRUE(fixture.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
  // A write has changed a saved tensor, which is an error by rule S2. The command is dropped in spite of this error.
  fixture("r3 = add.Tensor(r0, r0)");
  fixture("mul_.Tensor(r3, r3)");
  fixture("as_strided_(r3, size=[2, 2], stride=[1, 1])");
  fixture("mul_.Tensor(r3, r0)");
  EXPECT_TRUE(fixture.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
}

TEST(DoubleBackward, HooksAreNotJudged) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r2)");
  fixture("hook(r3, r0, kind=0)");
  EXPECT_TRUE(fixture.dropped("r4 = grad_twice(r3, r0, r2, seeding=1)"));
  // r3 was written by exp_ after the hook was set. The hook thus belongs to the earlier history, and the saved result
  // of exp_ may lead back through that history.
  fixture("r3 = add.Tensor(r0, r1)");
  fixture("r3 = t(r3)");
  fixture("hook(r3, r3, kind=1)");
  fixture("exp_(r3)");
  EXPECT_TRUE(fixture.dropped("r4 = grad_twice(r3, r1, r1, seeding=1)"));
}

}  // namespace
}  // namespace modecheck::spec
