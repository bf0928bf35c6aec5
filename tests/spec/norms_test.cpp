// Tests norms, searchsorted, determinants and linear systems: the rules that do not follow from their schemas.
#include <gtest/gtest.h>

#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(Norms, AreOfTheDtypeThatHoldsEveryElement) {
  ModelFixture fixture;
  fixture("r3 = linalg_vector_norm(r0, ord=3, dim=[0], keepdim=true, dtype=float64)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Float64);
  EXPECT_EQ(fixture.tensor(3).sizes[0], 1);
  EXPECT_EQ(fixture.error("r3 = linalg_vector_norm(r0, dtype=float16)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r3 = linalg_vector_norm(r0, dtype=complex64)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r3 = norm.Scalar(r5)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("r3 = norm.Scalar(r0, p=true)"), ErrorClass::Argument);
}

TEST(Norms, OfNothingHaveAValueOnlyWhereTheyAreSums) {
  ModelFixture fixture;
  fixture("r3 = narrow(r0, dim=0, start=0, length=0)");
  fixture("r4 = linalg_vector_norm(r3, ord=2)");
  fixture("r4 = norm.Scalar(r3, p=2)");
  fixture("r4 = linalg_vector_norm(r3, ord=-1, dim=[1])");
  fixture("r4 = norm.ScalarOpt_dim(r3, p=-1, dim=[1])");
  EXPECT_EQ(fixture.error("r4 = norm.Scalar(r3, p=-1)"), ErrorClass::Range);
  EXPECT_EQ(fixture.error("r4 = norm.ScalarOpt_dim(r3, p=-1, dim=[0])"), ErrorClass::Range);
  EXPECT_EQ(fixture.error("r4 = linalg_vector_norm(r3, ord=-1)"), ErrorClass::Range);
  EXPECT_EQ(fixture.error("r4 = linalg_vector_norm(r3, ord=-1, dim=[0])"), ErrorClass::Range);
}

TEST(Norms, KeepBothTheirArgumentAndTheirResult) {
  for (const char* const written : {"r3", "r4"}) {
    ModelFixture fixture;
    fixture("r3 = mul.Scalar(r0, 2)");
    fixture("r4 = norm.ScalarOpt_dim(r3, p=None, dim=[1])");
    fixture("r5 = mul.Scalar(r4, 2)");
    fixture(std::string("zero_(") + written + ")");
    fixture("r5 = sum(r5)");
    EXPECT_EQ(fixture.error("backward(r5, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion) << written;
  }
}

// Rule S3: the norm with p=0 counts the elements that are not zero. A count is constant almost everywhere, so its
// derivative is zero. libtorch returns an undefined gradient.
TEST(Norms, OfOrderZeroGiveZerosBack) {
  ModelFixture fixture;
  fixture("r3 = norm.Scalar(r0, p=0)");
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
  fixture("backward(r3, seeding=1, retain_graph=false)");
  EXPECT_TRUE(fixture.grad(0).defined);
}

TEST(Places, AreOfOneSequenceOrOfOneForEachRow) {
  ModelFixture fixture;
  fixture("r3 = searchsorted.Tensor(r5, r0, out_int32=true)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Int32);
  EXPECT_EQ(fixture.tensor(3).rank, 2);
  EXPECT_FALSE(fixture.tensor(3).requires_grad);
  fixture("r3 = searchsorted.Tensor(r0, r0)");
  EXPECT_EQ(fixture.error("r3 = searchsorted.Tensor(r0, r5)"), ErrorClass::Shape);
  EXPECT_EQ(fixture.error("r3 = searchsorted.Tensor(r5, r0, right=true, side=left)"), ErrorClass::Argument);
  EXPECT_EQ(fixture.error("r3 = bucketize.Tensor(r5, r0)"), ErrorClass::Shape);
  fixture("r3 = bucketize.Tensor(r0, r5, right=true)");
  EXPECT_EQ(fixture.tensor(3).dtype, DType::Int64);
}

TEST(Determinants, KeepTheirFactors) {
  for (const char* const written : {"r3", "r4", "r5"}) {
    ModelFixture fixture;
    fixture("r3, r4, r5 = _linalg_det(r0)");
    EXPECT_EQ(fixture.tensor(3).rank, 0);
    EXPECT_EQ(fixture.tensor(4).strides[0], 1);
    EXPECT_EQ(fixture.tensor(5).dtype, DType::Int32);
    EXPECT_FALSE(fixture.tensor(4).requires_grad);
    fixture("r1 = mul.Scalar(r3, 2)");
    fixture(std::string("zero_(") + written + ")");
    EXPECT_EQ(fixture.error("backward(r1, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion) << written;
  }
}

// Rule S3: a sign is constant almost everywhere, so its derivative is zero.
TEST(Determinants, SignsGiveZerosBack) {
  ModelFixture fixture;
  fixture("r2, r3, r4, r5 = _linalg_slogdet(r0)");
  EXPECT_TRUE(fixture.tensor(2).has_grad_fn);
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
  EXPECT_FALSE(fixture.tensor(4).has_grad_fn);
  fixture("backward(r2, seeding=1, retain_graph=true)");
  EXPECT_TRUE(fixture.grad(0).defined);
  fixture("backward(r3, seeding=1, retain_graph=true)");
}

TEST(Systems, VectorsStandOnTheRight) {
  ModelFixture fixture;
  fixture("r1 = select.int(r0, 0, 0)");
  fixture("r2, r3, r4, r5 = _linalg_solve_ex(r0, r1)");
  EXPECT_EQ(fixture.tensor(2).rank, 1);
  EXPECT_EQ(fixture.tensor(5).rank, 0);
  EXPECT_EQ(fixture.run("r2, r3, r4, r5 = _linalg_solve_ex(r0, r1, left=false)").kind, OutcomeKind::Error);
  // With left=false the solution of _linalg_solve_ex is row-major, whereas the factors are column-major.
  fixture("r2, r3, r4, r5 = _linalg_solve_ex(r0, r0, left=false)");
  EXPECT_EQ(fixture.tensor(2).strides[1], 1);
  EXPECT_EQ(fixture.tensor(3).strides[0], 1);
}

}  // namespace
}  // namespace modecheck::spec
