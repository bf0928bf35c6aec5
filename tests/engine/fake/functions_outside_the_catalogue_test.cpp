// Tests that a function which is no operator of the catalogue makes the sizes that it reads numbers, by guards.
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <string>

#include "engine/fake/fake_tensor_mode_guard.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "tests/engine/fake/symbolic_trace.h"

namespace modecheck::engine::fake {
namespace {

class FunctionsOutside : public SymbolicTrace {
 protected:
  bool asks(const std::string& guard) const { return guards().find(guard) != std::string::npos; }
};

TEST_F(FunctionsOutside, HalvesOfADimension) {
  const at::Tensor x = input("x", {4, 6});
  EXPECT_EQ(at::glu(x).sizes(), at::IntArrayRef({4, 3}));
  EXPECT_TRUE(asks("glu: s1 == 6")) << guards();
}

TEST_F(FunctionsOutside, BlocksOfAMatrix) {
  EXPECT_EQ(at::block_diag({input("x", {2, 3}), input("y", {4, 5})}).sizes(), at::IntArrayRef({6, 8}));
  EXPECT_TRUE(asks("block_diag: s0 == 2")) << guards();
  EXPECT_TRUE(asks("block_diag: s3 == 5")) << guards();
}

TEST_F(FunctionsOutside, Statistics) {
  at::cosine_similarity(input("x", {3, 5}), input("y", {3, 5}));
  EXPECT_TRUE(asks("cosine_similarity: s1 == 5")) << guards();
}

TEST_F(FunctionsOutside, FunctionsAndModulesOfNetworks) {
  namespace F = torch::nn::functional;
  F::fractional_max_pool2d(input("x", {1, 2, 6, 6}), F::FractionalMaxPool2dFuncOptions(2).output_size(3));
  EXPECT_TRUE(asks("fractional_max_pool2d: s1 == 6")) << guards();
  torch::nn::CrossMapLRN2d normalize(2);
  normalize->forward(input("y", {2, 3, 4, 5}));
  EXPECT_TRUE(asks("CrossMapLRN2d: s3 == 2")) << guards();
}

TEST_F(FunctionsOutside, ALossOnlyAsksWhetherSizesAreEqual) {
  namespace F = torch::nn::functional;
  const at::Tensor x = input("x", {3, 5});
  F::mse_loss(x, input("z", {3, 5}));
  EXPECT_TRUE(asks("a loss of an input and a target: s0 == s2")) << guards();
  EXPECT_FALSE(asks("== 3")) << guards();
  EXPECT_FALSE(asks("== 5")) << guards();
}

TEST_F(FunctionsOutside, DropoutAndColumnsKeepTheirSymbols) {
  const at::Tensor x = input("x", {4, 6});
  const at::Tensor v = input("v", {4});
  const FakeTensorModeGuard guard(mode_);
  EXPECT_EQ(text(at::dropout(x, 0.5, true)), "s0 s1 | s1 1");
  EXPECT_EQ(text(at::alpha_dropout(x, 0.5, true)), "s0 s1 | s1 1");
  EXPECT_EQ(text(at::column_stack({v, v})), "s2 2 | 2 1");
  EXPECT_EQ(text(v.outer(v)), "s2 s2 | s2 1");
  EXPECT_EQ(guards(), "");
}

TEST_F(FunctionsOutside, PartsAndDiagonalsOfOtherSizes) {
  at::tensor_split(input("x", {4, 6}), at::IntArrayRef({2, 3}), 1);
  EXPECT_TRUE(asks("tensor_split: s1 == 6")) << guards();
  input("y", {3, 5}).fill_diagonal_(1);
  EXPECT_TRUE(asks("fill_diagonal_: s3 == 5")) << guards();
}

TEST_F(FunctionsOutside, ASolutionOfATensor) {
  const at::Tensor left = input("a", {2, 3, 6});
  at::linalg_tensorsolve(left, input("b", {2, 3}));
  EXPECT_TRUE(asks("linalg_tensorsolve: s2 == 6")) << guards();
}

TEST_F(FunctionsOutside, ImagesThatAreResizedByAFactor) {
  namespace F = torch::nn::functional;
  const auto twice = F::InterpolateFuncOptions().scale_factor(std::vector<double>{2, 2});
  const at::Tensor x = input("x", {2, 3, 4, 6});
  F::interpolate(x, F::InterpolateFuncOptions(twice).mode(torch::kNearest));
  EXPECT_EQ(guards(), "");
  F::interpolate(x, F::InterpolateFuncOptions(twice).mode(torch::kArea));
  EXPECT_TRUE(asks("interpolate: s3 == 6")) << guards();
}

TEST_F(FunctionsOutside, AnErrorOfARecurrentLayer) {
  EXPECT_THROW(torch::nn::RNN(7, 5)->forward(input("x", {3, 2, 6})), c10::Error);
  EXPECT_TRUE(asks("a recurrent layer: s2 == 6")) << guards();
  EXPECT_THROW(torch::nn::RNNCell(7, 5)->forward(input("y", {2, 6})), c10::Error);
  EXPECT_TRUE(asks("a recurrent cell: s4 == 6")) << guards();
}

TEST_F(FunctionsOutside, OtherTensorsAreLeftAlone) {
  input("x", {4, 6});
  EXPECT_EQ(at::glu(at::ones({4, 6})).sizes(), at::IntArrayRef({4, 3}));
  EXPECT_EQ(guards(), "");
  EXPECT_TRUE(have_equal_sizes("test", at::ones({2}), at::ones({2})));
  EXPECT_FALSE(have_equal_sizes("test", at::ones({2}), at::ones({2, 2})));
}

TEST_F(FunctionsOutside, ASizeThatDependsOnDataHasNoNumber) {
  const at::Tensor rows = input("x", {4}).nonzero();
  EXPECT_THROW(at::glu(rows.t()), c10::Error);
}

}  // namespace
}  // namespace modecheck::engine::fake
