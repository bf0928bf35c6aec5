// pad by its modes: what comes in from the edges, and what is refused.
#include "support.h"

namespace modecheck::engine {
namespace {

Tensor row() { return at::arange(3, at::kFloat).view({1, 1, 3}); }
Tensor padded(c10::IntArrayRef pad, const char* mode) { return at::pad(row(), pad, mode); }

TEST(Padding, ARowByItsModes) {
  EXPECT_EQ(values(padded({1, 1}, "constant")), (std::vector<double>{0, 0, 1, 2, 0}));
  EXPECT_EQ(values(padded({1, 2}, "reflect")), (std::vector<double>{1, 0, 1, 2, 1, 0}));
  EXPECT_EQ(values(padded({1, 2}, "replicate")), (std::vector<double>{0, 0, 1, 2, 2, 2}));
  EXPECT_EQ(values(padded({1, 2}, "circular")), (std::vector<double>{2, 0, 1, 2, 0, 1}));
  EXPECT_EQ(values(padded({-1, 2}, "circular")), (std::vector<double>{1, 2, 0, 1}));
}

TEST(Padding, ImagesAndVolumesByTheirModes) {
  const Tensor image = at::arange(4, at::kFloat).view({1, 1, 2, 2});
  EXPECT_EQ(values(at::pad(image, {1, 0, 0, 1}, "reflect")), (std::vector<double>{1, 0, 1, 3, 2, 3, 1, 0, 1}));
  EXPECT_EQ(values(at::pad(image, {1, 0, 0, 1}, "replicate")), (std::vector<double>{0, 0, 1, 2, 2, 3, 2, 2, 3}));
  EXPECT_EQ(values(at::pad(image, {1, 0, 0, 1}, "circular")), (std::vector<double>{1, 0, 1, 3, 2, 3, 1, 0, 1}));
  const Tensor volume = image.unsqueeze(2).expand({1, 1, 2, 2, 2});
  EXPECT_EQ(at::pad(volume, {1, 1, 0, 0, 1, 0}, "reflect").sizes(), c10::IntArrayRef({1, 1, 3, 2, 4}));
  EXPECT_EQ(at::pad(volume, {1, 1, 0, 0, 1, 0}, "replicate").sizes(), c10::IntArrayRef({1, 1, 3, 2, 4}));
}

TEST(Padding, AGradientGoesBackToWhereItsElementCameFrom) {
  const Tensor given = row().requires_grad_();
  at::pad(given, {1, 2}, "circular").sum().backward();
  EXPECT_EQ(values(given.grad()), (std::vector<double>{2, 2, 2}));
}

TEST(Padding, WhatIsRefused) {
  EXPECT_EQ(rejected([] { padded({1, 1}, "mirror"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { at::pad(row(), {1, 1}, "reflect", 2.0); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { padded({1}, "reflect"); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { padded({4, 0}, "circular"); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { padded({-2, -2}, "circular"); }), ErrorClass::Shape);
}

}  // namespace
}  // namespace modecheck::engine
