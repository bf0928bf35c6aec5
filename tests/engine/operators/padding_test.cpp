// Tests at::pad in each of its modes, and the arguments that it rejects.
#include "tests/engine/support.h"

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

// constant_pad_nd may remove all elements (pytorch pull request 161901).
TEST(Padding, AConstantMayLeaveNothing) {
  const Tensor x = leaf({2, 3});
  EXPECT_EQ(at::constant_pad_nd(x, {0, 1, -1, -1}).sizes(), c10::IntArrayRef({0, 4}));
  EXPECT_EQ(at::constant_pad_nd(at::ones({0, 3}), {1, 1}).sizes(), c10::IntArrayRef({0, 5}));
  EXPECT_EQ(values(at::constant_pad_nd(at::ones({0, 1}), {0, 0, 1, 1}, 5)), (std::vector<double>{5, 5}));
  at::constant_pad_nd(x, {0, 1, -1, -1}).sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>(6, 0));
  const Tensor none = leaf({0, 3});
  at::constant_pad_nd(none, {-1, 1}).sum().backward();
  EXPECT_EQ(none.grad().sizes(), c10::IntArrayRef({0, 3}));
  EXPECT_EQ(rejected([&] { at::constant_pad_nd(x, {-4, 2}); }), ErrorClass::Index);
  EXPECT_EQ(rejected([] { at::constant_pad_nd(at::ones({0, 3}, at::kByte), {1, 1}, 300); }), ErrorClass::Overflow);
}

// A result of reflection or replication padding must have elements in every dimension. So must the input, except in the
// batch dimension (pytorch pull requests 184254 and 196457).
TEST(Padding, ABorderIsNeverOfNothing) {
  using Border = Tensor (*)(const Tensor&, c10::IntArrayRef);
  struct Case {
    Border border;
    std::size_t spatial;
  };
  const Case cases[] = {{at::reflection_pad1d, 1},
                        {at::reflection_pad2d, 2},
                        {at::reflection_pad3d, 3},
                        {at::replication_pad2d, 2},
                        {at::replication_pad3d, 3}};
  for (const auto& [border, spatial] : cases) {
    std::vector<std::int64_t> sizes(spatial + 1, 2);
    const std::vector<std::int64_t> none(2 * spatial, 0);
    for (std::size_t i = 0; i < spatial; ++i) {
      std::vector<std::int64_t> cut = none;
      cut[2 * i] = cut[2 * i + 1] = -1;
      EXPECT_EQ(rejected([&, b = border] { b(at::ones(sizes), cut); }), ErrorClass::Shape)
          << spatial << c10::IntArrayRef(cut);
    }
    sizes[0] = 0;
    EXPECT_EQ(rejected([&, b = border] { b(at::ones(sizes), none); }), ErrorClass::Shape) << spatial;
    sizes[0] = 1;
    sizes.insert(sizes.begin(), 0);
    EXPECT_EQ(border(at::ones(sizes), none).sizes(), c10::IntArrayRef(sizes));
    sizes[1] = 0;
    EXPECT_EQ(rejected([&, b = border] { b(at::ones(sizes), none); }), ErrorClass::Shape) << spatial;
  }
}

}  // namespace
}  // namespace modecheck::engine
