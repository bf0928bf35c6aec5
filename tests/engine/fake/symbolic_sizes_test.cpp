// Tests what operators make of symbolic sizes: the sizes and strides of their results, and the guards.
#include "engine/fake/symbolic_sizes.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>

#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "engine/fake/symbolic/stateless_symbolic_context.h"
#include "tests/engine/fake/symbolic_trace.h"

namespace modecheck::engine::fake {
TEST_F(SymbolicTrace, AnOperatorOfElementsKeepsTheSizes) {
  const at::Tensor x = input("x", {4, 3});
  EXPECT_EQ(text(x), "s0 s1 | s1 1");
  EXPECT_EQ(text(at::relu(x)), "s0 s1 | s1 1");
  EXPECT_EQ(text(x.t().sin()), "s1 s0 | 1 s1");
  EXPECT_EQ(guards(), "");
}

TEST_F(SymbolicTrace, BroadcastingAsksWhetherSizesAreEqual) {
  const at::Tensor x = input("x", {4, 3});
  const at::Tensor y = input("y", {3});
  EXPECT_EQ(text(x + y), "s0 s1 | s1 1");
  EXPECT_EQ(guards(), "add.Tensor: s1 == s2");
  const at::Tensor z = input("z", {5});
  EXPECT_THROW(x + z, c10::Error);
  EXPECT_EQ(guards(), "add.Tensor: s1 == s2; add.Tensor: s1 != s3");
}

TEST_F(SymbolicTrace, ProductsJoinsAndReductions) {
  const at::Tensor x = input("x", {4, 3});
  const at::Tensor y = input("y", {3, 5});
  EXPECT_EQ(text(x.mm(y)), "s0 s3 | s3 1");
  EXPECT_EQ(guards(), "mm: s1 == s2");
  EXPECT_EQ(text(at::cat({x, x}, 0)), "2*s0 s1 | s1 1");
  EXPECT_EQ(text(at::stack({x, x}, 2)), "s0 s1 2 | 2*s1 2 1");
  EXPECT_EQ(text(x.sum(0)), "s1 | 1");
  EXPECT_EQ(text(x.sum(0, true)), "1 s1 | s1 1");
  EXPECT_EQ(text(std::get<1>(x.max(1))), "s0 | 1");
  EXPECT_EQ(guards(), "mm: s1 == s2");
}

TEST_F(SymbolicTrace, Views) {
  const at::Tensor x = input("x", {4, 3});
  EXPECT_EQ(text(x.select(0, 1)), "s1 | 1 | s1");
  EXPECT_EQ(text(x.select(0, -1)), "s1 | 1 | s0*s1 - s1");
  EXPECT_EQ(text(x.slice(1, 1)), "s0 s1 - 1 | s1 1 | 1");
  EXPECT_EQ(text(x.unsqueeze(1)), "s0 1 s1 | s1 s1 1");
  EXPECT_EQ(text(x.expand({2, -1, -1})), "2 s0 s1 | 0 s1 1");
  EXPECT_EQ(text(x.view({-1})), "s0*s1 | 1");
  EXPECT_EQ(text(x.diagonal()), "s1 | s1 + 1");
  EXPECT_EQ(guards(), "diagonal: s1 + 1 <= s0");
}

TEST_F(SymbolicTrace, AnOperatorThatChangesItsArgument) {
  const at::Tensor x = input("x", {4, 3});
  x.t_();
  EXPECT_EQ(text(x), "s1 s0 | 1 s1");
  x.unsqueeze_(0);
  EXPECT_EQ(text(x), "1 s1 s0 | s1 1 s1");
  x.mul_(2);
  EXPECT_EQ(text(x), "1 s1 s0 | s1 1 s1");
}

TEST_F(SymbolicTrace, AnOutArgumentIsResized) {
  const at::Tensor x = input("x", {4, 3});
  at::Tensor out = input("out", at::empty({0}));
  at::mul_out(out, x, x);
  EXPECT_EQ(text(out), "s0 s1 | s1 1");
}

TEST_F(SymbolicTrace, AGradientHasTheSizesOfItsTensor) {
  const at::Tensor x = input("x", at::empty({4, 3}).requires_grad_());
  (x * x).sum().backward();
  EXPECT_EQ(text(x.grad()), "s0 s1 | s1 1");
  EXPECT_EQ(guards(), "");
}

TEST_F(SymbolicTrace, InferenceTensorsHaveSymbolsToo) {
  const c10::InferenceMode inference;
  const at::Tensor x = input("x", {4, 3});
  const at::Tensor y = x.t() + x.t();
  EXPECT_TRUE(y.is_inference());
  EXPECT_EQ(text(y), "s1 s0 | 1 s1");
}

TEST_F(SymbolicTrace, StridesMustStayWithinTheStorage) {
  const at::Tensor x = input("x", {4, 3});
  EXPECT_EQ(text(x.as_strided({2}, {1})), "2 | 1");
  EXPECT_EQ(guards(), "");
  EXPECT_EQ(text(x.as_strided({10}, {1})), "10 | 1");
  EXPECT_EQ(guards(), "as_strided: 10 <= s0*s1");
}

TEST_F(SymbolicTrace, WithoutARuleSizesBecomeNumbersAndTheOperatorIsCounted) {
  const at::Tensor x = input("x", {2, 3, 4, 5});
  const std::vector<double> scales = {1.5, 1.5};
  EXPECT_EQ(at::upsample_nearest2d(x, c10::nullopt, scales).sizes(), at::IntArrayRef({2, 3, 6, 7}));
  EXPECT_EQ(text(x), "2 3 4 5 | 60 20 5 1");
  EXPECT_EQ(mode_.concretised(), (std::map<std::string, std::uint64_t>{{"upsample_nearest2d.vec", 1}}));
}

TEST_F(SymbolicTrace, AnOperatorThatIsMadeOfOthersNeedsNoFakeMode) {
  const at::Tensor x = input("x", {2, 6});
  const at::Tensor y = input("y", {2, 6});
  EXPECT_EQ(text(x.view_as(y)), "s2 s3 | s3 1");
  EXPECT_EQ(text(x.chunk(2, 1)[1]), "s0 ((s1 + 1) // 2) | s1 1 | ((s1 + 1) // 2)");
}

TEST_F(SymbolicTrace, SumsOverNamedDimensions) {
  const at::Tensor x = input("x", {4, 3, 5});
  const at::Tensor y = input("y", {5, 6, 3});
  EXPECT_EQ(text(at::tensordot(x, y, {1, -1}, {2, 0})), "s0 s4 | s4 1");
  EXPECT_EQ(guards(), "tensordot: s1 == s5; tensordot: s2 == s3");
  EXPECT_THROW(at::tensordot(x, y, {0}, {1}), c10::Error);
  EXPECT_EQ(guards(), "tensordot: s1 == s5; tensordot: s2 == s3; tensordot: s0 != s4");
}

TEST_F(SymbolicTrace, ConvolutionsWhosePaddingIsNamed) {
  const at::Tensor weight = input("weight", {5, 3, 4});
  const auto convolved = [&](const at::Tensor& x, const char* padding) {
    return text(at::conv1d(x, weight, {}, 1, padding));
  };
  const at::Tensor x = input("x", {2, 3, 8});
  EXPECT_EQ(convolved(x, "same"), "s3 s0 s5 | s0*s5 s5 1");
  EXPECT_EQ(convolved(x, "valid"), "s3 s0 -s2 + s5 + 1 | -s0*s2 + s0*s5 + s0 -s2 + s5 + 1 1");
  EXPECT_EQ(convolved(input("row", {3, 7}), "same"), "s0 s7 | s7 1");
  EXPECT_TRUE(mode_.concretised().empty());
}

TEST_F(SymbolicTrace, TransformsOfALengthThatIsGiven) {
  const at::Tensor x = input("x", {4, 3});
  EXPECT_EQ(text(at::fft_rfft(x)), "s0 (s1 // 2) + 1 | (s1 // 2) + 1 1");
  EXPECT_EQ(guards(), "");
  EXPECT_EQ(text(at::fft_fft(x, 8)), "s0 8 | 8 1");
  EXPECT_EQ(guards(), "fft_fft: s1 != 8; fft_fft: s1 <= 8");
  EXPECT_EQ(text(at::fft_fftshift(x, c10::IntArrayRef({0}))), "s0 s1 | s1 1");
  EXPECT_TRUE(mode_.concretised().empty());
}

TEST_F(SymbolicTrace, IntegralsOverPlaces) {
  const at::Tensor y = input("y", {4, 3});
  EXPECT_EQ(text(at::trapezoid(y, input("x", {3}))), "s0 | 1");
  EXPECT_EQ(guards(), "trapezoid.x: s1 == s2");
  EXPECT_EQ(text(at::cumulative_trapezoid(y, y, 0)), "s0 - 1 s1 | s1 1");
  EXPECT_TRUE(mode_.concretised().empty());
}

TEST_F(SymbolicTrace, FunctionsThatAreMadeOfOperatorsAreFollowedAsAWhole) {
  const at::Tensor x = input("x", {4, 6, 2});
  EXPECT_EQ(text(at::diff(x, 1, 0)), "s0 - 1 s1 s2 | s1*s2 s2 1");
  EXPECT_EQ(text(at::inner(x, input("y", {2}))), "s0 s1 | s1 1");
  EXPECT_EQ(guards(), "inner: s2 == s3");
  EXPECT_EQ(text(at::hsplit(x, 2)[1]), "s0 (s1 // 2) s2 | s1*s2 s2 1 | s1*s2 - s2*(s1 // 2)");
  EXPECT_EQ(text(x.unflatten(1, {3, 2})), "s0 3 2 s2 | 6*s2 2*s2 s2 1");
  EXPECT_EQ(text(at::linear(x, input("weight", {5, 2}), input("bias", {5}))), "s0 6 s4 | 6*s4 s4 1");
  EXPECT_TRUE(mode_.concretised().empty());
  // A function without a rule makes the sizes numbers, because it computes with them.
  EXPECT_EQ(text(at::fft_irfft(x)), "4 6 2 | 12 2 1");
  EXPECT_EQ(mode_.concretised(), (std::map<std::string, std::uint64_t>{{"fft_irfft", 1}}));
}

TEST_F(SymbolicTrace, ACallThatComesAgainGivesTheSame) {
  const at::Tensor x = input("x", {4, 3});
  const at::Tensor y = input("y", {4, 3});
  EXPECT_EQ(text(x.add(y)), "s0 s1 | s1 1");
  const std::string asked = guards();
  EXPECT_EQ(asked, "add.Tensor: s0 == s2; add.Tensor: s1 == s3");
  EXPECT_EQ(mode_.cache_info().hits, 0U);
  EXPECT_EQ(text(x.add(y)), "s0 s1 | s1 1");
  EXPECT_EQ(text(x.add(y)), "s0 s1 | s1 1");
  EXPECT_EQ(mode_.cache_info().hits, 2U);
  for (const char* const joined : {"2*s0 s1 | s1 1", "2*s0 s1 | s1 1"}) EXPECT_EQ(text(at::cat({x, y}, 0)), joined);
  EXPECT_EQ(text(at::cat({x, y, x}, 0)), "3*s0 s1 | s1 1");
  EXPECT_EQ(mode_.cache_info().hits, 3U);
  EXPECT_EQ(text(x.t()), "s1 s0 | 1 s1");
  EXPECT_EQ(text(x.t()), "s1 s0 | 1 s1");
  EXPECT_EQ(text(x.slice(0, 1)), "s0 - 1 s1 | s1 1 | s1");
  EXPECT_EQ(text(x.slice(0, 2)), "s0 - 2 s1 | s1 1 | 2*s1");
  // Another dtype, and another tensor of the same geometry.
  EXPECT_EQ(text(x.to(at::kDouble).add(y.mul(2))), "s0 s1 | s1 1");
  for (const char* const sizes : {"s1 s0 | 1 s1", "s0 s1 | s1 1"}) {
    x.t_();
    EXPECT_EQ(text(x), sizes);
  }
  EXPECT_EQ(guards(), asked);
  // An out argument grows twice.
  for (int i = 0; i < 2; ++i) {
    at::Tensor out = at::zeros_like(x.select(0, 0));
    at::add_out(out, x, y);
    EXPECT_EQ(text(out), "s0 s1 | s1 1");
  }
  // What a size needs later is known of the results of earlier calls, too.
  const at::Tensor sum = x.add(y);
  EXPECT_THROW(x.view({-1, 5}), c10::Error);
  EXPECT_EQ(text(sum.view({-1})), "s0*s1 | 1");
}

TEST_F(SymbolicTrace, ATensorOfAnotherDtypeAsksForRoomInAStorage) {
  const at::Tensor x = input("x", {2, 2});
  const at::Tensor numbers = input("numbers", at::zeros({2}, at::kLong));
  EXPECT_THROW(numbers.set_(x.diagonal()), c10::Error);
  EXPECT_EQ(guards(), "diagonal: s0 <= s1; set_: s0 == s2");
}

TEST_F(SymbolicTrace, NumbersThatSizesCannotReachHaveNoRule) {
  const at::Tensor x = input("x", {4, 3});
  EXPECT_EQ(text(x.slice(0, std::numeric_limits<std::int64_t>::min(), 2)), "2 3 | 3 1");
  EXPECT_EQ(mode_.concretised().count("slice.Tensor"), 1U);
  EXPECT_THROW(x.unbind(5), c10::Error);
}

TEST_F(SymbolicTrace, ATensorThatOverlapsTheWrittenOneFixesTheSizes) {
  const at::Tensor x = input("x", {4});
  x.slice(0, 0, 2).add_(x.slice(0, 2));
  EXPECT_EQ(guards(), "add_.Tensor: s0 == 4");
}

TEST_F(SymbolicTrace, AStatefulContextGivesTheSameSymbolsAgain) {
  const at::Tensor x = input("x", {4, 3});
  x.t_();
  const auto fresh = fresh_fake_mode(mode_, contexts_);
  const at::Tensor again = fresh->from_tensor(mode_.inputs()[0].real);
  EXPECT_EQ(fresh->symbolic_geometry(again).sizes, (std::vector<Expression>{Expression::of(0), Expression::of(1)}));
  const auto stateless = fresh_fake_mode(mode_);
  const at::Tensor other = stateless->from_tensor(mode_.inputs()[0].real);
  EXPECT_NE(stateless->symbolic_geometry(other).sizes, fresh->symbolic_geometry(again).sizes);
  EXPECT_THROW(fresh_fake_mode(mode_, {contexts_[0], contexts_[0]}), c10::Error);
}

TEST_F(SymbolicTrace, ARunWithOtherSizesHasTheirValues) {
  const at::Tensor x = input("x", {4, 3});
  const SymbolicGeometry traced = mode_.symbolic_geometry(at::cat({x, x}, 1).t());
  const ShapeEnv::Assignment values = {{0, 6}, {1, 2}};
  ASSERT_TRUE(env_->evaluate_guards(values));
  const auto other = mode_.with_other_sizes(contexts_, values);
  const at::Tensor with_others = other->from_tensor(mode_.inputs()[0].real);
  EXPECT_EQ(with_others.sizes(), at::IntArrayRef({6, 2}));
  const at::Tensor result = at::cat({with_others, with_others}, 1).t();
  EXPECT_EQ(result.sizes(), at::IntArrayRef({4, 6}));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(env_->value_of(traced.sizes[i], values), result.sizes()[i]);
    EXPECT_EQ(env_->value_of(traced.strides[i], values), result.strides()[i]);
  }
  EXPECT_THROW(mode_.with_other_sizes(contexts_, {{0, 6}}), c10::Error);
}

TEST(SymbolicMode, AContextNeedsAShapeEnvironment) {
  FakeTensorMode mode;
  EXPECT_THROW(mode.from_tensor(at::ones({2}), std::make_shared<StatelessSymbolicContext>()), c10::Error);
  EXPECT_EQ(mode.shape_env(), nullptr);
}

}  // namespace modecheck::engine::fake
