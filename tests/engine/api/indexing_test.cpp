// Tests indexing: which results are views, which are copies, and how gradients flow through both. samples_test.cpp
// checks which elements are chosen.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using at::indexing::Ellipsis;
using at::indexing::None;
using at::indexing::Slice;
using torch::autograd::grad;
using torch::autograd::variable_list;

Tensor counted(c10::IntArrayRef sizes) {
  std::int64_t count = 1;
  for (const std::int64_t size : sizes) count *= size;
  return at::arange(count, at::kDouble).reshape(sizes);
}

}  // namespace

TEST(Indexing, BasicIndicesMakeTrackedViews) {
  const Tensor base = normal({3, 4});
  for (const Tensor& view : {base.index({0}), base.index({Slice(1, None), None}), base.index({"..."}), base[1],
                             base.index({Ellipsis, -1}), base.index({torch::tensor(1)})}) {
    EXPECT_TRUE(view.is_view());
    EXPECT_TRUE(view._base().is_same(base));
  }
  EXPECT_FALSE(base.index({torch::tensor({0, 1})}).is_view());
  EXPECT_FALSE(base.index({true}).is_view());
  // Rules W6 and K2: an index view of an inference tensor is an inference tensor, and is not tracked.
  const Tensor frozen = inference({3, 4});
  EXPECT_TRUE(frozen.index({0}).is_inference());
  EXPECT_FALSE(frozen.index({0}).is_view());
  // Rule K4: a copy is an inference tensor if and only if it is made inside InferenceMode.
  EXPECT_FALSE(frozen.index({torch::tensor({0})}).is_inference());
  const c10::InferenceMode mode;
  EXPECT_TRUE(base.index({torch::tensor({0})}).is_inference());
}

// Index tensors decide the strides of the result. The first index tensor whose strides put two dimensions in order
// decides. In this test that is the last index tensor.
TEST(Indexing, EveryIndexIsAskedHowTheResultLies) {
  const Tensor whole = counted({2, 2, 2, 2});
  const Tensor column = torch::tensor({0, 1}).reshape({2, 1});
  const Tensor turned = torch::tensor({0, 1, 1, 0, 0, 1}).reshape({3, 2}).t();
  const Tensor out = whole.index({torch::tensor({1}).reshape({1, 1}), column, column.clone(), turned});
  EXPECT_EQ(out.strides().vec(), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(values(out), (std::vector<double>{8, 9, 8, 15, 14, 15}));
}

TEST(Indexing, OneNumberByOneMaskMayBeOfAnotherDtype) {
  const Tensor mask = torch::tensor({true, false, true});
  const Tensor value = at::full({}, 2.5, at::kDouble).set_requires_grad(true);
  const Tensor base = at::ones({3}).set_requires_grad(true);
  const Tensor out = at::index_put(base, {mask}, value);
  EXPECT_EQ(out.scalar_type(), at::kFloat);
  EXPECT_EQ(values(out), (std::vector<double>{2.5, 1, 2.5}));
  out.sum().backward();
  EXPECT_EQ(values(base.grad()), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(value.grad().scalar_type(), at::kDouble);
  EXPECT_EQ(values(value.grad()), std::vector<double>{2});
  const Tensor whole = at::zeros({3}, at::kLong);
  whole.index_put_({mask}, at::full({1}, 2.75));
  EXPECT_EQ(values(whole), (std::vector<double>{2, 0, 2}));
  // index_put_ accepts a value of another dtype only if it writes one number through one mask. Each of these calls is
  // rejected for another reason: it accumulates, uses an index tensor, uses two masks, passes two numbers, or passes a
  // number that overflows.
  const Tensor bytes = at::zeros({3}, at::kByte);
  const Tensor number_of_floats = at::full({}, 2.0);
  EXPECT_EQ(rejected([&] { bytes.index_put_({mask}, number_of_floats, true); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { bytes.index_put_({torch::tensor({0})}, number_of_floats); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] {
              bytes.reshape({3, 1}).index_put_({mask, torch::tensor({true})}, number_of_floats);
            }),
            ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { bytes.index_put_({mask}, at::ones({2})); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { bytes.index_put_({mask}, at::full({}, 300.0)); }), ErrorClass::Overflow);
  EXPECT_EQ(values(bytes), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(bytes._version(), 0);
}

TEST(Indexing, Routes) {
  const Tensor base = normal({3, 4});
  const Tensor places = torch::tensor({0, 1});
  const Tensor values = normal({4});
  EXPECT_EQ(route([&] { base.index({places}); }), "AB");
  EXPECT_EQ(route([&] { base.index_put_({places}, values); }), "AVB");
  const c10::InferenceMode mode;
  EXPECT_EQ(route([&] { base.index({places}); }), "B");
  EXPECT_EQ(route([&] { base.index_put_({places}, values); }), "VB");
}

TEST(Indexing, WritesCount) {
  const Tensor base = normal({3, 4});
  base.index_put_({torch::tensor({0})}, 2);
  EXPECT_EQ(base._version(), 1);
  base.index_put_({0}, 2);
  EXPECT_EQ(base._version(), 2);
  base[1] = 3;
  EXPECT_EQ(base._version(), 3);
  base[1][2] += 4;
  EXPECT_EQ(base._version(), 4);
  EXPECT_EQ(values(base), (std::vector<double>{2, 2, 2, 2, 3, 3, 7, 3, 1, 1, 1, 1}));
  // Rule M2: outside InferenceMode an inference tensor cannot be written.
  const Tensor frozen = inference({3, 4});
  EXPECT_EQ(rejected([&] { frozen.index_put_({torch::tensor({0})}, 2); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(rejected([&] { frozen.index_put_({0}, 2); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(values(frozen), std::vector<double>(12, 1));
  // Rule W4: a leaf that requires grad cannot be written in place.
  const Tensor l = leaf({3});
  EXPECT_EQ(rejected([&] { l.index_put_({torch::tensor({0})}, 2); }), ErrorClass::LeafInPlace);
}

TEST(Indexing, ARejectedWriteChangesNothing) {
  const Tensor base = counted({4});
  EXPECT_EQ(rejected([&] { base.index_put_({torch::tensor({0, 1, 9})}, 5); }), ErrorClass::Index);
  EXPECT_EQ(rejected([&] { base.index_put_({torch::tensor({0, 1})}, counted({3})); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([&] { base.index_put_({torch::tensor({0, 1})}, at::ones({2})); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { base.index_put_({torch::tensor({0, 1, 2, 3})}, base); }), ErrorClass::MemoryOverlap);
  EXPECT_EQ(values(base), (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(base._version(), 0);
}

TEST(Indexing, GradientsOfReading) {
  const Tensor x = counted({3, 2}).set_requires_grad(true);
  const Tensor twice = x.index({torch::tensor({0, 2, 0})});
  EXPECT_EQ(twice.grad_fn()->name(), "IndexBackward0");
  const Tensor weights = counted({3, 2});
  EXPECT_EQ(values(grad({(twice * weights).sum()}, {x})[0]), (std::vector<double>{4, 6, 0, 0, 2, 3}));
  const Tensor masked = x.index({x.detach() > 2});
  EXPECT_EQ(values(grad({masked.sum()}, {x})[0]), (std::vector<double>{0, 0, 0, 1, 1, 1}));
  const Tensor mixed = x.index({Slice(1, None), torch::tensor({1, 1})});
  EXPECT_EQ(values(grad({mixed.sum()}, {x})[0]), (std::vector<double>{0, 0, 0, 2, 0, 2}));
}

TEST(Indexing, GradientsTwice) {
  const Tensor x = counted({3}).set_requires_grad(true);
  const Tensor y = x.index({torch::tensor({1, 1, 2})});
  const Tensor first = grad({(y * y * y).sum()}, {x}, {}, true, true)[0];
  EXPECT_EQ(values(first), (std::vector<double>{0, 6, 12}));
  EXPECT_EQ(values(grad({first.sum()}, {x})[0]), (std::vector<double>{0, 12, 12}));
}

TEST(Indexing, GradientsOfWriting) {
  const Tensor x = counted({4}).set_requires_grad(true);
  const Tensor v = (counted({2}) + 5).set_requires_grad(true);
  const Tensor weights = counted({4}) + 1;
  const auto gradients = [&](bool accumulate) {
    const Tensor y = x.clone();
    y.index_put_({torch::tensor({3, 1})}, v, accumulate);
    EXPECT_EQ(y.grad_fn()->name(), "IndexPutBackward0");
    return grad({(y * weights).sum()}, {x, v});
  };
  const variable_list put = gradients(false);
  EXPECT_EQ(values(put[0]), (std::vector<double>{1, 0, 3, 0}));
  EXPECT_EQ(values(put[1]), (std::vector<double>{4, 2}));
  const variable_list added = gradients(true);
  EXPECT_EQ(values(added[0]), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(values(added[1]), (std::vector<double>{4, 2}));
  // index_put_ writes a broadcast value through a view into its base. Backward sums the gradient to the sizes of that
  // value.
  const Tensor y = x.clone();
  const Tensor one = at::ones({1}, at::kDouble).set_requires_grad(true);
  y.index({Slice(0, 3)}).index_put_({torch::tensor({0, 2})}, one);
  EXPECT_EQ(y.grad_fn()->name(), "torch::autograd::CopySlices");
  const variable_list through = grad({(y * weights).sum()}, {x, one});
  EXPECT_EQ(values(through[0]), (std::vector<double>{0, 2, 0, 4}));
  EXPECT_EQ(values(through[1]), (std::vector<double>{4}));
}

// Rules S1 and S2: index_put saves the index tensors for backward.
TEST(Indexing, SavedPlaces) {
  const Tensor x = leaf({3});
  EXPECT_EQ(rejected([&] {
              const Tensor places = [] {
                const c10::InferenceMode mode;
                return torch::tensor({0, 1});
              }();
              x.index({places});
            }),
            ErrorClass::InferenceSavedForBackward);
  const Tensor places = torch::tensor({0, 1});
  const Tensor y = x.index({places});
  places.add_(1);
  EXPECT_EQ(rejected([&] { y.sum().backward(); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(Indexing, Meta) {
  const Tensor shape = at::empty({3, 4}, at::kMeta);
  EXPECT_EQ(shape.index({at::empty({2, 5}, at::TensorOptions(at::kLong).device(at::kMeta))}).sizes(),
            c10::IntArrayRef({2, 5, 4}));
  EXPECT_EQ(rejected([&] { shape.nonzero(); }), ErrorClass::Unsupported);
}

TEST(Indexing, OperationsOnBitsTakeIntegersAndNumbers) {
  const Tensor n = torch::tensor({1, 6});
  EXPECT_TRUE(at::equal(n & n, n));
  EXPECT_TRUE(at::equal(n & 3, torch::tensor({1, 2})));
  EXPECT_TRUE(at::equal(3 | n, torch::tensor({3, 7})));
  EXPECT_TRUE(at::equal(n ^ n, torch::tensor({0, 0})));
  EXPECT_TRUE(at::equal(~n, torch::tensor({-2, -7})));
  EXPECT_EQ(rejected([&] { torch::tensor({1.5}) & 1; }), ErrorClass::Dtype);
}

}  // namespace modecheck::engine
