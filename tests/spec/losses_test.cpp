// Losses, windows and matrix factorisations: rules that their schemas do not tell.
#include <gtest/gtest.h>

#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(Losses, OneNumberKeepsTheRoomOfAll) {
  Told told;
  told("r3 = mse_loss(r0, r1)");
  EXPECT_EQ(told.tensor(3).rank, 0);
  EXPECT_EQ(told.model().storage_bytes(3), 16u);
  told("r3 = mse_loss(r0, r1, reduction=0)");
  EXPECT_EQ(told.tensor(3).rank, 2);
  // huber_loss computes its mean into a new storage of one element.
  told("r3 = huber_loss(r0, r1)");
  EXPECT_EQ(told.model().storage_bytes(3), 4u);
}

TEST(Losses, BothSidesAreSaved) {
  Told told;
  told("r4 = smooth_l1_loss(r0, r3)");
  told("zero_(r3)");
  EXPECT_EQ(told.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Losses, TargetsAreKeptAndGetNothing) {
  Told told;
  told("r3, r4 = nll_loss_forward(r0, r5, weight=None, reduction=1, ignore_index=-1)");
  EXPECT_TRUE(told.tensor(3).has_grad_fn);
  EXPECT_FALSE(told.tensor(4).requires_grad);
  told("zero_(r5)");
  EXPECT_EQ(told.error("backward(r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
}

TEST(Losses, AWeightThatAsksForAGradientIsRejectedWhereOneIsRecorded) {
  Told told;
  EXPECT_EQ(told.error("r3, r4 = nll_loss_forward(r0, r5, weight=r1, reduction=1, ignore_index=-1)"),
            ErrorClass::Argument);
  told("InferenceMode(enabled=true) {");
  told("r3, r4 = nll_loss_forward(r0, r5, weight=r1, reduction=1, ignore_index=-1)");
}

TEST(Windows, ShareElementsAndEndInANewDimension) {
  Told told;
  told("r3 = unfold(r0, dimension=0, size=1, step=2)");
  EXPECT_EQ(told.tensor(3).rank, 3);
  EXPECT_EQ(told.tensor(3).sizes[0], 1);
  EXPECT_EQ(told.tensor(3).strides[0], 4);
  EXPECT_TRUE(told.tensor(3).is_view);
  EXPECT_EQ(told.error("r3 = unfold(r0, dimension=0, size=3, step=1)"), ErrorClass::Range);
  EXPECT_EQ(told.error("r3 = unfold(r0, dimension=0, size=1, step=0)"), ErrorClass::Range);
  EXPECT_TRUE(told.dropped("r3 = unfold(r0, dimension=0, size=-1, step=1)"));
}

TEST(Factors, LieColumnByColumnAndAreSaved) {
  Told told;
  told("r3, r4 = linalg_inv_ex(r0)");
  EXPECT_EQ(told.tensor(3).strides[0], 1);
  EXPECT_EQ(told.tensor(3).strides[1], 2);
  EXPECT_EQ(told.tensor(4).dtype, DType::Int32);
  EXPECT_EQ(told.tensor(4).rank, 0);
  told("zero_(r3)");
  EXPECT_EQ(told.error("backward(r3, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
  EXPECT_EQ(told.error("r3, r4 = linalg_inv_ex(r1)"), ErrorClass::Shape);
}

}  // namespace
}  // namespace modecheck::spec
