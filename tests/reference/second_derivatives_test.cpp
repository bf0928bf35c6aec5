// Compares the tape's second derivatives (DoubleBackward) with differences of first derivatives, and with results
// computed by hand.
#include <gtest/gtest.h>

#include <functional>

#include "tests/reference/script.h"

namespace modecheck::reference::testing {
namespace {

struct Answer {
  std::vector<double> values;
  double tolerance = 0;
};

// Returns the gradient, with respect to `second`, of the gradient of `root` with respect to `along`. The result has the
// sizes and the dtype of `like`.
Answer turned(Script& script, const Tensor& root, const spec::Direction& along, const spec::Direction& second,
              const Tensor& like) {
  Tensor out = script.empty(Script::sizes_of(like), like.geometry.dtype);
  out.geometry.history = 0;
  spec::Effect effect;
  effect.kind = spec::EffectKind::DoubleBackward;
  effect.inputs[0] = root.geometry;
  effect.input_count = 1;
  effect.along = along;
  effect.target_count = 1;
  effect.targets[0].of = second.of;
  effect.targets[0].id = second.id;
  effect.targets[0].destination = out.geometry;
  script.player.play(effect);
  const auto& state = script.player.values().at(out.geometry.storage).state;
  return {script.values(out), state.certainty == Certainty::Unknown ? kUnbounded : state.tolerance};
}

spec::Direction leaf_of(const Tensor& leaf) { return {spec::BackwardTarget::Of::Leaf, leaf.leaf}; }

Answer turned(Script& script, const Tensor& root, const spec::Direction& along, const Tensor& second) {
  return turned(script, root, along, leaf_of(second), second);
}

Answer turned(Script& script, const Tensor& root, const Tensor& input, const Tensor& second) {
  return turned(script, root, leaf_of(input), second);
}

spec::Direction remember(Script& script, const Tensor& tensor, spec::SnapshotId id) {
  spec::Effect effect;
  effect.kind = spec::EffectKind::Snapshot;
  effect.snapshot = id;
  effect.outputs[0] = tensor.geometry;
  script.player.play(effect);
  return {spec::BackwardTarget::Of::Snapshot, id};
}

// A function that computes a tensor from two tensors x and w, which have four positive elements each.
using Body = std::function<Tensor(Script&, const Tensor&, const Tensor&)>;

struct SecondCase {
  const char* name;
  Body body;
};

Tensor unary_of(Script& script, const char* name, const Tensor& x, const std::vector<int>& immediates = {}) {
  return script.apply(name, {x}, Script::sizes_of(x), immediates);
}
Tensor binary_of(Script& script, const char* name, const Tensor& x, const Tensor& y) {
  return script.apply(name, {x, y}, Script::sizes_of(x));
}
Tensor square_of(const Tensor& x) { return Script::view(x, {2, 2}, {2, 1}); }

std::vector<SecondCase> second_cases() {
  std::vector<SecondCase> out;
  out.push_back({"mul", [](Script& s, const Tensor& x, const Tensor& w) {
                   return binary_of(s, "mul.Tensor", binary_of(s, "mul.Tensor", x, x), w);
                 }});
  out.push_back({"div", [](Script& s, const Tensor& x, const Tensor& w) {
                   return binary_of(s, "div.Tensor", binary_of(s, "div.Tensor", w, x),
                                    binary_of(s, "mul.Tensor", x, w));
                 }});
  for (const char* const name : {"exp", "log", "sqrt", "sin", "cos", "tanh", "sigmoid", "reciprocal", "exp2", "expm1",
                                 "log2", "log10", "log1p", "rsqrt", "tan", "sinh", "cosh", "atan"})
    out.push_back({name, [name](Script& s, const Tensor& x, const Tensor& w) {
                     return binary_of(s, "mul.Tensor", unary_of(s, name, binary_of(s, "mul.Tensor", x, w)), w);
                   }});
  for (const int exponent : {0, 1, 2, 3, -1})
    out.push_back({"pow", [exponent](Script& s, const Tensor& x, const Tensor& w) {
                     return unary_of(s, "pow.Tensor_Scalar", binary_of(s, "mul.Tensor", x, w), {0, exponent});
                   }});
  out.push_back({"mm", [](Script& s, const Tensor& x, const Tensor& w) {
                   const Tensor product = s.apply("mm", {square_of(x), square_of(w)}, {2, 2});
                   return s.apply("mm", {product, square_of(x)}, {2, 2});
                 }});
  return out;
}

TEST(SecondDerivatives, AreThoseThatDifferencesOfFirstOnesTell) {
  const std::vector<double> at_x{0.5, 1.25, 0.75, 1.5};
  const std::vector<double> at_w{1.5, 0.625, 1.125, 0.875};
  const double step = 1e-5;
  for (const SecondCase& one : second_cases()) {
    // Returns the sum of the first gradient with respect to x, for the given values of x and w.
    const auto first = [&](const std::vector<double>& of_x, const std::vector<double>& of_w) {
      Script script;
      const Tensor x = script.leaf({4}, of_x);
      const Tensor w = script.leaf({4}, of_w);
      double sum = 0;
      for (const double value : script.gradient(one.body(script, x, w), x)) sum += value;
      return sum;
    };
    Script script;
    const Tensor x = script.leaf({4}, at_x);
    const Tensor w = script.leaf({4}, at_w);
    const Tensor root = one.body(script, x, w);
    const Answer of_w = turned(script, root, x, w);
    const Answer of_x = turned(script, root, x, x);
    EXPECT_LT(of_w.tolerance, 1e-5) << one.name;
    EXPECT_LT(of_x.tolerance, 1e-5) << one.name;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto moved = [&](std::vector<double> values, double by) {
        values[i] += by;
        return values;
      };
      EXPECT_NEAR(of_w.values[i], (first(at_x, moved(at_w, step)) - first(at_x, moved(at_w, -step))) / (2 * step),
                  1e-6 * (1 + std::abs(of_w.values[i]) + std::abs(of_x.values[i])))
          << one.name << i;
      EXPECT_NEAR(of_x.values[i], (first(moved(at_x, step), at_w) - first(moved(at_x, -step), at_w)) / (2 * step),
                  1e-6 * (1 + std::abs(of_w.values[i]) + std::abs(of_x.values[i])))
          << one.name << i;
    }
  }
}

// For y = x^2 and L = y^3, dL/dy = 3 y^2 changes with x by 6 y * 2 x.
TEST(SecondDerivatives, GoThroughWhatTheFirstGradientIsOf) {
  Script script;
  const Tensor x = script.leaf({1}, {2});
  const Tensor y = binary_of(script, "mul.Tensor", x, x);
  const spec::Direction along = remember(script, y, 1);
  const Tensor root = unary_of(script, "pow.Tensor_Scalar", y, {0, 3});
  EXPECT_EQ(turned(script, root, along, x).values, std::vector<double>{6 * 4 * 4});
}

// For y = exp(x) and L = 3 y, the first gradient dL/dx = 3 y is computed from y itself. So it changes with y by 3.
TEST(SecondDerivatives, OfAResultThatIsSavedGoThroughIt) {
  Script script;
  const Tensor x = script.leaf({1}, {0});
  const Tensor y = unary_of(script, "exp", x);
  const spec::Direction of_y = remember(script, y, 1);
  const Tensor root = unary_of(script, "mul.Scalar", y, {0, 3});
  EXPECT_EQ(turned(script, root, leaf_of(x), of_y, y).values, std::vector<double>{3});
}

TEST(SecondDerivatives, OfWhatIsLinearAreZero) {
  Script script;
  const Tensor x = script.leaf({4}, {1, 2, 3, 4});
  const Tensor root = script.apply("sum", {script.apply("neg", {x}, {4})}, {});
  const Answer answer = turned(script, root, x, x);
  EXPECT_EQ(answer.values, std::vector<double>(4, 0));
  EXPECT_EQ(answer.tolerance, 0);
}

TEST(SecondDerivatives, AreNotKnownWhereAnOperatorDoesNotSay) {
  Script script;
  const Tensor x = script.leaf({1}, {2});
  const Tensor w = script.leaf({1}, {3});
  const Tensor root = binary_of(script, "mul.Tensor", unary_of(script, "erf", x), w);
  EXPECT_EQ(turned(script, root, x, x).tolerance, kUnbounded);
  // The function is linear in w, so its second derivative with respect to w is exactly zero.
  EXPECT_EQ(turned(script, root, w, w).tolerance, 0);
  EXPECT_LT(turned(script, root, w, x).tolerance, 1e-8);
}

// The derivative of hypot divides by its saved result. A second derivative therefore also flows through that result,
// and the reference does not know this derivative.
TEST(SecondDerivatives, OfAResultAreNotKnownEither) {
  Script script;
  const Tensor x = script.leaf({1}, {3});
  const Tensor y = script.leaf({1}, {4});
  const Tensor root = binary_of(script, "hypot", x, y);
  const spec::Direction of_root = remember(script, root, 1);
  EXPECT_EQ(turned(script, root, leaf_of(x), of_root, root).tolerance, kUnbounded);
}

TEST(SecondDerivatives, AreNotKnownBesideInfiniteOnes) {
  Script script;
  const Tensor x = script.leaf({2}, {0, 4});
  const Tensor root = unary_of(script, "sqrt", x);
  EXPECT_EQ(turned(script, root, x, x).tolerance, kUnbounded);
}

}  // namespace
}  // namespace modecheck::reference::testing
