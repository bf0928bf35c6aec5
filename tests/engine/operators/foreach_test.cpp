// Tests operators on lists of tensors: a call is rejected as a whole, and recorded like the operators that it consists
// of. Also tests segment_reduce and tensor contractions in cases that libtorch does not support.
#include "tests/engine/support.h"

namespace modecheck::engine {

using Tensors = std::vector<Tensor>;

TEST(Foreach, E1NothingIsWrittenIfOneMayNotBe) {
  const Tensor first = normal({3});
  const auto unchanged = [&](const std::function<void()>& action, ErrorClass expected) {
    EXPECT_EQ(rejected(action), expected);
    EXPECT_EQ(first._version(), 0);
    EXPECT_EQ(values(first), (std::vector<double>{1, 1, 1}));
  };
  const Tensor i = inference({3});
  const Tensor l = leaf({3});
  unchanged([&] { at::_foreach_add_({first, i}, 1); }, ErrorClass::InferenceWriteOutsideMode);
  unchanged([&] { at::_foreach_zero_({first, i}); }, ErrorClass::InferenceWriteOutsideMode);
  unchanged([&] { at::_foreach_mul_({first, l}, 2); }, ErrorClass::LeafInPlace);
  unchanged([&] { at::_foreach_zero_({first, l}); }, ErrorClass::LeafInPlace);
  unchanged([&] { at::_foreach_mul_({first, l.view({3})}, 2); }, ErrorClass::ViewOfLeafInPlace);
  unchanged([&] { at::_foreach_add_(Tensors{first, normal({2})}, Tensors{first, normal({3})}); }, ErrorClass::Shape);
  unchanged([&] { at::_foreach_add_(Tensors{first, normal({1})}, Tensors{first, normal({3})}); }, ErrorClass::Shape);
  unchanged([&] { at::_foreach_sqrt_({first, at::ones({2}, at::kLong)}); }, ErrorClass::Dtype);
  unchanged([&] { at::_foreach_exp_({first, at::ones({1}).expand({3})}); }, ErrorClass::MemoryOverlap);
  unchanged(
      [&] {
        at::_foreach_mul_(Tensors{first, computed({3})}, Tensors{first, i});
      },
      ErrorClass::InferenceSavedForBackward);
  unchanged([&] { at::_foreach_add_(Tensors{first}, Tensors{first, first}); }, ErrorClass::Argument);
  unchanged([&] { at::_foreach_add_(Tensors{}, 1); }, ErrorClass::Argument);
}

TEST(Foreach, E1WhatOnlyTheLaterOnesDoWrongLeavesTheFirstAlone) {
  const Tensor first = normal({3});
  const Tensor second = normal({3});
  const auto unchanged = [&](const std::function<void()>& action) {
    EXPECT_ANY_THROW(action());
    EXPECT_EQ(first._version(), 0);
    EXPECT_EQ(values(first), (std::vector<double>{1, 1, 1}));
    EXPECT_FALSE(first.requires_grad());
  };
  unchanged([&] { at::_foreach_add_(Tensors{first, second}, Tensors{normal({3}), Tensor()}); });
  unchanged([&] { at::_foreach_add_(Tensors{first, second}, Tensors{normal({3}), at::ones({3}, at::kMeta)}); });
  unchanged([&] { at::_foreach_add_(Tensors{first, Tensor()}, 1); });
  // The list's first tensor is the base of this view, so writing the first tensor makes the view stale before it is
  // read.
  Tensor view;
  {
    const at::NoGradGuard guard;
    view = first.view({3});
  }
  unchanged([&] { at::_foreach_add_(Tensors{first, second}, Tensors{leaf({3}), view}); });
}

TEST(Foreach, OverlapIsRejectedWhetherRecordedOrNot) {
  const Tensor base = normal({4});
  const auto overlapping = [&](const Tensor& other) {
    at::_foreach_addcmul_(Tensors{base.slice(0, 0, 3)}, Tensors{base.slice(0, 1, 4)}, Tensors{other});
  };
  EXPECT_EQ(rejected([&] { overlapping(leaf({3})); }), ErrorClass::MemoryOverlap);
  EXPECT_EQ(rejected([&] { overlapping(normal({3})); }), ErrorClass::MemoryOverlap);
  EXPECT_EQ(base._version(), 0);
}

TEST(Foreach, V3OneBumpEachAndInsideTheMode) {
  const Tensors list = {normal({3}), normal({2})};
  at::_foreach_mul_(list, 2);
  for (const Tensor& tensor : list) EXPECT_EQ(tensor._version(), 1);
  const Tensor i = inference({2});
  const c10::InferenceMode mode;
  at::_foreach_add_({i}, 1);
  EXPECT_EQ(values(i), (std::vector<double>{2, 2}));
}

TEST(Foreach, S3GradientsOfLists) {
  const Tensor a = leaf({2});
  const Tensor b = leaf({3});
  const Tensors products = at::_foreach_mul({a, b}, Tensors{number(2), number(3)});
  products[0].sum().add(products[1].sum()).backward();
  EXPECT_EQ(values(a.grad()), (std::vector<double>{2, 2}));
  EXPECT_EQ(values(b.grad()), (std::vector<double>{3, 3, 3}));
  const Tensor c = leaf({2});
  const Tensors written = {c.mul(number(1))};
  at::_foreach_mul_(written, 5);
  written[0].sum().backward();
  EXPECT_EQ(values(c.grad()), (std::vector<double>{5, 5}));
}

TEST(Foreach, S3WhatIsSavedIsNotOverwritten) {
  // The derivative of sqrt at 4 is 1/4, and the derivative of a product is the other factor.
  const Tensor a = leaf({2});
  const Tensors roots = {a.mul(number(4))};
  at::_foreach_abs_(roots);
  at::_foreach_sqrt_(roots);
  roots[0].sum().backward();
  EXPECT_EQ(values(a.grad()), (std::vector<double>{1, 1}));
  const Tensor b = leaf({2});
  const Tensors products = {number(5)};
  const Tensors factors = {b.select(0, 0)};
  at::_foreach_mul_(products, factors);
  products[0].backward();
  EXPECT_EQ(values(b.grad()), (std::vector<double>{5, 0}));
}

TEST(Foreach, SharedStorageIsWrittenInOrder) {
  const Tensor t = normal({2});
  at::_foreach_mul_({t, t}, 3);
  EXPECT_EQ(values(t), (std::vector<double>{9, 9}));
  const Tensor other = normal({2});
  at::_foreach_add_(Tensors{t, other}, Tensors{t, t});
  EXPECT_EQ(values(other), (std::vector<double>{19, 19}));
}

TEST(Segments, SharedExtremaShareNegativeGradientsToo) {
  const Tensor data = at::ones({3}, at::kDouble).set_requires_grad(true);
  at::segment_reduce(data, "max", at::full({1}, 3, at::kLong)).neg().sum().backward();
  for (const double gradient : values(data.grad())) EXPECT_NEAR(gradient, -1.0 / 3, 1e-12);
}

TEST(Segments, SecondDerivative) {
  const Tensor data = at::full({3}, 2, at::kDouble).set_requires_grad(true);
  const Tensor mean = at::segment_reduce(data, "mean", at::full({1}, 3, at::kLong));
  const auto first = torch::autograd::grad({mean.mul(mean).mul(mean).sum()}, {data}, {}, true, true);
  const auto second = torch::autograd::grad({first[0].sum()}, {data});
  for (const double value : values(second[0])) EXPECT_NEAR(value, 6 * 2.0 / 3, 1e-12);
}

TEST(Segments, ProductsPassOnTheOthersProduct) {
  const Tensor data = at::arange(0, 6, at::kDouble).set_requires_grad(true);
  const Tensor offsets = at::arange(0, 7, 3, at::kLong);
  at::segment_reduce(data, "prod", {}, {}, offsets, 0, false, 2).sum().backward();
  // In the first segment (0, 1, 2) the gradients of 1 and 2 are zero, because both are products with the factor 0.
  EXPECT_EQ(values(data.grad()), (std::vector<double>{4, 0, 0, 40, 30, 24}));
}

TEST(Segments, OfHalfPrecision) {
  const Tensor data = at::arange(1, 5, at::kHalf);
  EXPECT_EQ(values(at::segment_reduce(data, "mean", at::full({2}, 2, at::kInt))), (std::vector<double>{1.5, 3.5}));
}

TEST(Segments, Rejections) {
  const Tensor data = normal({4});
  EXPECT_EQ(rejected([&] { at::segment_reduce(data, "amax", at::full({1}, 4, at::kLong)); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::segment_reduce(data, "sum", at::full({2}, 4, at::kLong), {}, {}, 0, true); }),
            ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::segment_reduce(data, "sum", at::full({1}, 4.0)); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { at::segment_reduce(at::ones({0}), "sum", at::full({1}, 0, at::kLong)); }),
            ErrorClass::Shape);
}

}  // namespace modecheck::engine
