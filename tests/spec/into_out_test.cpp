// Out variants that compute the result of another operator: the rules that all of them share.
#include <gtest/gtest.h>

#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(IntoOut, TheOutputGetsTheSizesOfTheResult) {
  Told told;
  told("r0 = detach(r0)");
  told("r4 = zeros(size=[1])");
  told("triu.out(r0, out=r4)");
  EXPECT_EQ(told.tensor(4).rank, 2);
  EXPECT_EQ(told.tensor(4).sizes[0], 2);
  EXPECT_EQ(told.model().storage_bytes(4), 16u);
  EXPECT_EQ(told.tensor(4).version, 1u);
}

TEST(IntoOut, ItsDtypeIsDemanded) {
  Told told;
  told("r0 = detach(r0)");
  told("r4 = zeros(size=[2, 2], dtype=float64)");
  EXPECT_EQ(told.error("triu.out(r0, out=r4)"), ErrorClass::Dtype);
  EXPECT_EQ(told.error("argmax.out(r0, out=r4)"), ErrorClass::Dtype);
  told("r4 = zeros(size=[], dtype=int64)");
  told("argmax.out(r0, out=r4)");
}

TEST(IntoOut, NothingIsRecorded) {
  Told told;
  told("r4 = zeros(size=[2, 2])");
  EXPECT_EQ(told.error("triu.out(r0, out=r4)"), ErrorClass::OutRequiresGrad);
  told("NoGradGuard() {");
  told("triu.out(r0, out=r4)");
  told("}");
  EXPECT_FALSE(told.tensor(4).requires_grad);
}

TEST(IntoOut, WhatHasNoDerivativeLosesNone) {
  Told told;
  told("r4 = zeros(size=[], dtype=int64)");
  told("argmax.out(r0, out=r4)");
  told("r4 = zeros(size=[], dtype=bool)");
  told("any.all_out(r0, out=r4)");
  EXPECT_FALSE(told.tensor(4).requires_grad);
}

TEST(IntoOut, InferenceTensorsAreWrittenInTheModeAlone) {
  Told told;
  told("r0 = detach(r0)");
  told("InferenceMode(enabled=true) {");
  told("r4 = zeros(size=[2, 2])");
  told("triu.out(r0, out=r4)");
  told("}");
  EXPECT_EQ(told.error("triu.out(r0, out=r4)"), ErrorClass::InferenceInPlace);
}

TEST(IntoOut, HowLibrariesReadWhatTheyWriteIsLeftOpen) {
  Told told;
  told("r0 = detach(r0)");
  EXPECT_TRUE(told.dropped("triu.out(r0, out=r0)"));
}

TEST(IntoOut, OfSeveralOutputsEachIsWritten) {
  Told told;
  told("r0 = detach(r0)");
  told("r3 = zeros(size=[1])");
  told("r4 = zeros(size=[2], dtype=int64)");
  told("max.dim_max(r0, dim=0, keepdim=true, max=r3, max_values=r4)");
  EXPECT_EQ(told.tensor(3).rank, 2);
  EXPECT_EQ(told.tensor(4).rank, 2);
  EXPECT_EQ(told.tensor(3).version, 1u);
  EXPECT_EQ(told.tensor(4).version, 1u);
}

// If the second output is wrong, the first is not written either (E1).
TEST(IntoOut, OfSeveralOutputsEachIsChecked) {
  Told told;
  told("r0 = detach(r0)");
  told("r3 = zeros(size=[2])");
  told("r4 = zeros(size=[2], dtype=int32)");
  EXPECT_EQ(told.error("max.dim_max(r0, dim=0, max=r3, max_values=r4)"), ErrorClass::Dtype);
  told("InferenceMode(enabled=true) {");
  told("r4 = zeros(size=[2], dtype=int64)");
  told("}");
  EXPECT_EQ(told.error("max.dim_max(r0, dim=0, max=r3, max_values=r4)"), ErrorClass::InferenceInPlace);
  EXPECT_EQ(told.tensor(3).version, 0u);
  // Inside the mode both kinds of tensor are written, and the version of the normal one is bumped.
  told("InferenceMode(enabled=true) {");
  told("max.dim_max(r0, dim=0, max=r3, max_values=r4)");
  told("}");
}

TEST(IntoOut, OutputsThatShareAStorageAreLeftOpen) {
  Told told;
  told("r3 = zeros(size=[2, 2], dtype=int64)");
  told("r4 = zeros(size=[2], dtype=int64)");
  EXPECT_TRUE(told.dropped("max.dim_max(r3, dim=0, max=r4, max_values=r4)"));
}

TEST(InPlace, TheDerivativeIsThatOfTheResult) {
  Told told;
  told("r3 = mul.Tensor(r0, r0)");
  told("leaky_relu_(r3, negative_slope=0.5)");
  told("r4 = add.Tensor(r3, r3)");
  told("zero_(r3)");
  EXPECT_EQ(told.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
  told("r3 = mul.Tensor(r0, r0)");
  EXPECT_TRUE(told.dropped("leaky_relu_(r3, negative_slope=-0.5)"));
}

TEST(InPlace, LogicTellsAutograd) {
  Told told;
  EXPECT_EQ(told.error("logical_not_(r0)"), ErrorClass::LeafInPlace);
  told("r3 = mul.Tensor(r0, r0)");
  told("logical_and_(r3, r1)");
  EXPECT_TRUE(told.tensor(3).has_grad_fn);
}

}  // namespace
}  // namespace modecheck::spec
