// Tests normalisation operators: the running statistics are written as any tensor is, and rejected calls change
// nothing.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

void train(const Tensor& input, const Tensor& mean, const Tensor& variance) {
  at::batch_norm(input, {}, {}, mean, variance, true, 0.5, 1e-5, false);
}

}  // namespace

TEST(Normalization, V3RunningStatisticsAreBumpedOnce) {
  const Tensor mean = at::zeros({3});
  const Tensor variance = at::ones({3});
  train(normal({2, 3}), mean, variance);
  EXPECT_EQ(mean._version(), 1);
  EXPECT_EQ(variance._version(), 1);
  EXPECT_EQ(values(mean), (std::vector<double>{0.5, 0.5, 0.5}));
  EXPECT_EQ(values(variance), (std::vector<double>{0.5, 0.5, 0.5}));
  at::batch_norm(normal({2, 3}), {}, {}, mean, variance, false, 0.5, 1e-5, false);
  EXPECT_EQ(mean._version(), 1);
}

TEST(Normalization, S3NothingFlowsThroughRunningStatistics) {
  const Tensor mean = leaf({3});
  for (const bool training : {false, true}) {
    const auto normalize = [&] {
      at::batch_norm(normal({2, 3}), {}, {}, mean, at::ones({3}), training, 0.5, 1e-5, false);
    };
    EXPECT_EQ(rejected(normalize), ErrorClass::Argument);
    EXPECT_EQ(mean._version(), 0);
    const at::NoGradGuard guard;
    normalize();
  }
}

// instance_norm repeats the running statistics once per batch element, updates the repeated tensors as batch_norm does,
// and then writes their average back. Even for a batch of one, the repeated tensors are copies. The running statistics
// are therefore written only once.
TEST(Normalization, InstanceNormWritesCopiesOfTheStatistics) {
  const Tensor mean = at::ones({3});
  const Tensor variance = at::ones({3});
  EXPECT_FALSE(mean.repeat({1}).is_alias_of(mean));
  at::instance_norm(normal({1, 3, 2}), {}, {}, mean, variance, true, 0.5, 1e-5, false);
  EXPECT_EQ(mean._version(), 1);
  EXPECT_EQ(variance._version(), 1);
  EXPECT_EQ(values(mean), std::vector<double>(3, 1));
  EXPECT_EQ(values(variance), std::vector<double>(3, 0.5));
}

TEST(Normalization, E1InstanceNormLooksAtBothStatisticsFirst) {
  const Tensor mean = at::zeros({3});
  EXPECT_EQ(rejected([&] {
              at::instance_norm(normal({2, 3, 2}), {}, {}, mean, at::ones({1}).expand({3}), true, 0.5, 1e-5, false);
            }),
            ErrorClass::MemoryOverlap);
  EXPECT_EQ(mean._version(), 0);
}

TEST(Normalization, M2InferenceStatisticsAreWrittenInsideTheModeOnly) {
  const Tensor mean = inference({3});
  const Tensor variance = at::ones({3});
  EXPECT_EQ(rejected([&] { train(normal({2, 3}), variance, mean); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(rejected([&] { train(normal({2, 3}), mean, variance); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(rejected([&] {
              at::instance_norm(normal({2, 3, 2}), {}, {}, variance, mean, true, 0.5, 1e-5, false);
            }),
            ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(variance._version(), 0);
  EXPECT_EQ(values(variance), (std::vector<double>{1, 1, 1}));
  const c10::InferenceMode mode;
  train(normal({2, 3}), mean, inference({3}));
  EXPECT_EQ(values(mean), (std::vector<double>{1, 1, 1}));
}

TEST(Normalization, E1RejectedTrainingChangesNothing) {
  const Tensor mean = at::zeros({3});
  EXPECT_EQ(rejected([&] { train(normal({2, 3}), mean, at::ones({2})); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([&] { train(normal({2, 3}), mean, at::ones({1}).expand({3})); }), ErrorClass::MemoryOverlap);
  EXPECT_EQ(rejected([&] { train(inference({2, 3}).to(at::kLong), mean, at::ones({3})); }), ErrorClass::Dtype);
  EXPECT_EQ(mean._version(), 0);
  EXPECT_EQ(values(mean), (std::vector<double>{0, 0, 0}));
}

TEST(Normalization, S1InferenceInputsAreNotSaved) {
  const Tensor weight = leaf({3});
  EXPECT_EQ(rejected([&] { at::layer_norm(inference({2, 3}), {3}, weight); }), ErrorClass::InferenceSavedForBackward);
  EXPECT_EQ(rejected([&] { at::group_norm(inference({2, 3}), 3, weight); }), ErrorClass::InferenceSavedForBackward);
  EXPECT_EQ(rejected([&] {
              at::batch_norm(inference({2, 3}), weight, {}, {}, {}, true, 0.1, 1e-5, false);
            }),
            ErrorClass::InferenceSavedForBackward);
}

TEST(Normalization, S2WhatWasNormalisedWithIsNotWritten) {
  const Tensor mean = at::zeros({3});
  const Tensor input = leaf({2, 3});
  const Tensor out = at::batch_norm(input, {}, {}, mean, at::ones({3}), false, 0.1, 1e-5, false);
  mean.add_(number(1));
  EXPECT_EQ(rejected([&] { out.sum().backward(); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(Normalization, D3RoutesAndMeta) {
  const Tensor n = normal({2, 3});
  const Tensor i = inference({2, 3});
  EXPECT_EQ(route([&] { at::native_layer_norm(n, {3}, {}, {}, 1e-5); }), "AB");
  EXPECT_EQ(route([&] { at::native_layer_norm(i, {3}, {}, {}, 1e-5); }), "B");
  const auto [out, mean, reciprocal] = at::native_layer_norm(at::empty({2, 3, 4}, at::kMeta), {3, 4}, {}, {}, 1e-5);
  EXPECT_TRUE(out.is_meta());
  EXPECT_EQ(out.sizes().vec(), (std::vector<std::int64_t>{2, 3, 4}));
  EXPECT_EQ(mean.sizes().vec(), (std::vector<std::int64_t>{2, 1, 1}));
  EXPECT_EQ(at::group_norm(at::empty({2, 4, 5}, at::kMeta), 2).sizes().vec(), (std::vector<std::int64_t>{2, 4, 5}));
}

// batch_norm accepts a bfloat16 input with float32 parameters, as in mixed-precision training. The result has the
// input's dtype, and all other results have the parameters' dtype.
TEST(Normalization, BatchesOfShortNumbersTakeParametersOfSinglePrecision) {
  const Tensor input = at::arange(12).to(at::kFloat).sin().mul(number(3)).reshape({2, 2, 3}).to(at::kBFloat16);
  struct Trained {
    Tensor out, mean, variance, of_input, of_weight, of_bias;
  };
  for (const bool training : {true, false}) {
    const auto train_from = [&](const Tensor& values) {
      const Tensor a = values.detach().clone().set_requires_grad(true);
      const Tensor weight = at::tensor(std::vector<float>{1.5F, 0.75F}).set_requires_grad(true);
      const Tensor bias = at::tensor(std::vector<float>{0.5F, -1}).set_requires_grad(true);
      const Tensor mean = at::full({2}, 0.25);
      const Tensor variance = at::full({2}, 1.5);
      const Tensor out = at::batch_norm(a, weight, bias, mean, variance, training, 0.5, 1e-3, false);
      out.backward(at::arange(12).to(at::kFloat).cos().reshape({2, 2, 3}).to(at::kBFloat16).to(out.scalar_type()));
      return Trained{out, mean, variance, a.grad(), weight.grad(), bias.grad()};
    };
    const Trained mixed = train_from(input);
    const Trained wide = train_from(input.to(at::kFloat));
    EXPECT_EQ(mixed.out.scalar_type(), at::kBFloat16);
    EXPECT_EQ(mixed.of_input.scalar_type(), at::kBFloat16);
    EXPECT_EQ(mixed.of_weight.scalar_type(), at::kFloat);
    EXPECT_EQ(values(mixed.out), values(wide.out.to(at::kBFloat16)));
    EXPECT_EQ(values(mixed.mean), values(wide.mean));
    EXPECT_EQ(values(mixed.variance), values(wide.variance));
    EXPECT_EQ(values(mixed.of_input), values(wide.of_input.to(at::kBFloat16)));
    EXPECT_EQ(values(mixed.of_weight), values(wide.of_weight));
    EXPECT_EQ(values(mixed.of_bias), values(wide.of_bias));
  }
  const Tensor single = at::ones({2});
  const Tensor shorter = single.to(at::kBFloat16);
  const auto normalised = [](const Tensor& a, const Tensor& weight, const Tensor& mean) {
    at::batch_norm(a, weight, {}, mean, mean, false, 0.5, 1e-3, false);
  };
  EXPECT_EQ(rejected([&] { normalised(input, single, shorter); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { normalised(input, shorter, single); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { normalised(input.to(at::kFloat), shorter, single); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { normalised(input, single.to(at::kDouble), single.to(at::kDouble)); }), ErrorClass::Dtype);
}

// The sizes that native_group_norm gets have the product 4 * 2^30 * 2^32, which overflows to 0 in 64 bits. An empty
// input has 0 elements, too, so libtorch 1.13.1 accepts it and reads beyond its memory.
TEST(Normalization, SizesWhoseProductIsNoNumberAreRejected) {
  constexpr std::int64_t large = std::int64_t{1} << 30;
  EXPECT_EQ(rejected([&] { at::native_group_norm(at::zeros({0}), {}, {}, 4, large, 4 * large, 1, 1e-5); }),
            ErrorClass::Shape);
}

// libtorch 1.13.1 has no second derivative of layer_norm if the weight is absent.
TEST(Normalization, SecondDerivativeWithoutWeight) {
  const Tensor input = at::arange(0, 6, 1, at::kDouble).mul(number(0.3)).exp().view({2, 3}).set_requires_grad(true);
  const Tensor out = at::layer_norm(input, {3}, {}, leaf({3}).to(at::kDouble), 0.1);
  const auto first = torch::autograd::grad({out.mul(out).mul(out).sum()}, {input}, {}, true, true);
  const auto second = torch::autograd::grad({first[0].select(0, 0).select(0, 1)}, {input});
  // Compare the second derivative with a central difference of the first.
  const auto slope = [&](double step) {
    Tensor moved = input.detach().clone();
    moved.select(0, 0).select(0, 2).add_(number(step).to(at::kDouble));
    moved.set_requires_grad(true);
    const Tensor result = at::layer_norm(moved, {3}, {}, at::ones({3}, at::kDouble), 0.1);
    return values(torch::autograd::grad({result.mul(result).mul(result).sum()}, {moved})[0])[1];
  };
  EXPECT_NEAR(values(second[0])[2], (slope(1e-5) - slope(-1e-5)) / 2e-5, 1e-6);
}

}  // namespace modecheck::engine
