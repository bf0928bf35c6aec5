// Tests random factories, dropout and segment_reduce: the rules that do not follow from their schemas.
#include <gtest/gtest.h>

#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(Draws, AreOfTheDtypeThatIsNamed) {
  ModelFixture fixture;
  fixture("r3 = randperm(n=3, dtype=int64)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Int64);
  EXPECT_EQ(fixture.tensor(3).sizes[0], 3);
  // Without a dtype randperm returns int64, because its elements are indices, and randint returns the default dtype.
  // Their schemas have the same dtype argument.
  fixture("r3 = randperm(n=0, dtype=None)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Int64);
  fixture("r3 = randint(high=2, size=[1], dtype=None)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Float32);
  fixture("r3 = randint.low(low=-2, high=1, size=[2, 1], dtype=float16)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Float16);
  fixture("r3 = rand_like(r5, dtype=complex64)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Complex64);
}

TEST(Draws, NeedNumbersThatTheDtypeHas) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r3 = randperm(n=-1, dtype=int64)"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r3 = randperm(n=2, dtype=bool)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r3 = randint(high=0, size=[2], dtype=int64)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r3 = randint(high=3, size=[2], dtype=bool)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r3 = randint.low(low=-1, high=2, size=[2], dtype=uint8)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r3 = randint(high=2, size=[2], dtype=complex64)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r3 = randint(high=2, size=[-1], dtype=int64)"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r3 = rand_like(r5)"), ErrorClass::Dtype);
}

TEST(Draws, NothingFlowsThroughThem) {
  ModelFixture fixture;
  fixture("r3 = mul.Scalar(r0, 2)");
  fixture("r4 = randn_like(r3)");
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
  EXPECT_EQ(fixture.route(), "AB");
  fixture("r3 = t(r0)");
  fixture("r4 = rand_like(r3)");
  EXPECT_EQ(fixture.tensor(4).strides, fixture.tensor(3).strides);
}

TEST(Dropout, KeepsItsMaskAndNoInput) {
  for (const bool mask : {false, true}) {
    ModelFixture fixture;
    fixture("r1 = mul.Scalar(r0, 2)");
    fixture("r2, r3 = native_dropout(r1, p=0.5)");
    EXPECT_TRUE(fixture.tensor(2).has_grad_fn);
    EXPECT_EQ(fixture.tensor(3).dtype, DType::Bool);
    EXPECT_FALSE(fixture.tensor(3).requires_grad);
    fixture(mask ? "zero_(r3)" : "zero_(r1)");
    if (mask) {
      EXPECT_EQ(fixture.error("backward(r2, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
    } else {
      fixture("backward(r2, seeding=1, retain_graph=false)");
    }
  }
}

TEST(Dropout, OfIntegersOrOfNothing) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r3, r4 = native_dropout(r5, p=0.5)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r3, r4 = native_dropout(r0, p=1.5)"), ErrorClass::Argument);
  fixture("r3 = narrow(r0, dim=0, start=0, length=0)");
  // For a tensor without elements, libtorch's native_dropout returns its argument and not a new tensor. The
  // documentation does not say whether that is right, so the call is dropped.
  EXPECT_TRUE(fixture.dropped("r3, r4 = native_dropout(r3, p=0.5)"));
}

TEST(Gamma, OrdersOfDerivativesAreNotNegative) {
  ModelFixture fixture;
  fixture("r3 = polygamma(n=2, self=r0)");
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
  EXPECT_EQ(fixture.error("r3 = polygamma(n=-1, self=r0)"), ErrorClass::Argument);
  fixture("r3 = digamma(r5)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Float32);
}

TEST(Places, OfANumberAreThoseOfOneValue) {
  ModelFixture fixture;
  fixture("r3 = searchsorted.Scalar(r5, self=1)");
  EXPECT_EQ(fixture.tensor(3).rank, 0);
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Int64);
  fixture("r3 = bucketize.Scalar(self=0.5, boundaries=r5, out_int32=true)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Int32);
  EXPECT_EQ(fixture.error("r3 = searchsorted.Scalar(r0, self=1)"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r3 = searchsorted.Scalar(r5, self=1, right=true, side=left)"), ErrorClass::Argument);
}

TEST(Segments, NeedNumbersOfOneSort) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r3 = segment_reduce(r0, reduce=sum)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r3 = segment_reduce(r0, reduce=none, lengths=r5)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r3 = segment_reduce(r0, reduce=max, indices=r5)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r3 = segment_reduce(r5, reduce=max, lengths=r5)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r3 = segment_reduce(r0, reduce=max, lengths=r5, axis=1)"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r3 = segment_reduce(r0, reduce=max, lengths=r5, axis=3)"), ErrorClass::Range);
  // Whether segment_reduce accepts these `offsets` depends on their values. The model has no values in this test, so
  // the calls are dropped.
  EXPECT_TRUE(fixture.dropped("r3 = segment_reduce(r0, reduce=min, offsets=r5)"));
  EXPECT_TRUE(fixture.dropped("r3 = segment_reduce(r0, reduce=mean, lengths=r5, offsets=r5)"));
}

// `lengths` must be an integer tensor. For a floating-point `lengths` that requires grad, the first error is that
// autograd has no derivative for `lengths`.
TEST(Segments, NoGradientIsAskedOfLengths) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r3 = segment_reduce(r0, reduce=sum, lengths=r1)"), ErrorClass::Argument);
}

// Rule W1: view_as_real and view_as_complex return tracked views. Rule W4: a recorded write to such a view writes its
// base. Rule W5: after a write to its base the view is regenerated.
TEST(OtherNumbers, AreTrackedViews) {
  ModelFixture fixture;
  fixture("r1 = _to_copy(r0, dtype=complex64)");
  fixture("r2 = view_as_real(r1)");
  EXPECT_EQ(fixture.tensor(2).dtype, DType::Float32);
  EXPECT_EQ(fixture.tensor(2).rank, fixture.tensor(1).rank + 1);
  EXPECT_EQ(fixture.tensor(2).creation_meta, CreationMeta::Default);
  EXPECT_TRUE(fixture.tensor(2).has_grad_fn);
  fixture("r3 = view_as_complex(r2)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Complex64);
  EXPECT_EQ(fixture.tensor(3).strides, fixture.tensor(1).strides);
  fixture("zero_(r2)");
  EXPECT_EQ(fixture.tensor(1).version, 1);
  fixture("zero_(r1)");
  fixture("r4 = mul.Scalar(r2, 2)");
  EXPECT_TRUE(fixture.tensor(4).requires_grad);
  EXPECT_EQ(fixture.error("r4 = view_as_real(r5)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r4 = view_as_complex(r5)"), ErrorClass::Dtype);
}

}  // namespace
}  // namespace modecheck::spec
