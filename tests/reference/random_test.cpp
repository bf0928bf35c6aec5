// Tests the reference's random numbers for the CPU against the standard library's Mersenne Twister, and those for CUDA
// against Philox. Also tests the running statistics of batch normalisation.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "reference/random/philox.h"
#include "script.h"
#include "spec/program/program.h"

namespace modecheck::reference::testing {
namespace {

using Values = std::vector<double>;

class RandomKernels : public ::testing::Test {
 protected:
  Script script{DType::Float32};

  std::mt19937 twister(const char* name) {
    return std::mt19937(static_cast<std::uint32_t>(spec::rand_seed(script.record(name, {}))));
  }
  static double of_24_bits(std::mt19937& twister) { return static_cast<double>(twister() & 0xffffffu) * 0x1p-24; }
  static double of_53_bits(std::mt19937& twister) {
    const std::uint64_t high = twister();
    const std::uint64_t drawn = high << 32 | twister();
    return static_cast<double>(drawn & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
  }
  Values draw(const Tensor& self, const char* name, const std::vector<int>& immediates,
              const std::vector<Tensor>& others = {}) {
    std::vector<Tensor> inputs = others;
    inputs.insert(inputs.begin(), self);
    script.apply_to(self, name, inputs, immediates);
    return script.values(self);
  }
  Certainty certainty(const Tensor& tensor) { return script.state(tensor).certainty; }
};

TEST_F(RandomKernels, UniformNumbersAreDrawnInTheOrderOfMemory) {
  const Tensor x = script.constant({4}, {0, 0, 0, 0});
  const Values got = draw(x, "uniform_", {0, 2});
  EXPECT_EQ(certainty(x), Certainty::Exact);
  std::mt19937 expected = twister("uniform_");
  for (const double one : got) EXPECT_EQ(one, of_24_bits(expected));
  // A transposed tensor is also filled in memory order. The stride of a dimension of size one does not affect that
  // order.
  Tensor turned = script.constant({4}, {0, 0, 0, 0});
  turned.geometry.rank = 3;
  turned.geometry.sizes = {2, 1, 2};
  turned.geometry.strides = {1, 9, 2};
  script.apply_to(turned, "uniform_", {turned}, {0, 2});
  EXPECT_EQ(script.values(turned), (Values{got[0], got[2], got[1], got[3]}));
  // If the bounds of uniform_ are not 0 and 1, its results are known up to rounding.
  const Values wide = draw(x, "uniform_", {1, 6});
  EXPECT_EQ(certainty(x), Certainty::Bounded);
  for (std::size_t i = 0; i < wide.size(); ++i) EXPECT_NEAR(wide[i], 0.5 + 2.5 * got[i], 1e-6);
}

TEST_F(RandomKernels, NormalNumbersAreMadeOfTwoUniformOnes) {
  const Tensor x = script.constant({3}, {0, 0, 0});
  const Values got = draw(x, "normal_", {2, 4});
  std::mt19937 expected = twister("normal_");
  const double angle = 2 * std::numbers::pi * of_53_bits(expected);
  const double radius = std::sqrt(-2 * std::log1p(-of_53_bits(expected)));
  EXPECT_NEAR(got[0], 1 + 2 * radius * std::cos(angle), 1e-5);
  EXPECT_NEAR(got[1], 1 + 2 * radius * std::sin(angle), 1e-5);
  // From sixteen numbers on, normal_ draws blocks of sixteen. The first eight uniform numbers of a block give radii,
  // the next eight give angles.
  const Tensor many = script.constant({16}, Values(16));
  const Values of_many = draw(many, "normal_", {0, 2});
  expected = twister("normal_");
  Values uniform;
  for (int i = 0; i < 16; ++i) uniform.push_back(of_24_bits(expected));
  EXPECT_NEAR(of_many[3], std::sqrt(-2 * std::log1p(-uniform[3])) * std::cos(2 * std::numbers::pi * uniform[11]), 1e-5);
  EXPECT_NEAR(of_many[9], std::sqrt(-2 * std::log1p(-uniform[1])) * std::sin(2 * std::numbers::pi * uniform[9]), 1e-5);
}

TEST_F(RandomKernels, IntegersAreRemainders) {
  const Tensor x = script.constant({2}, {0, 0}, DType::Int64);
  std::mt19937 expected = twister("random_");
  const std::uint64_t high = expected();
  const std::uint64_t drawn = high << 32 | expected();
  EXPECT_EQ(draw(x, "random_", {})[0], static_cast<double>(drawn % (std::uint64_t{1} << 63)));
  expected = twister("random_.from");
  EXPECT_EQ(draw(x, "random_.from", {-2, 1, 3}),
            (Values{static_cast<double>(expected() % 5) - 2, static_cast<double>(expected() % 5) - 2}));
  const Tensor truth = script.constant({2}, {0, 0}, DType::Bool);
  expected = twister("random_");
  const double first = expected() % 2;
  const double second = expected() % 2;
  EXPECT_EQ(draw(truth, "random_", {}), (Values{first, second}));
}

TEST_F(RandomKernels, ABernoulliNumberIsOneBelowItsProbability) {
  const Tensor x = script.constant({8}, Values(8));
  std::mt19937 expected = twister("bernoulli_.float");
  for (const double one : draw(x, "bernoulli_.float", {1})) EXPECT_EQ(one, of_53_bits(expected) < 0.5 ? 1 : 0);
  const Values chances{0, 0.25, 0.5, 0.75, 1, 0.25, 0.5, 0.75};
  expected = twister("bernoulli_.Tensor");
  const Values got = draw(x, "bernoulli_.Tensor", {}, {script.constant({8}, chances)});
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], of_24_bits(expected) < chances[i] ? 1 : 0);
}

TEST_F(RandomKernels, APermutationExchangesEachButTheLast) {
  std::mt19937 expected(static_cast<std::uint32_t>(spec::rand_seed(script.record("randperm", {4, 2}))));
  Values want{0, 1, 2, 3};
  for (std::size_t i = 0; i < 3; ++i) std::swap(want[i], want[i + expected() % (4 - i)]);
  const Tensor got = script.empty({4}, DType::Int64);
  script.apply_to(got, "randperm", {}, {4, 2}, /*recorded=*/false);
  EXPECT_EQ(script.values(got), want);
}

TEST_F(RandomKernels, IntegersOfARangeFillATensor) {
  const std::vector<int> numbers{-1, 2, 1, 3, 0, 0, 0, 2};
  std::mt19937 expected(static_cast<std::uint32_t>(spec::rand_seed(script.record("randint.low", numbers))));
  const Tensor got = script.empty({3}, DType::Int64);
  script.apply_to(got, "randint.low", {}, numbers, /*recorded=*/false);
  for (const double one : script.values(got)) EXPECT_EQ(one, static_cast<double>(expected() % 3) - 1);
}

TEST_F(RandomKernels, WhatIsLikeATensorIsDrawnAsItLies) {
  std::mt19937 expected = twister("rand_like");
  Values drawn;
  for (int i = 0; i < 4; ++i) drawn.push_back(of_24_bits(expected));
  Tensor turned = script.empty({2, 2}, DType::Float32);
  turned.geometry.strides = {1, 2};
  script.apply_to(turned, "rand_like", {turned}, {-1}, /*recorded=*/false);
  EXPECT_EQ(script.values(turned), (Values{drawn[0], drawn[2], drawn[1], drawn[3]}));
}

TEST_F(RandomKernels, DropoutScalesWhatStays) {
  const Values given{1, -2, 3, 4, 5, 6};
  const Tensor x = script.leaf({6}, given);
  const std::vector<Tensor> got =
      script.apply_several("native_dropout", {x}, {{6}, {6}}, {1}, {DType::Float32, DType::Bool}, 1);
  std::mt19937 expected = twister("native_dropout");
  Values mask;
  for (int i = 0; i < 6; ++i) mask.push_back(of_53_bits(expected) < 0.5 ? 1 : 0);
  EXPECT_EQ(script.values(got[1]), mask);
  const Values left = script.values(got[0]);
  const Values gradient = script.gradient(script.apply("sum", {got[0]}, {}, {-1}), x);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(left[i], 2 * mask[i] * given[i]);
    EXPECT_EQ(gradient[i], 2 * mask[i]);
  }
}

TEST_F(RandomKernels, ExponentialNumbers) {
  const Tensor x = script.constant({2}, {0, 0});
  std::mt19937 expected = twister("exponential_");
  for (const double one : draw(x, "exponential_", {4})) EXPECT_NEAR(one, -std::log1p(-of_53_bits(expected)) / 2, 1e-6);
}

// These are the published results of Philox4x32-10 for a counter and a key of zeros, of ones, and of digits of pi.
TEST(PhiloxWords, AreThePublishedOnes) {
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(Philox::encrypted(0, 0, 0), (Philox::Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox::encrypted(ones, ones, ones), (Philox::Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox::encrypted(0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e),
            (Philox::Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  Philox words(5, 7);
  for (std::uint64_t place = 0; place < 3; ++place)
    for (const std::uint32_t word : Philox::encrypted(5, 7, place)) EXPECT_EQ(words.next(), word);
}

TEST(RandomNumbersOfADevice, AreMadeOfPhiloxWords) {
  Script script(DType::Float32, spec::DeviceKind::Sim);
  const Tensor x = script.constant({5}, Values(5));
  const auto words_of = [&](const char* name, const std::vector<int>& immediates) {
    return Philox(spec::rand_seed(script.record(name, immediates)), 0);
  };
  script.apply_to(x, "uniform_", {x}, {0, 2});
  Philox words = words_of("uniform_", {0, 2});
  for (const double one : script.values(x)) EXPECT_EQ(one, (words.next() & 0xffffff) * 0x1p-24);
  const Tensor places = script.empty({6}, DType::Int64);
  script.apply_to(places, "randperm", {}, {6, 2}, /*recorded=*/false);
  words = words_of("randperm", {6, 2});
  std::vector<std::uint64_t> keys(6);
  for (std::uint64_t& key : keys) {
    const std::uint64_t high = words.next();
    key = high << 32 | words.next();
  }
  const Values order = script.values(places);
  for (std::size_t i = 0; i + 1 < order.size(); ++i)
    EXPECT_LT(keys[static_cast<std::size_t>(order[i])], keys[static_cast<std::size_t>(order[i + 1])]);
  // On a CUDA device normal_ makes numbers in pairs, even if there are sixteen or more. The CPU then draws blocks of
  // sixteen.
  const Tensor many = script.constant({16}, Values(16));
  script.apply_to(many, "normal_", {many}, {0, 2});
  words = words_of("normal_", {0, 2});
  const auto uniform = [&] {
    const std::uint64_t high = words.next();
    return static_cast<double>((high << 32 | words.next()) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
  };
  const Values normal = script.values(many);
  for (std::size_t i = 0; i < 16; i += 2) {
    const double angle = 2 * std::numbers::pi * uniform();
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    EXPECT_NEAR(normal[i], radius * std::cos(angle), 1e-6);
    EXPECT_NEAR(normal[i + 1], radius * std::sin(angle), 1e-6);
  }
}

// The input has two samples of two channels. The channels' means are 2 and 0, and their variances 1 and 4.
TEST_F(RandomKernels, BatchNormMovesTheRunningStatistics) {
  const Tensor x = script.constant({2, 2}, {1, 2, 3, -2});
  const Tensor mean = script.constant({2}, {10, 20});
  const Tensor variance = script.constant({2}, {1, 1});
  std::vector<Tensor> results{script.empty({2, 2}, DType::Float32), script.empty({2}, DType::Float32),
                              script.empty({2}, DType::Float32), mean, variance};
  // The call passes momentum and eps as numbers of halves: both are one half.
  script.apply_into(results, "native_batch_norm", {x, mean, variance}, {0, 0, 1, 1, 1, 1, 1}, /*recorded=*/false);
  const auto near = [&](const Tensor& tensor, const Values& expected) {
    const Values got = script.values(tensor);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-6);
  };
  const double first = 1 / std::sqrt(1.5);
  const double second = 1 / std::sqrt(4.5);
  near(results[0], {-first, 2 * second, first, -2 * second});
  near(results[1], {2, 0});
  near(results[2], {first, second});
  near(mean, {6, 10});
  // The unbiased variance of two samples is twice the biased one.
  near(variance, {1.5, 4.5});
}

TEST_F(RandomKernels, BatchNormWithGivenStatistics) {
  const Tensor x = script.constant({2, 2}, {1, 2, 3, -2});
  const Tensor weight = script.constant({2}, {2, 3});
  const Tensor bias = script.constant({2}, {0, 1});
  std::vector<Tensor> results{script.empty({2, 2}, DType::Float32), script.empty({0}, DType::Float32),
                              script.empty({0}, DType::Float32)};
  script.apply_into(results, "native_batch_norm",
                    {x, weight, bias, script.constant({2}, {1, 2}), script.constant({2}, {3.5, 0.5})},
                    {1, 1, 1, 1, 0, 1, 1}, /*recorded=*/false);
  const Values got = script.values(results[0]);
  const Values expected{0, 1, 2, -11};
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], 1e-5);
}

}  // namespace
}  // namespace modecheck::reference::testing
