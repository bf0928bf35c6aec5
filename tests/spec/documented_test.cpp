// Tests calls whose result may differ between the libraries under test. PyTorch's documentation or mathematics decides
// what is right.
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

// index_add and index_copy: "all other dimensions must match self, or an error will be raised".
TEST(Documented, E3ASourceMustMatchTheIndexedTensor) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r0 = index_add(r3, dim=0, index=r5, source=r4)"), ErrorClass::Shape);
  fixture("r4 = ones(size=[2, 1])");
  EXPECT_EQ(fixture.error("r0 = index_copy(r3, dim=0, index=r5, source=r4)"), ErrorClass::Shape);
}

// nll_loss takes an input (N, C) with a target (N), or an input (C) with a 0-dim target.
TEST(Documented, E3ATargetHasTheDocumentedShape) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r0, r1 = nll_loss_forward(r4, r5, weight=None, reduction=1, ignore_index=-1)"),
            ErrorClass::Shape);
}

// With rate 0 the documented density is 0 everywhere. That is not a probability density, so rate 0 is rejected.
TEST(Documented, E3ExponentialNeedsAPositiveRate) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("exponential_(r3, lambd=0.0)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.tensor(3).version, 0);
}

TEST(Documented, E3FactorsHaveOneDtype) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r0 = mv(r3, r5)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r0 = dot(r4, r5)"), ErrorClass::Dtype);
}

// addmv expands its input to the shape of the product, which has one element for each row of the matrix.
TEST(Documented, S3AddmvExpandsItsInputWithoutColumnsToMultiply) {
  ModelFixture fixture;
  fixture("r0 = zeros(size=[2, 0])");
  fixture("r1 = zeros(size=[0])");
  fixture("r2 = ones(size=[1])");
  fixture("r3 = addmv(r2, r0, r1)");
  EXPECT_EQ(fixture.tensor(3).rank, 1);
  EXPECT_EQ(fixture.tensor(3).sizes[0], 2);
}

// Outside training, batch normalisation uses the running statistics, so one sample is enough.
TEST(Documented, S3BatchNormOutsideTrainingNeedsNoSecondSample) {
  ModelFixture fixture;
  fixture("r0 = ones(size=[1, 2])");
  fixture("r5 = clone(r4)");
  const std::string call =
      "r1, r2, r3 = native_batch_norm(r0, weight=None, bias=None, running_mean=r4, running_var=r5, training=";
  EXPECT_TRUE(fixture.dropped(call + "true, momentum=0.5, eps=1.0)"));
  fixture(call + "false, momentum=0.5, eps=1.0)");
  EXPECT_EQ(fixture.tensor(1).sizes[1], 2);
}

// An output and an input may lie in one storage if they share no elements.
TEST(Documented, S3AnOutputMayShareAStorageWithAnInput) {
  ModelFixture fixture;
  fixture("r0 = ones(size=[3, 2])");
  fixture("r1 = select.int(r0, dim=0, index=2)");
  fixture("r2 = slice.Tensor(r0, end=2)");
  fixture("mv.out(r2, r4, out=r1)");
  EXPECT_TRUE(fixture.dropped("mv.out(r2, r1, out=r1)"));
}

// Tensor.is_leaf: "Only leaf Tensors will have their grad populated during a call to backward()".
TEST(Documented, S6ATensorThatIsNoLeafAnyMoreGetsNoGradient) {
  ModelFixture fixture;
  fixture("r4 = alias(r3)");
  fixture("requires_grad_(r4)");
  fixture("r5 = add.Tensor(r4, r2)");
  fixture("add_.Tensor(r3, r4)");
  fixture("grad_fn(r4)");  // grad_fn() regenerates the history of the view r4, so that r4 is no leaf any more
  EXPECT_FALSE(fixture.tensor(4).is_leaf);
  fixture("backward(r5, seeding=1)");
  EXPECT_FALSE(fixture.grad(4).defined);
  EXPECT_TRUE(fixture.grad(2).defined);
}

// A gradient that the caller passes may be larger than the root if it can be summed to the root's sizes. A gradient of
// other sizes is rejected.
TEST(Documented, E3APassedGradientCanBeSummedToTheRoot) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("backward(r0, r4, seeding=2)"), ErrorClass::BackwardShape);
  fixture("backward(r1, r3, seeding=2)");
  EXPECT_TRUE(fixture.grad(1).defined);
}

// With seeding=2, grad passes the root as its own gradient, and here returns a copy of it. That copy is not recorded.
TEST(Documented, S3TheRootMayBeItsOwnGradient) {
  ModelFixture fixture;
  fixture("r3 = grad(r0, r0, seeding=2)");
  EXPECT_FALSE(fixture.tensor(3).requires_grad);
}

// The documentation of type promotion says that floating-point results cannot be cast to integers.
TEST(Documented, E3AnOutputHoldsTheDtypeOfTheResult) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("mean.out(r3, dim=[0], out=r5)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("pow.Scalar_out(1, r4, out=r5)"), ErrorClass::Dtype);
}

// With a negative slope, only the derivative is unspecified. So the specification judges the call unless autograd
// records it.
TEST(Documented, S3ANegativeSlopeIsJudgedUnlessItIsRecorded) {
  ModelFixture fixture;
  fixture("leaky_relu_(r3, negative_slope=-1)");
  fixture("r4 = mul.Tensor(r0, r2)");
  EXPECT_TRUE(fixture.dropped("leaky_relu_(r4, negative_slope=-1)"));
}

// Rule E3, and the notes on type promotion: a number of a higher category cannot be written into integers.
TEST(Documented, IndexAddOfIntegersTakesNoFraction) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r0 = index_add(r5, dim=0, index=r5, source=r5, alpha=0.5)"), ErrorClass::Argument);
  EXPECT_TRUE(fixture.dropped("r0 = index_add(r5, dim=0, index=r5, source=r5, alpha=true)"));
}

// Rule D1: a normal running statistic brings the Autograd key. So a call with an inference input is recorded, and rule
// S1 rejects it.
TEST(Documented, S1ANormalStatisticLetsBatchNormRecord) {
  ModelFixture fixture;
  fixture("r1 = ones(size=[2])");
  fixture("r2 = ones(size=[2])");
  fixture("InferenceMode() {");
  fixture("r0 = leaf(size=[2, 2], dtype=float32, requires_grad=true, seed=0)");
  fixture("}");
  EXPECT_EQ(fixture.error("r3, r4, r5 = native_batch_norm(r0, weight=None, bias=None, running_mean=r1, running_var=r2, "
                          "training=true, momentum=0.5, eps=1.0)"),
            ErrorClass::InferenceSaved);
}

// Rule E3: where two errors hold, either may be reported.
TEST(Documented, OfTwoErrorsEitherMayBeReported) {
  ModelFixture fixture;
  const Outcome& outcome = fixture.run("r0 = linalg_solve_triangular(r4, r5, upper=true)");
  EXPECT_EQ(outcome.error, ErrorClass::Shape);
  EXPECT_TRUE(contains(outcome.reasons, ErrorClass::Dtype));
}

}  // namespace
}  // namespace modecheck::spec
