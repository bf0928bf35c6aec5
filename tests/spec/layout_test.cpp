// Tests the strides of results, which must be those of libtorch.
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

using Strides = std::array<std::int32_t, kMaxRank>;

TEST(Layout, PointwiseResultsKeepTheLayoutOfDenseInputs) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  fixture("r5 = neg(r4)");
  EXPECT_EQ(fixture.tensor(5).strides, (Strides{1, 2}));
  fixture("r5 = add.Tensor(r4, r3, alpha=1)");  // the strides of the first input decide those of the result
  EXPECT_EQ(fixture.tensor(5).strides, (Strides{1, 2}));
  fixture("r5 = add.Tensor(r3, r4, alpha=1)");
  EXPECT_EQ(fixture.tensor(5).strides, (Strides{2, 1}));
}

TEST(Layout, ABroadcastDimensionHasStrideZeroAndACloneIsDense) {
  ModelFixture fixture;
  fixture("r3 = expand(r4, size=[3, 2], implicit=false)");
  EXPECT_EQ(fixture.tensor(3).strides, (Strides{0, 1}));
  fixture("r5 = clone(r3)");
  EXPECT_EQ(fixture.tensor(5).strides, (Strides{2, 1}));
  fixture("zero_(r3)");  // zero_ may write a tensor whose elements share memory, such as an expanded tensor
  EXPECT_EQ(fixture.error("neg_(r3)"), ErrorClass::Overlap);
}

TEST(Layout, ViewNeedsStridesThatAllowIt) {
  ModelFixture fixture;
  fixture("r4 = t(r3)");
  EXPECT_EQ(fixture.error("r5 = view(r4, size=[4])"), ErrorClass::Strides);
  fixture("r5 = reshape(r4, shape=[-1])");
  EXPECT_NE(fixture.tensor(5).storage, fixture.tensor(4).storage);
}

TEST(Layout, AsStridedStaysInsideItsStorage) {
  ModelFixture fixture;
  fixture("r4 = as_strided(r3, size=[3], stride=[1], storage_offset=1)");
  EXPECT_EQ(fixture.tensor(4).storage_offset, 1);
  EXPECT_EQ(fixture.error("r4 = as_strided(r3, size=[3], stride=[2], storage_offset=None)"), ErrorClass::StorageSize);
}

TEST(Dtypes, NumbersAndZeroDimTensorsDoNotWiden) {
  ModelFixture fixture;
  fixture("r4 = leaf(size=[], dtype=float64, requires_grad=false, seed=1)");
  fixture("r5 = mul.Tensor(r3, r4)");
  EXPECT_EQ(fixture.tensor(5).dtype, DType::Float32);
  fixture("r4 = leaf(size=[2], dtype=float64, requires_grad=false, seed=1)");
  fixture("r5 = mul.Tensor(r3, r4)");
  EXPECT_EQ(fixture.tensor(5).dtype, DType::Float64);
  fixture("r4 = leaf(size=[2], dtype=int64, requires_grad=false, seed=1)");
  EXPECT_EQ(fixture.error("div_.Tensor(r4, r4)"), ErrorClass::Dtype);
}

TEST(Limits, WhatTheHarnessCannotHoldIsDropped) {
  ModelFixture fixture;
  fixture("r3 = leaf(size=[4, 4, 4], dtype=float32, requires_grad=false, seed=1)");
  fixture("r4 = unsqueeze(r3, dim=0)");
  fixture("r4 = expand(r4, size=[4, -1, -1, -1], implicit=false)");
  EXPECT_TRUE(fixture.dropped("r5 = clone(r4)"));
}

// A composite passes its arguments to the operators that it runs, as numbers of 8 bits. 128 does not fit, so the
// command is dropped.
TEST(Limits, ASubOperationWithALargerNumberIsDropped) {
  ModelFixture fixture;
  fixture("r3 = ones(size=[4, 4, 4, 2])");
  fixture("r3 = flatten.using_ints(r3)");
  EXPECT_TRUE(fixture.dropped("r4 = dropout(r3, p=0.5, train=true)"));
  EXPECT_EQ(fixture.model().unspecified(), Unspecified::NumberTooLarge);
  fixture("r3 = ones(size=[4, 4, 4])");
  fixture("r3 = flatten.using_ints(r3)");
  fixture("r4 = dropout(r3, p=0.5, train=true)");
}

TEST(Limits, ASubOperationWithALongerListIsDropped) {
  ModelFixture fixture;
  fixture("r3 = unsqueeze(r1, dim=0)");
  fixture("r3 = unsqueeze(r3, dim=0)");
  fixture("r3 = unsqueeze(r3, dim=0)");
  fixture("r4 = fft_fftshift(r3, dim=[0, 1, 2, 3])");
  fixture("r3 = unsqueeze(r3, dim=0)");
  EXPECT_TRUE(fixture.dropped("r4 = fft_fftshift(r3)"));
  EXPECT_EQ(fixture.model().unspecified(), Unspecified::ListTooLong);
}

}  // namespace
}  // namespace modecheck::spec
