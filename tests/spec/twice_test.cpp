// Gradients of gradients (S7, G6): grad_twice.
#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(Twice, TheResultIsFreshAndOfTheSecondsSizes) {
  Told told;
  told("r3 = mul.Tensor(r0, r1)");
  told("r3 = grad_twice(r3, r0, r1, seeding=1)");
  EXPECT_EQ(told.tensor(3).rank, 1);
  EXPECT_EQ(told.tensor(3).sizes[0], 2);
  EXPECT_FALSE(told.tensor(3).requires_grad);
  EXPECT_FALSE(told.tensor(3).is_inference);
  EXPECT_FALSE(told.grad(0).defined);
  EXPECT_FALSE(told.grad(1).defined);
}

TEST(Twice, TheGraphStays) {
  Told told;
  told("r3 = mul.Tensor(r0, r2)");
  told("r4 = grad_twice(r3, r0, r2, seeding=1)");
  told("r4 = grad_twice(r3, r0, r2, seeding=1)");
  told("backward(r3, seeding=1, retain_graph=false)");
  EXPECT_EQ(told.error("r4 = grad_twice(r3, r0, r2, seeding=1)"), ErrorClass::BackwardFreed);
}

TEST(Twice, WhatAsksForNoGradientIsRejected) {
  Told told;
  told("r3 = mul.Tensor(r0, r2)");
  EXPECT_EQ(told.error("r4 = grad_twice(r3, r0, r4, seeding=1)"), ErrorClass::BackwardNoGraph);
  EXPECT_EQ(told.error("r4 = grad_twice(r3, r4, r0, seeding=1)"), ErrorClass::BackwardNoGraph);
  EXPECT_EQ(told.error("r4 = grad_twice(r4, r0, r0, seeding=1)"), ErrorClass::BackwardNoGraph);
  EXPECT_EQ(told.error("r4 = grad_twice(r3, r0, r0, seeding=0)"), ErrorClass::BackwardShape);
  EXPECT_EQ(told.error("r4 = grad_twice(r3, r1, r0, seeding=1)"), ErrorClass::BackwardUnused);
}

TEST(Twice, WhatWasSavedAndWrittenIsRejected) {
  Told told;
  told("r3 = clone(r2)");
  told("r4 = mul.Tensor(r0, r3)");
  told("NoGradGuard() {");
  told("mul_.Scalar(r3, other=2)");
  told("}");
  EXPECT_EQ(told.error("r5 = grad_twice(r4, r0, r2, seeding=1)"), ErrorClass::BackwardVersion);
}

TEST(Twice, InsideTheModeTheResultIsAnInferenceTensor) {
  Told told;
  told("r3 = mul.Tensor(r0, r2)");
  told("InferenceMode(enabled=true) {");
  told("r4 = grad_twice(r3, r0, r2, seeding=1)");
  EXPECT_TRUE(told.tensor(4).is_inference);
}

TEST(Twice, WhereTheModeIsOnAndAutogradRunsItIsNotJudged) {
  Told told;
  told("AutoDispatchBelowAutograd() {");
  told("r3 = custom_square(r0)");
  told("InferenceMode(enabled=true) {");
  told("destroy_outer()");
  EXPECT_TRUE(told.mode().inference_mode);
  EXPECT_TRUE(told.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
}

TEST(Twice, WhatItsFormulasWouldBeDifferentiatedByIsOnTheList) {
  Told told;
  told("r3 = erf(r0)");
  EXPECT_TRUE(told.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
  told("InferenceMode(enabled=true) {");
  told("r4 = grad_twice(r3, r0, r0, seeding=1)");  // nothing is recorded
  told("}");
  // The first gradient is by r3, so the formula of erf runs only once and is not differentiated.
  told("r4 = mul.Tensor(r3, r3)");
  told("r5 = grad_twice(r4, r3, r0, seeding=1)");
}

TEST(Twice, AnotherPlaceInTheGraphThanWhenItWasSavedIsNotJudged) {
  Told told;
  told("r5 = leaf(size=[2, 2], dtype=float32, requires_grad=false, seed=1)");
  told("r3 = mul.Tensor(r0, r5)");
  told("requires_grad_(r5)");
  EXPECT_TRUE(told.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
}

TEST(Twice, AWriteToElementsThatShareAPlaceIsNotJudged) {
  Told told;
  told("r3 = add.Tensor(r0, r0)");
  told("as_strided_(r3, size=[2, 2], stride=[1, 1])");
  told("mul_.Tensor(r3, r0)");
  EXPECT_TRUE(told.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
  // The reason for a rejection is not judged either.
  told("r3 = add.Tensor(r0, r0)");
  told("mul_.Tensor(r3, r3)");
  told("as_strided_(r3, size=[2, 2], stride=[1, 1])");
  told("mul_.Tensor(r3, r0)");
  EXPECT_TRUE(told.dropped("r4 = grad_twice(r3, r0, r0, seeding=1)"));
}

TEST(Twice, HooksAreNotJudged) {
  Told told;
  told("r3 = mul.Tensor(r0, r2)");
  told("hook(r3, r0, kind=0)");
  EXPECT_TRUE(told.dropped("r4 = grad_twice(r3, r0, r2, seeding=1)"));
  // The saved result may lead back through the history that the view had before the write.
  told("r3 = add.Tensor(r0, r1)");
  told("r3 = t(r3)");
  told("hook(r3, r3, kind=1)");
  told("exp_(r3)");
  EXPECT_TRUE(told.dropped("r4 = grad_twice(r3, r1, r1, seeding=1)"));
}

}  // namespace
}  // namespace modecheck::spec
