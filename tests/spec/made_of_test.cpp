// Functions that run as the rows that they are made of.
#include <gtest/gtest.h>

#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(MadeOf, IsLikeARowWithAKernel) {
  int functions = 0;
  for (std::size_t id = 0; id < operations().size(); ++id) {
    const Operation& row = operations()[id];
    if (row.family != operators::Family::MadeOf) {
      EXPECT_EQ(row.like, 0) << row.name;
      continue;
    }
    ++functions;
    ASSERT_NE(row.like, 0) << row.name;
    EXPECT_NE(operation(row.like).family, operators::Family::MadeOf) << row.name;
    EXPECT_TRUE(row.composite) << row.name;
  }
  EXPECT_GT(functions, 80);
}

TEST(MadeOf, D4RunsThroughTheKernelsOfItsParts) {
  Told told;
  told("r4 = square(r0)");
  EXPECT_EQ(told.route(), "AB");
  told("r4 = outer(r1, r1)");
  EXPECT_EQ(told.route(), "AVBAB");  // reshape, mul
  told("InferenceMode(enabled=true) {");
  told("r5 = outer(r1, r1)");
  EXPECT_EQ(told.route(), "VBB");
  told("}");
}

TEST(MadeOf, K4MayReturnItsArgument) {
  Told told;
  told("r4 = flatten.using_ints(r1)");
  EXPECT_EQ(told.tensor(4).same_tensor, told.tensor(1).same_tensor);
  told("r4 = atleast_1d(r1)");
  EXPECT_EQ(told.tensor(4).same_tensor, told.tensor(1).same_tensor);
  told("r4 = dropout(r0, p=0.5, train=false)");
  EXPECT_EQ(told.tensor(4).same_tensor, told.tensor(0).same_tensor);
  told("r4 = flatten.using_ints(r0)");
  EXPECT_TRUE(told.tensor(4).is_view);
  told("r4 = t(r0)");
  told("r4 = flatten.using_ints(r4)");
  EXPECT_FALSE(told.tensor(4).is_view);
}

TEST(MadeOf, S1APartThatSavesAnInferenceTensorIsRejected) {
  Told told;
  told("InferenceMode(enabled=true) {");
  told("r4 = ones(size=[2, 2])");
  told("}");
  EXPECT_EQ(told.error("r5 = linear(r0, r4)"), ErrorClass::InferenceSaved);
  EXPECT_EQ(told.error("dropout_(r4, p=0.5, train=true)"), ErrorClass::InferenceInPlace);
  told("dropout_(r4, p=0.0, train=true)");  // V3: nothing is written
}

TEST(MadeOf, E1WhatAPartMadeIsSeenByNobody) {
  Told told;
  const Observation before = told.observation();
  EXPECT_EQ(told.error("r4 = hstack([r0, r1])"), ErrorClass::Shape);
  EXPECT_EQ(told.error("r4 = linear(r1, r1, bias=r0)"), ErrorClass::Shape);
  for (std::size_t reg = 0; reg < kRegisters; ++reg) {
    EXPECT_EQ(told.tensor(reg).version, before.registers.at(reg).tensor.version);
    EXPECT_EQ(told.tensor(reg).same_tensor, before.registers.at(reg).tensor.same_tensor);
  }
}

TEST(MadeOf, W1PiecesOfTensorSplitAreSlices) {
  Told told;
  told("r3 = add.Tensor(r0, r0)");
  told("r4, r5 = tensor_split.sections(r3, sections=2)");
  EXPECT_EQ(told.tensor(4).creation_meta, CreationMeta::Default);
  told("zero_(r4)");  // W4: those of split may not be written
  told("r4, r5 = split.Tensor(r3, split_size=1)");
  EXPECT_EQ(told.error("zero_(r4)"), ErrorClass::ViewFromMultiOutput);
}

TEST(ProgramText, ListsHaveTheRoomThatTheirRowHas) {
  EXPECT_THROW(parse_program("modecheck 1\n_foreach_addcmul_.Scalar([r3, r3, r3], [r3, r3, r3], [r3, r3, r3], 1)\n"),
               TextError);
}

}  // namespace
}  // namespace modecheck::spec
