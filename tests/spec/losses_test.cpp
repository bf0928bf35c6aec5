// Tests losses, unfold and matrix factorisations: the rules that do not follow from their schemas.
#include <gtest/gtest.h>

#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(Losses, OneNumberKeepsTheRoomOfAll) {
  ModelFixture fixture;
  fixture("r3 = mse_loss(r0, r1)");
  EXPECT_EQ(fixture.tensor(3).rank, 0);
  EXPECT_EQ(fixture.model().storage_bytes(3), 16u);
  fixture("r3 = mse_loss(r0, r1, reduction=0)");
  EXPECT_EQ(fixture.tensor(3).rank, 2);
  // huber_loss writes its mean into a new storage of one element.
  fixture("r3 = huber_loss(r0, r1)");
  EXPECT_EQ(fixture.model().storage_bytes(3), 4u);
}

TEST(Losses, BothSidesAreSaved) {
  ModelFixture fixture;
  fixture("r4 = smooth_l1_loss(r0, r3)");
  fixture("zero_(r3)");
  EXPECT_EQ(fixture.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Losses, TargetsAreKeptAndGetNothing) {
  ModelFixture fixture;
  fixture("r3, r4 = nll_loss_forward(r0, r5, weight=None, reduction=1, ignore_index=-1)");
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
  fixture("zero_(r5)");
  EXPECT_EQ(fixture.error("backward(r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Losses, AWeightThatAsksForAGradientIsRejectedWhereOneIsRecorded) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("r3, r4 = nll_loss_forward(r0, r5, weight=r1, reduction=1, ignore_index=-1)"),
            ErrorClass::Argument);
  fixture("InferenceMode(enabled=true) {");
  fixture("r3, r4 = nll_loss_forward(r0, r5, weight=r1, reduction=1, ignore_index=-1)");
}

TEST(Windows, ShareElementsAndEndInANewDimension) {
  ModelFixture fixture;
  fixture("r3 = unfold(r0, dimension=0, size=1, step=2)");
  EXPECT_EQ(fixture.tensor(3).rank, 3);
  EXPECT_EQ(fixture.tensor(3).sizes[0], 1);
  EXPECT_EQ(fixture.tensor(3).strides[0], 4);
  EXPECT_TRUE(fixture.tensor(3).is_view);
  EXPECT_EQ(fixture.error("r3 = unfold(r0, dimension=0, size=3, step=1)"), ErrorClass::Range);
  EXPECT_EQ(fixture.error("r3 = unfold(r0, dimension=0, size=1, step=0)"), ErrorClass::Range);
  EXPECT_EQ(fixture.error("r3 = unfold(r0, dimension=0, size=-1, step=1)"), ErrorClass::Shape);
}

TEST(Factors, LieColumnByColumnAndAreSaved) {
  ModelFixture fixture;
  fixture("r3, r4 = linalg_inv_ex(r0)");
  EXPECT_EQ(fixture.tensor(3).strides[0], 1);
  EXPECT_EQ(fixture.tensor(3).strides[1], 2);
  EXPECT_EQ(fixture.tensor(4).dtype, DType::Int32);
  EXPECT_EQ(fixture.tensor(4).rank, 0);
  fixture("zero_(r3)");
  EXPECT_EQ(fixture.error("backward(r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
  EXPECT_EQ(fixture.error("r3, r4 = linalg_inv_ex(r1)"), ErrorClass::Shape);
}

}  // namespace
}  // namespace modecheck::spec
