// Tests sampling at distant grid positions, resizing of images, and embedding rows.
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor doubles(const std::vector<double>& numbers, c10::IntArrayRef sizes) {
  return at::tensor(numbers, at::kDouble).reshape(sizes);
}

Tensor image() { return doubles({1, 2, 3, 4, 5, 6}, {1, 1, 2, 3}).set_requires_grad(true); }

Tensor place(double x, double y) { return doubles({x, y}, {1, 1, 1, 2}).set_requires_grad(true); }

constexpr std::int64_t kBilinear = 0;
constexpr std::int64_t kNearest = 1;
constexpr std::int64_t kBicubic = 2;
constexpr std::int64_t kZeros = 0;
constexpr std::int64_t kBorder = 1;
constexpr std::int64_t kReflection = 2;

TEST(GridSampler, BeyondTheBorderIsTheLastElementHoweverFar) {
  for (const std::int64_t mode : {kBilinear, kNearest, kBicubic})
    for (const double x : {7.0, 1e9, 3e9, 1e30}) {
      EXPECT_EQ(values(at::grid_sampler_2d(image(), place(x, -x), mode, kBorder, true)), std::vector<double>{3});
      EXPECT_EQ(values(at::grid_sampler_2d(image(), place(-x, x), mode, kBorder, true)), std::vector<double>{4});
    }
}

TEST(GridSampler, BetweenElementsFarAwayIsBetweenTheirMirrorImages) {
  // Under reflection padding the image repeats with a period of four grid units: the image and its mirror image.
  for (const double far : {4.0, 4e9, 4e12}) {
    const Tensor near = at::grid_sampler_2d(image(), place(0.25, -0.5), kBicubic, kReflection, true);
    const Tensor away = at::grid_sampler_2d(image(), place(0.25 + far, -0.5), kBicubic, kReflection, true);
    EXPECT_NEAR(values(near)[0], values(away)[0], 1e-2);
  }
}

TEST(GridSampler, AnInfinitePlaceAtTheBorderLeavesGradientsFinite) {
  const Tensor input = image();
  const Tensor where = place(kInfinity, 0);
  const Tensor out = at::grid_sampler_2d(input, where, kBilinear, kBorder, true);
  EXPECT_EQ(values(out), std::vector<double>{4.5});
  out.sum().backward();
  EXPECT_EQ(values(input.grad()), (std::vector<double>{0, 0, 0.5, 0, 0, 0.5}));
  EXPECT_EQ(values(where.grad()), (std::vector<double>{0, 1.5}));
}

TEST(GridSampler, WhatIsNowhereIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::int64_t mode : {kBilinear, kBicubic})
    for (const std::int64_t padding : {kZeros, kReflection})
      for (const double x : {nan, kInfinity, -kInfinity})
        EXPECT_TRUE(std::isnan(values(at::grid_sampler_2d(image(), place(x, 0), mode, padding, false))[0]));
}

// With create_graph=true another formula computes the gradient of grid_sampler, also if only one of its two inputs
// requires grad.
TEST(GridSampler, GradientsAreTheSameWithAGraph) {
  const Tensor image = at::arange(2 * 3 * 4, at::kDouble).mul(1.7).sin().view({1, 2, 3, 4});
  const Tensor places = at::arange(2 * 2 * 2, at::kDouble).mul(0.9).sin().view({1, 2, 2, 2});
  for (const bool of_image : {false, true})
    for (const bool of_places : {false, true}) {
      if (!of_image && !of_places) continue;
      const Tensor x = image.clone().set_requires_grad(of_image);
      const Tensor grid = places.clone().set_requires_grad(of_places);
      const Tensor sum = at::grid_sampler(x, grid, 0, 0, false).sin().sum();
      std::vector<Tensor> asked;
      if (of_image) asked.push_back(x);
      if (of_places) asked.push_back(grid);
      const auto without = torch::autograd::grad({sum}, asked, {}, true);
      const auto with = torch::autograd::grad({sum}, asked, {}, true, true);
      for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_TRUE(at::allclose(without[i], with[i])) << i << with[i];
    }
}

Tensor nearest(std::int64_t size, double factor) {
  const double factors[] = {1, factor};
  return at::upsample_nearest2d(at::arange(size).to(at::kDouble).reshape({1, 1, 1, size}), c10::OptionalIntArrayRef(),
                                c10::ArrayRef<double>(factors));
}

// Nearest upsampling uses the scale factor that the caller gives, and not the ratio of the sizes.
TEST(Upsample, TheFactorCounts) {
  EXPECT_EQ(values(nearest(3, 1.25)), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(values(nearest(3, 2.25)), (std::vector<double>{0, 0, 0, 1, 1, 2}));
  EXPECT_EQ(values(nearest(4, 0.75)), (std::vector<double>{0, 1, 2}));
}

// upsample_nearest2d from 14 to 46 elements: at output 23 the exact position is element 7. The float32 step rounds
// down, so element 6 is taken.
TEST(Upsample, StepsAreOfSinglePrecision) {
  const std::int64_t places[] = {1, 46};
  const Tensor out = at::upsample_nearest2d(at::arange(14).to(at::kDouble).reshape({1, 1, 1, 14}),
                                            c10::OptionalIntArrayRef(c10::IntArrayRef(places)), c10::nullopt);
  EXPECT_EQ(values(out)[23], 6);
  EXPECT_EQ(values(out)[24], 7);
}

TEST(Upsample, FactorsThatMakeNoSizeAreRejected) {
  for (const double factor : {std::numeric_limits<double>::quiet_NaN(), 1e300, -1e300, kInfinity, -kInfinity})
    EXPECT_EQ(rejected([&] { nearest(3, factor); }), ErrorClass::Argument);
  for (const double factor : {0.0, -1.0, -0.25, 0.25})
    EXPECT_EQ(rejected([&] { nearest(3, factor); }), ErrorClass::Shape);
}

TEST(Embedding, RowsOfATableOfNarrowNumbersShareTheirGradient) {
  const Tensor places = at::tensor({2, 0, 2, 1, 2}, at::kLong);
  const Tensor wide = at::ones({4, 2}, at::kDouble).set_requires_grad(true);
  const Tensor narrow = at::ones({4, 2}, at::kBFloat16).set_requires_grad(true);
  for (const bool by_use : {false, true})
    for (const std::int64_t padding : {-1, 0}) {
      const auto gradient_of = [&](const Tensor& table) {
        const Tensor picked = at::embedding(table, places, padding, by_use);
        const Tensor factors = at::arange(10, at::kDouble).view({5, 2}).to(table.scalar_type());
        return torch::autograd::grad({picked.mul(factors).sum()}, {table})[0].to(at::kDouble);
      };
      EXPECT_TRUE(at::allclose(gradient_of(narrow), gradient_of(wide), 1e-2)) << by_use << padding;
    }
}

// The indices and offsets of embedding_bag may have different integer dtypes.
TEST(EmbeddingBag, GradientsOfRowsNamedByShortNumbers) {
  for (const at::ScalarType type : {at::kByte, at::kChar, at::kShort, at::kInt, at::kBool})
    for (const std::int64_t mode : {0, 1, 2}) {
      SCOPED_TRACE(std::string(c10::toString(type)) + ", mode " + std::to_string(mode));
      const auto gradient = [&](at::ScalarType of_indices, at::ScalarType of_offsets) {
        const Tensor rows = doubles({1, 2, 3, 4, 5, 6}, {3, 2}).set_requires_grad(true);
        const Tensor named = at::tensor(std::vector<std::int64_t>{0, 1, 1, 0, 1}).to(of_indices);
        const Tensor begins = at::tensor(std::vector<std::int64_t>{0, 1}).to(of_offsets);
        std::get<0>(at::_embedding_bag(rows, named, begins, false, mode)).sum().backward();
        return values(rows.grad());
      };
      const std::vector<double> expected = gradient(at::kLong, at::kLong);
      EXPECT_EQ(gradient(type, at::kLong), expected);
      EXPECT_EQ(gradient(at::kLong, type), expected);
    }
}

// With scale_grad_by_freq, libtorch 1.13.1 divides a row's gradient by the frequency of another row if an earlier row
// occurs more often.
TEST(EmbeddingBag, GradientsAreDividedByTheFrequencyOfTheirOwnRow) {
  const auto gradient = [](const std::vector<std::int64_t>& named, std::int64_t mode) {
    const Tensor rows = leaf({4, 1});
    const Tensor begins = at::tensor(std::vector<std::int64_t>{0, 1});
    std::get<0>(at::_embedding_bag(rows, at::tensor(named), begins, true, mode)).sum().backward();
    return values(rows.grad());
  };
  EXPECT_EQ(gradient({0, 0, 1, 3}, 0), (std::vector<double>{1, 1, 0, 1}));
  EXPECT_EQ(gradient({3, 1, 3, 3, 1}, 0), (std::vector<double>{0, 1, 0, 1}));
  // The second bag averages four rows, so each of them gets a quarter of its gradient. Row 0 gets 1 + 3/4 in total,
  // divided by its frequency 4.
  EXPECT_EQ(gradient({0, 0, 1, 0, 0}, 1), (std::vector<double>{0.4375, 0.25, 0, 0}));
}

// Autograd does not notice a write through variable_data, so the offsets that embedding_bag saved may hold anything.
TEST(EmbeddingBag, OffsetsBeyondTheIndicesAreRejectedByBackward) {
  const Tensor rows = leaf({3, 2});
  const Tensor begins = at::tensor(std::vector<std::int64_t>{0, 2});
  const Tensor out = std::get<0>(at::_embedding_bag(rows, at::tensor(std::vector<std::int64_t>{0, 1, 2}), begins));
  begins.variable_data().fill_(number(1000));
  EXPECT_EQ(rejected([&] { out.sum().backward(); }), ErrorClass::Index);
}

}  // namespace
}  // namespace modecheck::engine
