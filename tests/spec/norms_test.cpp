// Norms, searchsorted, determinants and linear systems: rules that their schemas do not tell.
#include <gtest/gtest.h>

#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(Norms, AreOfTheDtypeThatHoldsEveryElement) {
  Told told;
  told("r3 = linalg_vector_norm(r0, ord=3, dim=[0], keepdim=true, dtype=float64)");
  EXPECT_EQ(told.tensor(3).dtype, DType::Float64);
  EXPECT_EQ(told.tensor(3).sizes[0], 1);
  EXPECT_EQ(told.error("r3 = linalg_vector_norm(r0, dtype=float16)"), ErrorClass::Dtype);
  EXPECT_EQ(told.error("r3 = linalg_vector_norm(r0, dtype=complex64)"), ErrorClass::Dtype);
  EXPECT_EQ(told.error("r3 = norm.Scalar(r5)"), ErrorClass::Dtype);
  EXPECT_EQ(told.error("r3 = norm.Scalar(r0, p=true)"), ErrorClass::Argument);
}

TEST(Norms, OfNothingHaveAValueOnlyWhereTheyAreSums) {
  Told told;
  told("r3 = narrow(r0, dim=0, start=0, length=0)");
  told("r4 = linalg_vector_norm(r3, ord=2)");
  told("r4 = norm.Scalar(r3, p=2)");
  told("r4 = linalg_vector_norm(r3, ord=-1, dim=[1])");
  told("r4 = norm.ScalarOpt_dim(r3, p=-1, dim=[1])");
  EXPECT_EQ(told.error("r4 = norm.Scalar(r3, p=-1)"), ErrorClass::Range);
  EXPECT_EQ(told.error("r4 = norm.ScalarOpt_dim(r3, p=-1, dim=[0])"), ErrorClass::Range);
  EXPECT_EQ(told.error("r4 = linalg_vector_norm(r3, ord=-1)"), ErrorClass::Range);
  EXPECT_EQ(told.error("r4 = linalg_vector_norm(r3, ord=-1, dim=[0])"), ErrorClass::Range);
}

TEST(Norms, KeepBothTheirArgumentAndTheirResult) {
  for (const char* const written : {"r3", "r4"}) {
    Told told;
    told("r3 = mul.Scalar(r0, 2)");
    told("r4 = norm.ScalarOpt_dim(r3, p=None, dim=[1])");
    told("r5 = mul.Scalar(r4, 2)");
    told(std::string("zero_(") + written + ")");
    told("r5 = sum(r5)");
    EXPECT_EQ(told.error("backward(r5, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion) << written;
  }
}

// For p=0 libtorch gives an undefined gradient, where its other rules give zeros.
TEST(Norms, OfOrderZeroAreLeftOpenBackwards) {
  Told told;
  told("r3 = norm.Scalar(r0, p=0)");
  EXPECT_TRUE(told.tensor(3).has_grad_fn);
  EXPECT_TRUE(told.dropped("backward(r3, seeding=1, retain_graph=false)"));
}

TEST(Places, AreOfOneSequenceOrOfOneForEachRow) {
  Told told;
  told("r3 = searchsorted.Tensor(r5, r0, out_int32=true)");
  EXPECT_EQ(told.tensor(3).dtype, DType::Int32);
  EXPECT_EQ(told.tensor(3).rank, 2);
  EXPECT_FALSE(told.tensor(3).requires_grad);
  told("r3 = searchsorted.Tensor(r0, r0)");
  EXPECT_EQ(told.error("r3 = searchsorted.Tensor(r0, r5)"), ErrorClass::Shape);
  EXPECT_EQ(told.error("r3 = searchsorted.Tensor(r5, r0, right=true, side=left)"), ErrorClass::Argument);
  EXPECT_EQ(told.error("r3 = bucketize.Tensor(r5, r0)"), ErrorClass::Shape);
  told("r3 = bucketize.Tensor(r0, r5, right=true)");
  EXPECT_EQ(told.tensor(3).dtype, DType::Int64);
}

TEST(Determinants, KeepTheirFactors) {
  for (const char* const written : {"r3", "r4", "r5"}) {
    Told told;
    told("r3, r4, r5 = _linalg_det(r0)");
    EXPECT_EQ(told.tensor(3).rank, 0);
    EXPECT_EQ(told.tensor(4).strides[0], 1);
    EXPECT_EQ(told.tensor(5).dtype, DType::Int32);
    EXPECT_FALSE(told.tensor(4).requires_grad);
    told("r1 = mul.Scalar(r3, 2)");
    told(std::string("zero_(") + written + ")");
    EXPECT_EQ(told.error("backward(r1, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion) << written;
  }
}

TEST(Determinants, SignsGiveNothingBack) {
  Told told;
  told("r2, r3, r4, r5 = _linalg_slogdet(r0)");
  EXPECT_TRUE(told.tensor(2).has_grad_fn);
  EXPECT_TRUE(told.tensor(3).has_grad_fn);
  EXPECT_FALSE(told.tensor(4).has_grad_fn);
  EXPECT_TRUE(told.dropped("backward(r2, seeding=1, retain_graph=true)"));
  told("backward(r3, seeding=1, retain_graph=true)");
}

TEST(Systems, VectorsStandOnTheRight) {
  Told told;
  told("r1 = select.int(r0, 0, 0)");
  told("r2, r3, r4, r5 = _linalg_solve_ex(r0, r1)");
  EXPECT_EQ(told.tensor(2).rank, 1);
  EXPECT_EQ(told.tensor(5).rank, 0);
  EXPECT_EQ(told.run("r2, r3, r4, r5 = _linalg_solve_ex(r0, r1, left=false)").kind, OutcomeKind::Error);
  // With left=false the result is row-major.
  told("r2, r3, r4, r5 = _linalg_solve_ex(r0, r0, left=false)");
  EXPECT_EQ(told.tensor(2).strides[1], 1);
  EXPECT_EQ(told.tensor(3).strides[0], 1);
}

}  // namespace
}  // namespace modecheck::spec
