// Tests sorting operators: dispatch routes, normal and inference results, results that are not differentiable, and
// Meta.
#include "tests/engine/support.h"

namespace modecheck::engine {

TEST(Sorting, D3RoutesAndKinds) {
  const Tensor n = leaf({2, 3});
  const Tensor i = inference({2, 3});
  EXPECT_EQ(route([&] { at::sort(n); }), "AB");
  EXPECT_EQ(route([&] { at::topk(i, 2); }), "B");
  const auto [sorted, order] = at::sort(n);
  EXPECT_TRUE(sorted.requires_grad());
  EXPECT_FALSE(order.requires_grad());
  EXPECT_FALSE(std::get<0>(at::sort(i)).is_inference());  // rule K4: the result is made outside InferenceMode
  const c10::InferenceMode mode;
  EXPECT_TRUE(std::get<0>(n.max(0)).is_inference());
  EXPECT_FALSE(std::get<0>(n.max(0)).requires_grad());  // rule S5: no operator is recorded in InferenceMode
}

TEST(Sorting, NothingIsSavedButPlaces) {
  // topk saves only indices for backward, so a write to its input is allowed (rule S2).
  const Tensor input = leaf({3});
  const Tensor copy = input.mul(number(1));
  const Tensor top = std::get<0>(at::topk(copy, 2));
  copy.zero_();
  top.sum().backward();
  EXPECT_EQ(values(input.grad()).size(), 3u);
}

TEST(Sorting, WhatHasNoDerivativeSaysSo) {
  const Tensor unique = std::get<0>(at::_unique2(leaf({3})));
  EXPECT_EQ(rejected([&] { unique.sum().backward(); }), ErrorClass::NotDifferentiable);
  EXPECT_EQ(rejected([] { at::_unique2(at::empty({3}, at::kMeta)); }), ErrorClass::Unsupported);
}

TEST(Sorting, PlacesAreLookedUpInTheCommonDtype) {
  const Tensor sequence = at::arange(4);  // arange gives an int64 tensor
  const Tensor places = at::searchsorted(sequence, at::full({2}, 1.5));
  EXPECT_EQ(places.scalar_type(), c10::kLong);
  EXPECT_EQ(values(places.to(at::kDouble)), (std::vector<double>{2, 2}));
  EXPECT_TRUE(at::bucketize(at::full({2}, 1.5), sequence).equal(places));
  EXPECT_EQ(at::bucketize(at::full({2}, 1.5), sequence, true).scalar_type(), c10::kInt);
  EXPECT_EQ(rejected([] { at::searchsorted(at::ones({2}, at::kBool), at::ones({2}, at::kBool)); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([] { at::bucketize(at::ones({2}), at::ones({})); }), ErrorClass::Shape);
  // searchsorted does not check the dtype if there are no values to search for.
  EXPECT_EQ(at::searchsorted(at::ones({2}, at::kBool), at::ones({0}, at::kBool)).numel(), 0);
}

TEST(Sorting, WhatIsCountedIsLookedUpToo) {
  const auto [kinds, places, counts] = at::_unique2(at::ones({2, 2}), true, false, true);
  EXPECT_EQ(places.sizes().vec(), (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(counts.numel(), 1);
  EXPECT_EQ(rejected([] { at::_unique2(at::ones({2}, at::kHalf)); }), ErrorClass::Dtype);
}

TEST(Sorting, Meta) {
  const Tensor meta = at::empty({2, 5}, at::kMeta);
  EXPECT_EQ(std::get<1>(at::topk(meta, 3)).sizes().vec(), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(std::get<0>(at::max(meta, 0)).sizes().vec(), (std::vector<std::int64_t>{5}));
  EXPECT_EQ(std::get<0>(at::median(meta, 1, true)).sizes().vec(), (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(at::searchsorted(at::empty({4}, at::kMeta), meta).sizes().vec(), (std::vector<std::int64_t>{2, 5}));
}

TEST(Sorting, Rejections) {
  EXPECT_EQ(rejected([] { at::sort(normal(), 2); }), ErrorClass::Dimension);
  EXPECT_EQ(rejected([] { at::topk(normal({3}), 4); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { at::max(at::zeros({0}), 0); }), ErrorClass::Index);
  EXPECT_EQ(rejected([] { at::sort(at::zeros({2}, at::kComplexFloat)); }), ErrorClass::Dtype);
}

// searchsorted and bucketize compare the number 1.5 or 2.5 with integers as it is. They do not truncate the number to
// an integer.
TEST(Sorting, PlacesOfNumbersAreComparedAsWhatBothAre) {
  const Tensor sequence = at::arange(1, 4, at::kLong);
  EXPECT_EQ(at::searchsorted(sequence, 1.5).item<std::int64_t>(), 1);
  EXPECT_EQ(at::bucketize(2.5, sequence, false, true).item<std::int64_t>(), 2);
  EXPECT_EQ(at::searchsorted(sequence, 2, true).scalar_type(), at::kInt);
}

}  // namespace modecheck::engine
