// Tests the rules for out variants, which compute the result of another operator and write it to their `out=`
// arguments.
#include <gtest/gtest.h>

#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(OutVariant, TheOutputGetsTheSizesOfTheResult) {
  ModelFixture fixture;
  fixture("r0 = detach(r0)");
  fixture("r4 = zeros(size=[1])");
  fixture("triu.out(r0, out=r4)");
  EXPECT_EQ(fixture.tensor(4).rank, 2);
  EXPECT_EQ(fixture.tensor(4).sizes[0], 2);
  EXPECT_EQ(fixture.model().storage_bytes(4), 16u);
  EXPECT_EQ(fixture.tensor(4).version, 1u);
}

TEST(OutVariant, ItsDtypeIsDemanded) {
  ModelFixture fixture;
  fixture("r0 = detach(r0)");
  fixture("r4 = zeros(size=[2, 2], dtype=float64)");
  EXPECT_EQ(fixture.error("triu.out(r0, out=r4)"), ErrorClass::Dtype);
  EXPECT_EQ(fixture.error("argmax.out(r0, out=r4)"), ErrorClass::Dtype);
  fixture("r4 = zeros(size=[], dtype=int64)");
  fixture("argmax.out(r0, out=r4)");
}

TEST(OutVariant, NothingIsRecorded) {
  ModelFixture fixture;
  fixture("r4 = zeros(size=[2, 2])");
  EXPECT_EQ(fixture.error("triu.out(r0, out=r4)"), ErrorClass::OutRequiresGrad);
  fixture("NoGradGuard() {");
  fixture("triu.out(r0, out=r4)");
  fixture("}");
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
}

TEST(OutVariant, WhatHasNoDerivativeLosesNone) {
  ModelFixture fixture;
  fixture("r4 = zeros(size=[], dtype=int64)");
  fixture("argmax.out(r0, out=r4)");
  fixture("r4 = zeros(size=[], dtype=bool)");
  fixture("any.all_out(r0, out=r4)");
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
}

TEST(OutVariant, InferenceTensorsAreWrittenInTheModeAlone) {
  ModelFixture fixture;
  fixture("r0 = detach(r0)");
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = zeros(size=[2, 2])");
  fixture("triu.out(r0, out=r4)");
  fixture("}");
  EXPECT_EQ(fixture.error("triu.out(r0, out=r4)"), ErrorClass::InferenceInPlace);
}

TEST(OutVariant, HowLibrariesReadWhatTheyWriteIsUnspecified) {
  ModelFixture fixture;
  fixture("r0 = detach(r0)");
  EXPECT_TRUE(fixture.dropped("triu.out(r0, out=r0)"));
}

TEST(OutVariant, OfSeveralOutputsEachIsWritten) {
  ModelFixture fixture;
  fixture("r0 = detach(r0)");
  fixture("r3 = zeros(size=[1])");
  fixture("r4 = zeros(size=[2], dtype=int64)");
  fixture("max.dim_max(r0, dim=0, keepdim=true, max=r3, max_values=r4)");
  EXPECT_EQ(fixture.tensor(3).rank, 2);
  EXPECT_EQ(fixture.tensor(4).rank, 2);
  EXPECT_EQ(fixture.tensor(3).version, 1u);
  EXPECT_EQ(fixture.tensor(4).version, 1u);
}

// If the second of two outputs is wrong, the operator must leave the first output unchanged, too (E1).
TEST(OutVariant, OfSeveralOutputsEachIsChecked) {
  ModelFixture fixture;
  fixture("r0 = detach(r0)");
  fixture("r3 = zeros(size=[2])");
  fixture("r4 = zeros(size=[2], dtype=int32)");
  EXPECT_EQ(fixture.error("max.dim_max(r0, dim=0, max=r3, max_values=r4)"), ErrorClass::Dtype);
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = zeros(size=[2], dtype=int64)");
  fixture("}");
  EXPECT_EQ(fixture.error("max.dim_max(r0, dim=0, max=r3, max_values=r4)"), ErrorClass::InferenceInPlace);
  EXPECT_EQ(fixture.tensor(3).version, 0u);
  // Inside InferenceMode an out variant may write a normal tensor and an inference tensor. It bumps the version of the
  // normal tensor only.
  fixture("InferenceMode(enabled=true) {");
  fixture("max.dim_max(r0, dim=0, max=r3, max_values=r4)");
  fixture("}");
}

TEST(OutVariant, OutputsThatShareAStorageAreUnspecified) {
  ModelFixture fixture;
  fixture("r3 = zeros(size=[2, 2], dtype=int64)");
  fixture("r4 = zeros(size=[2], dtype=int64)");
  EXPECT_TRUE(fixture.dropped("max.dim_max(r3, dim=0, max=r4, max_values=r4)"));
}

TEST(InPlace, TheDerivativeIsThatOfTheResult) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("leaky_relu_(r3, negative_slope=0.5)");
  fixture("r4 = add.Tensor(r3, r3)");
  fixture("zero_(r3)");
  EXPECT_EQ(fixture.error("backward(r4, seeding=1, retain_graph=false)"), ErrorClass::BackwardVersion);
  fixture("r3 = mul.Tensor(r0, r0)");
  EXPECT_TRUE(fixture.dropped("leaky_relu_(r3, negative_slope=-0.5)"));
}

TEST(InPlace, LogicTellsAutograd) {
  ModelFixture fixture;
  EXPECT_EQ(fixture.error("logical_not_(r0)"), ErrorClass::LeafInPlace);
  fixture("r3 = mul.Tensor(r0, r0)");
  fixture("logical_and_(r3, r1)");
  EXPECT_TRUE(fixture.tensor(3).has_grad_fn);
}

}  // namespace
}  // namespace modecheck::spec
