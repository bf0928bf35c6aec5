// Tests which aliases of a tensor see a write that autograd records. Each family of aliases has one history, which has
// one scalar per element (S3).
#include <gtest/gtest.h>

#include "script.h"

namespace modecheck::reference::testing {
namespace {

using Values = std::vector<double>;

TEST(Histories, AWriteThroughAViewReplacesTheElementsOfTheBase) {
  Script script;
  const Tensor x = script.leaf({2, 2}, {1, 2, 3, 4});
  const Tensor y = script.apply("clone", {x}, {2, 2});
  const Tensor row = Script::view(y, {2}, {1}, 2);
  script.apply_to(row, "mul_.Scalar", {row}, {0, 3});
  EXPECT_EQ(script.values(y), (Values{1, 2, 9, 12}));
  EXPECT_EQ(script.gradient(script.apply("sum", {y}, {}, {-1}), x), (Values{1, 1, 3, 3}));
}

TEST(Histories, AWriteToTheBaseIsSeenByViews) {
  Script script;
  const Tensor x = script.leaf({2}, {3, 5});
  const Tensor y = script.apply("clone", {x}, {2});
  const Tensor first = Script::view(y, {}, {}, 0);
  script.apply_to(y, "mul_.Tensor", {y, y}, {});
  EXPECT_EQ(script.gradient(first, x), (Values{6, 0}));
}

TEST(Histories, WhatWasRecordedKeepsItsValues) {
  Script script;
  const Tensor x = script.leaf({1}, {3});
  const Tensor y = script.apply("clone", {x}, {1});
  const Tensor square = script.apply("mul.Tensor", {y, y}, {1});
  // An unrecorded write changes the values, but not the recorded computation.
  script.apply_to(y, "fill_.Scalar", {y}, {0, 4}, false);
  EXPECT_EQ(script.values(y), (Values{4}));
  EXPECT_EQ(script.gradient(square, x), (Values{6}));
  // A later operator computes with the new value. Its gradient still flows to x, because an unrecorded write does not
  // change the history.
  EXPECT_EQ(script.gradient(script.apply("mul.Tensor", {y, y}, {1}), x), (Values{8}));
}

TEST(Histories, OverwrittenElementsAreConstants) {
  Script script;
  const Tensor x = script.leaf({2}, {3, 5});
  const Tensor y = script.apply("clone", {x}, {2});
  const Tensor last = Script::view(y, {1}, {1}, 1);
  script.apply_to(last, "zero_", {last});
  EXPECT_EQ(script.gradient(y, x), (Values{1, 0}));
}

TEST(Histories, CopyMovesHistories) {
  Script script;
  const Tensor x = script.leaf({2}, {3, 5});
  const Tensor buffer = script.constant({2, 2}, {1, 1, 1, 1});
  const Tensor row = Script::view(buffer, {2}, {1}, 2);
  script.apply_to(row, "copy_", {row, x});
  EXPECT_EQ(script.values(buffer), (Values{1, 1, 3, 5}));
  EXPECT_EQ(script.gradient(script.apply("mul.Tensor", {buffer, buffer}, {2, 2}), x), (Values{6, 10}));
}

TEST(Histories, AnOperandOfHistoryZeroIsConstant) {
  Script script;
  const Tensor x = script.leaf({1}, {3});
  Tensor unrecorded = x;
  unrecorded.geometry.history = 0;
  const Tensor y = script.apply("mul.Tensor", {x, unrecorded}, {1});
  EXPECT_EQ(script.gradient(y, x), (Values{3}));
}

TEST(Histories, DetachStartsAnew) {
  Script script;
  const Tensor x = script.leaf({1}, {3});
  const Tensor y = script.apply("clone", {x}, {1});
  Tensor detached = y;
  detached.geometry.history = 0;
  // The detached alias shares the values of y, but not its recorded history.
  script.apply_to(detached, "mul_.Scalar", {detached}, {0, 2}, false);
  EXPECT_EQ(script.values(y), (Values{6}));
  EXPECT_EQ(script.gradient(script.apply("mul.Tensor", {y, y}, {1}), x), (Values{12}));
}

TEST(Histories, AMarkedAgainLeafAccumulatesFromBothLives) {
  Script script;
  Tensor x = script.leaf({1}, {3});
  const Tensor before = script.apply("mul.Tensor", {x, x}, {1});
  script.mark(x);
  const Tensor after = script.apply("add.Tensor", {x, before}, {1}, {0, 1});
  EXPECT_EQ(script.gradient(after, x), (Values{7}));
}

TEST(Histories, ASnapshotCountsUsesAfterTheLastWriteOnly) {
  Script script;
  const Tensor x = script.leaf({2}, {3, 5});
  const Tensor y = script.apply("clone", {x}, {2});
  const Tensor early = script.apply("sum", {y}, {}, {-1});
  script.apply_to(Script::view(y, {1}, {1}, 0), "mul_.Scalar", {Script::view(y, {1}, {1}, 0)}, {0, 2});
  spec::Effect snapshot;
  snapshot.kind = spec::EffectKind::Snapshot;
  snapshot.snapshot = 1;
  snapshot.outputs[0] = y.geometry;
  script.player.play(snapshot);
  const Tensor late = script.apply("sum", {y}, {}, {-1});
  const Tensor root = script.apply("add.Tensor", {early, late}, {}, {0, 1});
  const Tensor grad = script.constant({2}, {0, 0});
  spec::Effect backward;
  backward.kind = spec::EffectKind::Backward;
  backward.input_count = 1;
  backward.inputs[0] = root.geometry;
  backward.target_count = 1;
  backward.targets[0].of = spec::BackwardTarget::Of::Snapshot;
  backward.targets[0].id = 1;
  backward.targets[0].destination = grad.geometry;
  script.player.play(backward);
  EXPECT_EQ(script.values(grad), (Values{1, 1}));
  EXPECT_EQ(script.gradient(root, x), (Values{3, 2}));
}

TEST(Gradients, AreStoredAddedInPlaceOrAddedIntoANewTensor) {
  Script script(DType::Float32);
  const Tensor x = script.leaf({2}, {3, 5});
  const Tensor y = script.apply("mul.Tensor", {x, x}, {2});
  const Tensor first = script.backward(y, x);
  EXPECT_EQ(script.values(first), (Values{6, 10}));
  EXPECT_EQ(script.state(first).certainty, Certainty::Bounded);
  EXPECT_EQ(script.state(first).tolerance, 0) << "exact but for the sign of zero";
  spec::Effect backward;
  backward.kind = spec::EffectKind::Backward;
  backward.input_count = 1;
  backward.inputs[0] = y.geometry;
  backward.target_count = 1;
  backward.targets[0].id = x.leaf;
  backward.targets[0].into = spec::BackwardTarget::Into::AddInPlace;
  backward.targets[0].destination = first.geometry;
  script.player.play(backward);
  EXPECT_EQ(script.values(first), (Values{12, 20}));
  const Tensor second = script.constant({2}, {0, 0});
  backward.targets[0].into = spec::BackwardTarget::Into::AddNew;
  backward.targets[0].previous = first.geometry;
  backward.targets[0].destination = second.geometry;
  script.player.play(backward);
  EXPECT_EQ(script.values(second), (Values{18, 30}));
  EXPECT_EQ(script.values(first), (Values{12, 20}));
}

TEST(Gradients, StartFromAGivenGradient) {
  Script script;
  const Tensor x = script.leaf({2}, {3, 5});
  const Tensor y = script.apply("neg", {x}, {2});
  const Tensor seed = script.constant({2}, {2, -1});
  EXPECT_EQ(script.values(script.backward(y, x, &seed)), (Values{-2, 1}));
}

TEST(Gradients, LargerThanTheRootAreSummedToIt) {
  Script script;
  const Tensor x = script.leaf({2}, {3, 5});
  const Tensor seed = script.constant({3, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(script.values(script.backward(script.apply("neg", {x}, {2}), x, &seed)), (Values{-9, -12}));
}

TEST(Gradients, OfExpandedRootsAddUp) {
  Script script;
  const Tensor x = script.leaf({2}, {3, 5});
  EXPECT_EQ(script.gradient(Script::view(x, {3, 2}, {0, 1}), x), (Values{3, 3}));
}

TEST(Gradients, SayNothingOnceANumberIsNotFinite) {
  Script script(DType::Float32);
  const Tensor x = script.leaf({2}, {1, 1});
  const Tensor y = script.apply("div.Tensor", {x, script.constant({2}, {0, 1})}, {2});
  const Tensor mask = script.constant({2}, {1, 0}, DType::Bool);
  const Tensor z = script.apply("masked_fill.Scalar", {y, mask}, {2}, {0, 0});
  EXPECT_EQ(script.state(script.backward(z, x)).certainty, Certainty::Unknown);
}

TEST(Gradients, SayNothingWhereAnInfiniteDerivativeIsMultipliedByZero) {
  Script script(DType::Float32);
  const Tensor x = script.leaf({2}, {1, 1});
  const Tensor y = script.apply("div.Tensor", {x, script.constant({2}, {0, 1})}, {2});
  script.apply_to(y, "zero_", {y});
  EXPECT_EQ(script.state(script.backward(y, x)).certainty, Certainty::Unknown);
}

TEST(Gradients, SayNothingOfElementsNextToAnInfiniteDerivative) {
  Script script(DType::Float32);
  const Tensor x = script.leaf({2}, {1, 1});
  const Tensor y = script.apply("div.Tensor", {x, script.constant({2}, {1, 0})}, {2});
  const Tensor first = Script::view(y, {1}, {1});
  EXPECT_EQ(script.state(script.backward(first, x)).certainty, Certainty::Unknown) << "0 * inf beside it";
}

TEST(Gradients, HaveABoundWhereRoundingDependsOnTheFormula) {
  Script script(DType::Float32);
  const Tensor x = script.leaf({2}, {1, 1});
  const Tensor third = script.apply("div.Tensor", {x, script.constant({2}, {3, 3})}, {2});
  const Tensor grad = script.backward(third, x);
  EXPECT_EQ(script.state(grad).certainty, Certainty::Bounded);
  EXPECT_GT(script.state(grad).tolerance, 0);
  EXPECT_LT(script.state(grad).tolerance, 1e-5);
}

TEST(Gradients, AreBoundedByThePrecisionTheyWereComputedIn) {
  const auto bound = [](DType dtype) {
    Script script(dtype);
    const Tensor x = script.leaf({2}, {1, 1});
    return script.state(script.backward(script.apply("hardsigmoid", {x}, {2}), x)).tolerance;
  };
  EXPECT_GT(bound(DType::Float64), 0);
  EXPECT_LT(bound(DType::Float64), 1e-13);
  EXPECT_GT(bound(DType::Float32), 1e-8);
}

TEST(Values, ThatWereGivenUpMakeTheirResultsUnknown) {
  Script script(DType::Float32);
  const Tensor x = script.constant({2}, {1, 1});
  script.player.give_up(x.geometry.storage);
  EXPECT_EQ(script.state(script.apply("neg", {x}, {2})).certainty, Certainty::Unknown);
}

}  // namespace
}  // namespace modecheck::reference::testing
