// Tests random numbers: in-place draws keep the rules of in-place operators, and rejected draws do not advance the
// generator.
#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

const std::vector<std::function<void(const Tensor&)>>& draws() {
  static const std::vector<std::function<void(const Tensor&)>> all = {
      [](const Tensor& t) { t.normal_(); },     [](const Tensor& t) { t.uniform_(); },
      [](const Tensor& t) { t.random_(); },     [](const Tensor& t) { t.random_(3); },
      [](const Tensor& t) { t.bernoulli_(); },  [](const Tensor& t) { t.bernoulli_(at::full({3}, 0.5)); },
      [](const Tensor& t) { t.exponential_(); }};
  return all;
}

}  // namespace

TEST(Random, V3OneBumpEachAndM2) {
  for (const auto& draw : draws()) {
    const Tensor n = normal();
    draw(n);
    EXPECT_EQ(n._version(), 1);
    // Some draws make a tensor of probabilities first, so the test compares only the last dispatch keys of the call.
    EXPECT_TRUE(route([&] { draw(n); }).ends_with("AVB"));
    const Tensor i = inference();
    const std::vector<double> before = values(i);
    EXPECT_EQ(rejected([&] { draw(i); }), ErrorClass::InferenceWriteOutsideMode);
    EXPECT_EQ(values(i), before);
    EXPECT_EQ(rejected([&] { draw(leaf()); }), ErrorClass::LeafInPlace);
    const c10::InferenceMode mode;
    draw(i);
    EXPECT_EQ(route([&] { draw(i); }).find_first_of("AV"), std::string::npos);
  }
}

TEST(Random, W4WhatWasDrawnHasNoGradient) {
  for (const auto& draw : draws()) {
    const Tensor source = leaf();
    const Tensor overwritten = source.mul(number(2));
    draw(overwritten);
    overwritten.sum().backward();
    EXPECT_EQ(values(source.grad()), std::vector<double>(6, 0.0));
  }
}

TEST(Random, E1RejectedDrawsDrawNothing) {
  const auto next = [](const std::function<void()>& action) {
    torch::manual_seed(5);
    if (action) {
      EXPECT_NE(rejected(action), ErrorClass::Internal);
    }
    return values(at::rand({4}));
  };
  const std::vector<double> undisturbed = next({});
  const Tensor i = inference();
  EXPECT_EQ(next([&] { i.uniform_(); }), undisturbed);
  EXPECT_EQ(next([] { normal().bernoulli_(2.0); }), undisturbed);
  EXPECT_EQ(next([] { normal().bernoulli_(at::full({3}, 2.0)); }), undisturbed);
  EXPECT_EQ(next([] { normal().random_(0, 0); }), undisturbed);
  EXPECT_EQ(next([] { at::ones({1}).expand({3}).normal_(); }), undisturbed);
  EXPECT_EQ(next([] { at::multinomial(at::zeros({3}), 1); }), undisturbed);
  EXPECT_EQ(next([] { at::multinomial(at::zeros({3}), 2, true); }), undisturbed);
  EXPECT_EQ(next([] { at::dropout(normal(), 2, true); }), undisturbed);
  EXPECT_EQ(next([] { at::normal(at::zeros({2}), at::zeros({2}).sub(number(1))); }), undisturbed);
}

TEST(Random, GeneratorsHaveSequencesOfTheirOwn) {
  at::Generator mine = at::detail::createCPUGenerator(3);
  torch::manual_seed(3);
  const std::vector<double> theirs = values(at::rand({4}));
  EXPECT_EQ(values(at::rand({4}, mine)), theirs);
  EXPECT_EQ(mine.current_seed(), 3u);
  EXPECT_EQ(mine.device().type(), c10::kCPU);
  const at::Generator copy = mine.clone();
  EXPECT_TRUE(copy != mine);
  const std::vector<double> drawn = values(at::randn({5}, mine));
  EXPECT_EQ(values(at::randn({5}, copy)), drawn);
  EXPECT_THROW(at::Generator(c10::intrusive_ptr<c10::GeneratorImpl>()), std::runtime_error);
  mine.set_current_seed(3);
  EXPECT_EQ(values(at::rand({4}, mine)), theirs);
  EXPECT_NE(mine.seed(), 3u);
}

TEST(Random, DropoutMayReturnItsInput) {
  const Tensor input = leaf();
  EXPECT_TRUE(at::dropout(input, 0.5, false).is_same(input));
  EXPECT_TRUE(at::dropout(input, 0, true).is_same(input));
  const Tensor i = inference();
  EXPECT_EQ(rejected([&] { at::dropout_(const_cast<Tensor&>(i), 0.5, true); }), ErrorClass::InferenceWriteOutsideMode);
}

TEST(Random, Meta) {
  const Tensor meta = at::empty({2, 3}, at::kMeta);
  meta.normal_().uniform_().bernoulli_(0.5).exponential_();
  EXPECT_EQ(meta.bernoulli().sizes().vec(), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(at::multinomial(meta, 2).sizes().vec(), (std::vector<std::int64_t>{2, 2}));
}

TEST(Random, W1WhatIsDrawnLikeATensorIsItsOwn) {
  for (const auto& draw : std::vector<std::function<Tensor(const Tensor&)>>{
           [](const Tensor& t) { return at::rand_like(t); }, [](const Tensor& t) { return at::randn_like(t); }}) {
    const Tensor source = computed().t();
    const Tensor drawn = draw(source);
    EXPECT_EQ(drawn.strides(), source.strides());
    EXPECT_FALSE(drawn.requires_grad());
    EXPECT_EQ(route([&] { draw(source); }), "AB");
    const c10::InferenceMode mode;
    EXPECT_TRUE(draw(source).is_inference());
  }
}

TEST(Random, DropoutIsOneOperator) {
  const Tensor x = leaf();
  EXPECT_EQ(route([&] { at::native_dropout(x, 0.5, true); }), "AB");
  const auto [left, mask] = at::native_dropout(x, 0.5, true);
  EXPECT_EQ(mask.scalar_type(), at::kBool);
  left.sum().backward();
  EXPECT_EQ(values(x.grad()), values(mask.to(at::kDouble).mul(number(2))));
  EXPECT_EQ(values(left), values(mask.to(at::kDouble).mul(number(2))));
  const auto [unchanged, all] = at::native_dropout(x, 0.5, false);
  EXPECT_EQ(values(unchanged), values(x));
  EXPECT_EQ(rejected([&] { at::native_dropout(x, 1.5, true); }), ErrorClass::Argument);
}

TEST(Random, PermutationsNameEachOnce) {
  for (const at::ScalarType dtype : {at::kLong, at::kByte, at::kHalf, at::kDouble}) {
    std::vector<double> all = values(at::randperm(7, dtype));
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, (std::vector<double>{0, 1, 2, 3, 4, 5, 6}));
  }
  EXPECT_EQ(rejected([] { at::randperm(200, at::kChar); }), ErrorClass::Argument);
}

// For ranges from 2^28 on, random_ takes the remainder of 64 random bits (pytorch #148175). The expected numbers come
// from libtorch 2.15.0.
TEST(Random, IntegersOfALongRangeAreOfSixtyFourBits) {
  const auto drawn = [](std::int64_t to, at::ScalarType dtype) {
    torch::manual_seed(0);
    return values(at::zeros({2}, dtype).random_(0, to));
  };
  constexpr std::int64_t limit = std::int64_t{1} << 28;
  for (const at::ScalarType dtype : {at::kLong, at::kInt, at::kDouble}) {
    EXPECT_EQ(drawn(limit - 1, dtype), (std::vector<double>{209652404, 130329144})) << dtype;
    EXPECT_EQ(drawn(limit, dtype), (std::vector<double>{130329135, 136432832})) << dtype;
    EXPECT_EQ(drawn(limit + 1, dtype), (std::vector<double>{265551859, 112682522})) << dtype;
  }
  torch::manual_seed(0);
  EXPECT_EQ(values(at::zeros({2}, at::kInt).random_(0, c10::optional<std::int64_t>())),
            (std::vector<double>{398764591, 1478610112}));
  torch::manual_seed(0);
  EXPECT_EQ(values(at::zeros({2}, at::kInt).random_()), (std::vector<double>{209652396, 398764591}));
}

}  // namespace modecheck::engine
