// Tests that a trace says all that it depends on: where a size, a mode or a memory was once read without a guard.
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <string>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"
#include "tests/engine/fake/symbolic_trace.h"

namespace modecheck::engine::fake {
namespace {

constexpr std::int64_t beyond_rules = std::int64_t{1} << 41;  // rules take numbers up to 2**40

TEST_F(SymbolicTrace, AsStridedTakesNumbersThatNoRuleTakes) {
  const at::Tensor x = input("x", {4, 6});
  const at::Tensor y = x.as_strided({1}, {beyond_rules}, 0);
  EXPECT_EQ(y.strides(), at::IntArrayRef({beyond_rules}));
  EXPECT_EQ(text(x), "4 6 | 6 1");  // whether the elements lie within the storage depends on all sizes
  const at::Tensor z = input("z", {5, 7});
  z.as_strided_({1}, {beyond_rules}, 0);
  EXPECT_EQ(text(z), "1 | " + std::to_string(beyond_rules));
  EXPECT_THROW(input("w", {3}).as_strided({beyond_rules}, {1}, 0), c10::Error);
}

TEST_F(SymbolicTrace, WhatARuleAsksOfModesIsPartOfARememberedCall) {
  const auto chain = [&](const std::string& name) {
    return std::vector<at::Tensor>{input(name + "a", {2, 3}), input(name + "b", {3, 4}), input(name + "c", {4, 5})};
  };
  const std::vector<at::Tensor> matrices = chain("x");
  at::linalg_multi_dot(matrices);  // no error can depend on the order here
  const std::size_t before = env_->guards().size();
  const c10::InferenceMode mode;
  at::linalg_multi_dot(matrices);
  EXPECT_GT(env_->guards().size(), before);
  EXPECT_TRUE(mode_.concretised().empty());
}

TEST_F(SymbolicTrace, TheOrderOfProductsBecomesAGuard) {
  const at::Tensor a = input("a", {2, 3});
  const at::Tensor b = input("b", {3, 4});
  const at::Tensor c = input("c", at::ones({4, 5}).requires_grad_());
  EXPECT_EQ(text(at::linalg_multi_dot({a, b, c})), "s0 s5 | s5 1");
  const auto holds_for = [&](std::int64_t rows, std::int64_t inner, std::int64_t other, std::int64_t columns) {
    return env_->evaluate_guards({{0, rows}, {1, inner}, {2, inner}, {3, other}, {4, other}, {5, columns}});
  };
  EXPECT_TRUE(holds_for(2, 3, 4, 5));
  EXPECT_TRUE(holds_for(2, 7, 7, 7));
  EXPECT_FALSE(holds_for(9, 3, 9, 2));  // here the last two matrices are multiplied first
  EXPECT_TRUE(mode_.concretised().empty());
}

TEST_F(SymbolicTrace, AViewWithoutHistoryHasTheSizesItIsGiven) {
  const at::Tensor x = input("x", {2, 3, 4, 5});
  const at::Tensor y = input("y", {4, 3});
  EXPECT_EQ(text(at::kron(y, y)), "s4**2 s5**2 | s5**2 1");
  EXPECT_NO_THROW(at::pixel_shuffle(input("z", {1, 8, 3, 3}), 2));
  EXPECT_NO_THROW(at::channel_shuffle(x, 3));
}

TEST_F(SymbolicTrace, TheExtremeOfNothingBecomesAGuard) {
  ShapeEnv::Settings settings;
  settings.specialize_zero_one = false;
  const auto env = std::make_shared<ShapeEnv>(settings);
  FakeTensorMode mode(env);
  const auto context = std::make_shared<StatefulSymbolicContext>("x");
  context->dynamic_sizes = {DimDynamic::DYNAMIC, DimDynamic::DYNAMIC};
  const at::Tensor x = mode.from_tensor(at::empty({0, 3}), context);
  EXPECT_THROW(at::amax(x, {0}), c10::Error);
  EXPECT_FALSE(env->evaluate_guards({{0, 2}, {1, 3}}));
}

TEST_F(SymbolicTrace, RowsOfNonzeroAreForgottenWithTheElements) {
  const at::Tensor x = input("x", {4});
  const auto rows = [&] { return mode_.symbolic_geometry(x.nonzero()).sizes[0]; };
  const Expression first = rows();
  EXPECT_EQ(rows(), first);
  x.data().zero_();  // does not change the version of x
  const Expression after_write = rows();
  EXPECT_NE(after_write, first);
  x.set_data(input("z", {9}));
  EXPECT_NE(rows(), after_write);
}

TEST_F(SymbolicTrace, RowsOfNonzeroBelongToThePartThatATensorShows) {
  const at::Tensor x = input("x", {6});
  const Expression all = mode_.symbolic_geometry(x.nonzero()).sizes[0];
  x.set_data(x.data().slice(0, 0, 2));
  EXPECT_NE(mode_.symbolic_geometry(x.nonzero()).sizes[0], all);
}

TEST_F(SymbolicTrace, AGradientThatCannotBeAddedLeavesAGuard) {
  const at::Tensor x = input("x", at::ones({2, 3}).requires_grad_());
  x.mutable_grad() = input("g", {3, 2});
  EXPECT_THROW(x.mul(2).sum().backward(), c10::Error);
  EXPECT_FALSE(env_->evaluate_guards({{0, 2}, {1, 2}, {2, 2}, {3, 2}}));
}

TEST_F(SymbolicTrace, AResultThatABodyMakesOutsideOfTheModeHasSymbols) {
  ShapeEnv::Settings settings;
  settings.specialize_zero_one = false;
  FakeTensorMode mode(std::make_shared<ShapeEnv>(settings));
  const at::Tensor x = mode.from_tensor(at::empty({0, 3}));
  EXPECT_FALSE(mode.symbolic_geometry(at::trapezoid(x, 1, 0)).sizes[0].constant().has_value());
}

TEST_F(SymbolicTrace, AHookMustKeepTheSizesOfTheGradient) {
  const at::Tensor x = input("x", at::ones({4, 6}).requires_grad_());
  const FakeTensorModeGuard guard(mode_);
  const at::Tensor y = x.mul(2);
  y.register_hook([](const at::Tensor& gradient) { return gradient.mul(3); });
  y.sum().backward();
  EXPECT_EQ(guards().find(" == "), std::string::npos) << guards();  // an operator asks for the layout only
  EXPECT_EQ(text(x.grad()), "s0 s1 | s1 1");
  const at::Tensor z = x.mul(2);
  z.register_hook([](const at::Tensor& /*gradient*/) { return at::ones({4, 6}); });
  z.sum().backward();
  EXPECT_NE(guards().find("a hook of a gradient: s0 == 4; a hook of a gradient: s1 == 6"), std::string::npos);
}

TEST_F(SymbolicTrace, ALeafMayChangeWhileItRequiresNoGradient) {
  const at::Tensor x = input("x", at::ones({3, 3}).requires_grad_());
  const at::Tensor y = x.mul(2);
  x.set_requires_grad(false);
  x.t_();
  x.set_requires_grad(true);
  y.sum().backward();
  EXPECT_FALSE(env_->evaluate_guards({{0, 4}, {1, 5}}));
  EXPECT_TRUE(env_->evaluate_guards({{0, 5}, {1, 5}}));
}

TEST_F(SymbolicTrace, ANumberForAKernelKnowsWhatIsKnown) {
  const at::Tensor x = input("x", {4});
  const c10::SymInt item = mode_.symbolic_item(input("count", at::ones({}, at::kLong)));
  TORCH_SYM_CHECK(item.sym_eq(x.sym_size(0)), "the item is the size");
  const FakeTensorModeGuard guard(mode_);
  EXPECT_EQ(text(at::zeros_symint({item})), "s0 | 1");
}

TEST_F(SymbolicTrace, ACheckThatIsFalseOfTheStandInIsSeenByRememberedCalls) {
  const at::Tensor chosen = input("x", {4}).masked_select(input("m", at::ones({4}).gt(0)));
  EXPECT_NO_THROW(chosen.relu());
  env_->check(Fact::equal(mode_.symbolic_geometry(chosen).sizes[0], 5), "check");
  EXPECT_THROW(chosen.relu(), DataDependentError);
}

TEST_F(SymbolicTrace, RulesDoNotOverflow) {
  const at::Tensor x = input("x", {1, 1, 4, 4});
  const std::int64_t large = (std::int64_t{1} << 40) - 1;
  EXPECT_THROW(at::max_pool2d(x, {large, large}, {1, 1}, {0, 0}, {large, large}), c10::Error);
  EXPECT_THROW(at::col2im(input("c", {1, 4}), {2, 2}, {large, large}, {1, 1}, {0, 0}, {1, 1}), c10::Error);
}

}  // namespace
}  // namespace modecheck::engine::fake
