// The strides of results, as libtorch gives them.
#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

using Strides = std::array<std::int32_t, kMaxRank>;

TEST(Layout, PointwiseResultsKeepTheLayoutOfDenseInputs) {
  Told told;
  told("r4 = t(r3)");
  told("r5 = neg(r4)");
  EXPECT_EQ(told.tensor(5).strides, (Strides{1, 2}));
  told("r5 = add.Tensor(r4, r3, alpha=1)");  // the first input decides the strides
  EXPECT_EQ(told.tensor(5).strides, (Strides{1, 2}));
  told("r5 = add.Tensor(r3, r4, alpha=1)");
  EXPECT_EQ(told.tensor(5).strides, (Strides{2, 1}));
}

TEST(Layout, ABroadcastDimensionHasStrideZeroAndACloneIsDense) {
  Told told;
  told("r3 = expand(r4, size=[3, 2], implicit=false)");
  EXPECT_EQ(told.tensor(3).strides, (Strides{0, 1}));
  told("r5 = clone(r3)");
  EXPECT_EQ(told.tensor(5).strides, (Strides{2, 1}));
  told("zero_(r3)");  // a tensor that overlaps itself may be filled
  EXPECT_EQ(told.error("neg_(r3)"), ErrorClass::Overlap);
}

TEST(Layout, ViewNeedsStridesThatAllowIt) {
  Told told;
  told("r4 = t(r3)");
  EXPECT_EQ(told.error("r5 = view(r4, size=[4])"), ErrorClass::Strides);
  told("r5 = reshape(r4, shape=[-1])");
  EXPECT_NE(told.tensor(5).storage, told.tensor(4).storage);
}

TEST(Layout, AsStridedStaysInsideItsStorage) {
  Told told;
  told("r4 = as_strided(r3, size=[3], stride=[1], storage_offset=1)");
  EXPECT_EQ(told.tensor(4).storage_offset, 1);
  EXPECT_EQ(told.error("r4 = as_strided(r3, size=[3], stride=[2], storage_offset=None)"), ErrorClass::StorageSize);
}

TEST(Dtypes, NumbersAndZeroDimTensorsDoNotWiden) {
  Told told;
  told("r4 = leaf(size=[], dtype=float64, requires_grad=false, seed=1)");
  told("r5 = mul.Tensor(r3, r4)");
  EXPECT_EQ(told.tensor(5).dtype, DType::Float32);
  told("r4 = leaf(size=[2], dtype=float64, requires_grad=false, seed=1)");
  told("r5 = mul.Tensor(r3, r4)");
  EXPECT_EQ(told.tensor(5).dtype, DType::Float64);
  told("r4 = leaf(size=[2], dtype=int64, requires_grad=false, seed=1)");
  EXPECT_EQ(told.error("div_.Tensor(r4, r4)"), ErrorClass::Dtype);
}

TEST(Limits, WhatTheHarnessCannotHoldIsDropped) {
  Told told;
  told("r3 = leaf(size=[4, 4, 4], dtype=float32, requires_grad=false, seed=1)");
  told("r4 = unsqueeze(r3, dim=0)");
  told("r4 = expand(r4, size=[4, -1, -1, -1], implicit=false)");
  EXPECT_TRUE(told.dropped("r5 = clone(r4)"));
}

// The sub-operations of a composite hold numbers of 8 bits, and 128 does not fit.
TEST(Limits, APartWithALargerNumberIsDropped) {
  Told told;
  told("r3 = ones(size=[4, 4, 4, 2])");
  told("r3 = flatten.using_ints(r3)");
  EXPECT_TRUE(told.dropped("r4 = dropout(r3, p=0.5, train=true)"));
  EXPECT_EQ(told.model().unspecified(), Unspecified::NumberTooLarge);
  told("r3 = ones(size=[4, 4, 4])");
  told("r3 = flatten.using_ints(r3)");
  told("r4 = dropout(r3, p=0.5, train=true)");
}

}  // namespace
}  // namespace modecheck::spec
