// Tests the distribution of random numbers, their independence, and the gradients through random operators.
#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

constexpr std::int64_t kCount = 20000;
constexpr int kShares = 20;

std::vector<double> numbers(const at::Tensor& tensor) {
  const at::Tensor dense = tensor.detach().to(at::kDouble).contiguous();
  return std::vector<double>(dense.data_ptr<double>(), dense.data_ptr<double>() + dense.numel());
}

// Compares counts with expected counts by Pearson's chi-squared test. With n counts, the statistic has n - 1 degrees of
// freedom.
void expect_counts(const std::vector<double>& counts, const std::vector<double>& expected, const char* what) {
  double distance = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected[i] == 0) {
      EXPECT_EQ(counts[i], 0) << what << ": " << i << " is impossible";
      continue;
    }
    distance += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
  }
  // The limit is five standard deviations above the mean of the chi-squared distribution.
  const auto freedom = static_cast<double>(counts.size() - 1);
  EXPECT_LT(distance, freedom + 5 * std::sqrt(2 * freedom) + 5) << what;
}

// Checks that adjacent random numbers are uncorrelated.
void expect_independent(const std::vector<double>& x, const char* what) {
  double mean = 0;
  for (const double value : x) mean += value / static_cast<double>(x.size());
  double variance = 0;
  double covariance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    variance += (x[i] - mean) * (x[i] - mean);
    if (i > 0) covariance += (x[i] - mean) * (x[i - 1] - mean);
  }
  EXPECT_GT(variance, 0) << what;
  EXPECT_LT(std::fabs(covariance / variance), 5 / std::sqrt(static_cast<double>(x.size()))) << what;
}

// Checks the distribution of the numbers in a tensor: `distribution` of the numbers must be uniform in [0, 1].
void expect_distributed(const at::Tensor& tensor, double (*distribution)(double), const char* what) {
  const std::vector<double> x = numbers(tensor);
  std::vector<double> counts(kShares);
  for (const double value : x) {
    const double share = distribution(value);
    ASSERT_TRUE(share >= 0 && share <= 1) << what << ": " << value << " is out of range";
    ++counts[static_cast<std::size_t>(std::min<double>(kShares - 1, std::floor(share * kShares)))];
  }
  expect_counts(counts, std::vector<double>(kShares, static_cast<double>(x.size()) / kShares), what);
  expect_independent(x, what);
}

double even(double x) { return x; }
double even_2_5(double x) { return (x - 2) / 3; }
double standard_normal(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double normal_2_3(double x) { return standard_normal((x - 2) / 3); }
double exponential_2(double x) { return 1 - std::exp(-2 * x); }

// Checks that a tensor holds integers in [low, high), all about equally often.
void expect_integers(const at::Tensor& tensor, std::int64_t low, std::int64_t high, const char* what) {
  const std::vector<double> x = numbers(tensor);
  std::vector<double> counts(static_cast<std::size_t>(high - low));
  for (const double value : x) {
    ASSERT_TRUE(value == std::floor(value) && value >= static_cast<double>(low) && value < static_cast<double>(high))
        << what << ": " << value;
    ++counts[static_cast<std::size_t>(value - static_cast<double>(low))];
  }
  expect_counts(counts,
                std::vector<double>(counts.size(), static_cast<double>(x.size()) / static_cast<double>(high - low)),
                what);
  expect_independent(x, what);
}

// Checks that a tensor holds ones with probability p, and otherwise zeros.
void expect_coins(const at::Tensor& tensor, double p, const char* what) {
  const std::vector<double> x = numbers(tensor);
  double ones = 0;
  for (const double value : x) {
    ASSERT_TRUE(value == 0 || value == 1) << what;
    ones += value;
  }
  const auto count = static_cast<double>(x.size());
  expect_counts({count - ones, ones}, {count * (1 - p), count * p}, what);
  if (p > 0 && p < 1) expect_independent(x, what);
}

constexpr at::ScalarType kFloating[] = {at::kDouble, at::kFloat};

// Returns tensors to draw into: a contiguous one, a transposed one, and a slice with step two.
std::vector<at::Tensor> places(at::ScalarType dtype) {
  return {at::zeros({kCount}, dtype), at::zeros({100, kCount / 100}, dtype).t(),
          at::zeros({2 * kCount}, dtype).slice(0, 0, 2 * kCount, 2)};
}

// Checks that the gradient through a draw is zero, and that draws of no element and of one element work.
void expect_nothing_flows(const std::function<at::Tensor(const at::Tensor&)>& draw, const char* what) {
  const at::Tensor leaf = at::full({3}, 0.5, at::kDouble).set_requires_grad(true);
  const at::Tensor drawn = draw(leaf.mul(1));
  if (drawn.requires_grad()) {
    const at::Tensor gradient = torch::autograd::grad({drawn.sum()}, {leaf}, {}, false, false, true)[0];
    if (gradient.defined()) {
      EXPECT_EQ(numbers(gradient), std::vector<double>(3, 0)) << what;
    }
  }
  EXPECT_EQ(draw(at::full({0, 2}, 0.5)).numel(), 0) << what;
  EXPECT_EQ(draw(at::full({}, 0.5)).dim(), 0) << what;
}

at::Generator generator() { return at::detail::createCPUGenerator(11); }

void random_factories(Judge& judge) {
  judge.by_hand("rand(IntArrayRef,optional<Generator>,TensorOptions)", [] {
    for (const at::ScalarType dtype : kFloating)
      expect_distributed(at::rand({kCount}, generator(), at::TensorOptions(dtype)), even, "rand");
    // Two generators with the same seed give the same numbers; two draws from one generator differ.
    at::Generator mine = generator();
    const at::Tensor first = at::rand({5}, mine);
    EXPECT_TRUE(first.equal(at::rand({5}, generator())));
    EXPECT_FALSE(first.equal(at::rand({5}, mine)));
  });
  judge.by_hand("rand_like(Tensor,TensorOptions,optional<MemoryFormat>)", [] {
    for (const at::ScalarType dtype : kFloating)
      expect_distributed(at::rand_like(at::zeros({100, kCount / 100}, dtype)), even, "rand_like");
  });
  judge.by_hand("randn(IntArrayRef,TensorOptions)", [] {
    // randn draws the numbers of a small tensor by another algorithm.
    for (const at::ScalarType dtype : kFloating) {
      expect_distributed(at::randn({kCount}, dtype), standard_normal, "randn");
      Tensors few;
      for (int i = 0; i < 1000; ++i) few.push_back(at::randn({5}, dtype));
      expect_distributed(at::cat(few), standard_normal, "randn of five");
    }
    EXPECT_EQ(at::randn({0, 3}).sizes(), (Sizes{0, 3}));
    EXPECT_EQ(at::randn({}).dim(), 0);
  });
  judge.by_hand("randn(IntArrayRef,optional<Generator>,TensorOptions)",
                [] { expect_distributed(at::randn({kCount}, generator()), standard_normal, "randn of a generator"); });
  judge.by_hand("randn_like(Tensor,TensorOptions)", [] {
    expect_distributed(at::randn_like(at::zeros({kCount}, at::kDouble)), standard_normal, "randn_like");
  });
  judge.by_hand("randint(int64_t,IntArrayRef,TensorOptions)", [] {
    expect_integers(at::randint(7, {kCount}), 0, 7, "randint");
    EXPECT_EQ(at::randint(7, {2}).scalar_type(), at::kLong);
    expect_integers(at::randint(7, {kCount}, at::kFloat), 0, 7, "randint of float32");
  });
  judge.by_hand("randint(int64_t,int64_t,IntArrayRef,TensorOptions)",
                [] { expect_integers(at::randint(-3, 5, {kCount}), -3, 5, "randint from below zero"); });
  judge.by_hand("randint(int64_t,IntArrayRef,optional<Generator>,TensorOptions)",
                [] { expect_integers(at::randint(7, {kCount}, generator()), 0, 7, "randint of a generator"); });
  judge.by_hand("randint(int64_t,int64_t,IntArrayRef,optional<Generator>,TensorOptions)",
                [] { expect_integers(at::randint(-3, 5, {kCount}, generator()), -3, 5, "randint of a generator"); });
  judge.by_hand("randint_like(Tensor,int64_t,TensorOptions)",
                [] { expect_integers(at::randint_like(at::zeros({kCount}), 9), 0, 9, "randint_like"); });
  judge.by_hand("randint_like(Tensor,int64_t,int64_t,TensorOptions)",
                [] { expect_integers(at::randint_like(at::zeros({kCount}), -2, 9), -2, 9, "randint_like"); });
  const auto permutations = [](const std::function<at::Tensor()>& draw) {
    std::vector<double> at_first(5);
    std::vector<double> where_zero(5);
    for (int i = 0; i < 2000; ++i) {
      const std::vector<double> order = numbers(draw());
      ++at_first[static_cast<std::size_t>(order[0])];
      ++where_zero[static_cast<std::size_t>(std::find(order.begin(), order.end(), 0) - order.begin())];
      std::vector<double> sorted = order;
      std::sort(sorted.begin(), sorted.end());
      EXPECT_EQ(sorted, (std::vector<double>{0, 1, 2, 3, 4}));
    }
    expect_counts(at_first, std::vector<double>(5, 400), "what is first");
    expect_counts(where_zero, std::vector<double>(5, 400), "where zero is");
  };
  judge.by_hand("randperm(int64_t,TensorOptions)", [=] {
    permutations([] { return at::randperm(5); });
    EXPECT_EQ(at::randperm(0).numel(), 0);
    std::vector<double> many = numbers(at::randperm(50000));
    std::sort(many.begin(), many.end());
    for (std::size_t i = 0; i < many.size(); ++i) ASSERT_EQ(many[i], static_cast<double>(i));
  });
  judge.by_hand("randperm(int64_t,optional<Generator>,TensorOptions)", [=] {
    const at::Generator mine = generator();
    permutations([=] { return at::randperm(5, mine); });
  });
}

void normal_ones(Judge& judge) {
  judge.by_hand("normal_(Tensor,double,double,optional<Generator>)", [] {
    for (const at::ScalarType dtype : kFloating)
      for (const at::Tensor& place : places(dtype)) expect_distributed(place.normal_(2, 3), normal_2_3, "normal_");
    expect_nothing_flows([](const at::Tensor& x) { return x.normal_(); }, "normal_");
  });
  judge.by_hand("normal(double,double,IntArrayRef,optional<Generator>,TensorOptions)",
                [] { expect_distributed(at::normal(2, 3, {kCount}, generator()), normal_2_3, "normal"); });
  judge.by_hand("normal(Tensor,double,optional<Generator>)", [] {
    expect_distributed(at::normal(at::full({kCount}, 2, at::kDouble), 3), normal_2_3, "normal of means");
    // Each element of this at::normal call has its own mean.
    const at::Tensor means = at::arange(0, 1000, at::kDouble);
    expect_distributed(at::normal(means.mul(100), 3).sub(means.mul(100)).add(2), normal_2_3, "normal of other means");
  });
  judge.by_hand("normal(double,Tensor,optional<Generator>)", [] {
    expect_distributed(at::normal(2, at::full({kCount}, 3, at::kDouble)), normal_2_3, "normal of deviations");
    // With standard deviation zero, at::normal returns the mean.
    EXPECT_EQ(numbers(at::normal(2, at::zeros({3}))), (std::vector<double>{2, 2, 2}));
  });
  judge.by_hand("normal(Tensor,Tensor,optional<Generator>)", [] {
    const at::Tensor drawn = at::normal(at::full({100, 1}, 2, at::kDouble), at::full({kCount / 100}, 3, at::kDouble));
    EXPECT_EQ(drawn.sizes(), (Sizes{100, kCount / 100}));
    expect_distributed(drawn, normal_2_3, "normal of both, which broadcast");
  });
}

void even_ones(Judge& judge) {
  judge.by_hand("uniform_(Tensor,double,double,optional<Generator>)", [] {
    for (const at::ScalarType dtype : kFloating)
      for (const at::Tensor& place : places(dtype)) expect_distributed(place.uniform_(2, 5), even_2_5, "uniform_");
    expect_nothing_flows([](const at::Tensor& x) { return x.uniform_(); }, "uniform_");
  });
  judge.by_hand("exponential_(Tensor,double,optional<Generator>)", [] {
    for (const at::ScalarType dtype : kFloating)
      for (const at::Tensor& place : places(dtype))
        expect_distributed(place.exponential_(2), exponential_2, "exponential_");
    expect_nothing_flows([](const at::Tensor& x) { return x.exponential_(); }, "exponential_");
  });
  judge.by_hand("random_(Tensor,int64_t,optional<int64_t>,optional<Generator>)", [] {
    for (const at::ScalarType dtype : {at::kLong, at::kInt, at::kShort, at::kChar, at::kFloat, at::kDouble})
      for (const at::Tensor& place : places(dtype)) expect_integers(place.random_(-3, 8), -3, 8, "random_");
    expect_nothing_flows([](const at::Tensor& x) { return x.random_(0, 5); }, "random_");
  });
  judge.by_hand("random_(Tensor,int64_t,optional<Generator>)", [] {
    for (const at::ScalarType dtype : {at::kLong, at::kByte, at::kFloat})
      expect_integers(at::zeros({kCount}, dtype).random_(6), 0, 6, "random_ below");
    expect_nothing_flows([](const at::Tensor& x) { return x.random_(5); }, "random_ below");
  });
  judge.by_hand("random_(Tensor,optional<Generator>)", [] {
    // random_() draws from all non-negative integers that the dtype can hold.
    expect_integers(at::zeros({kCount}, at::kBool).random_(), 0, 2, "random_ of truth values");
    expect_integers(at::zeros({kCount}, at::kChar).random_(), 0, 128, "random_ of int8");
    expect_integers(at::zeros({kCount}, at::kByte).random_(), 0, 256, "random_ of uint8");
    expect_distributed(
        at::zeros({kCount}, at::kInt).random_(), [](double x) { return (x + 0.5) / 2147483648.0; }, "random_ of int32");
    expect_distributed(
        at::zeros({kCount}, at::kFloat).random_(), [](double x) { return x / 16777217.0; }, "random_ of float32");
    expect_nothing_flows([](const at::Tensor& x) { return x.random_(); }, "random_");
  });
}

void coins(Judge& judge) {
  judge.by_hand("bernoulli(Tensor,optional<Generator>)", [] {
    for (const at::ScalarType dtype : kFloating)
      for (const double p : {0.0, 0.3, 1.0}) expect_coins(at::full({kCount}, p, dtype).bernoulli(), p, "bernoulli");
    expect_nothing_flows([](const at::Tensor& x) { return x.bernoulli(); }, "bernoulli");
  });
  judge.by_hand("bernoulli(Tensor,double,optional<Generator>)", [] {
    expect_coins(at::zeros({kCount}).bernoulli(0.3), 0.3, "bernoulli of a probability");
    expect_nothing_flows([](const at::Tensor& x) { return x.bernoulli(0.3); }, "bernoulli of a probability");
  });
  judge.by_hand("bernoulli_(Tensor,double,optional<Generator>)", [] {
    for (const at::ScalarType dtype : {at::kDouble, at::kLong, at::kBool})
      for (const at::Tensor& place : places(dtype)) expect_coins(place.bernoulli_(0.3), 0.3, "bernoulli_");
    expect_nothing_flows([](const at::Tensor& x) { return x.bernoulli_(0.3); }, "bernoulli_");
  });
  judge.by_hand("bernoulli_(Tensor,Tensor,optional<Generator>)", [] {
    const at::Tensor p = at::full({2, 1}, 0.3, at::kDouble);
    p.select(0, 1).fill_(0.8);
    const at::Tensor drawn = at::zeros({2, kCount}).bernoulli_(p);
    expect_coins(drawn.select(0, 0), 0.3, "bernoulli_ of a row's probability");
    expect_coins(drawn.select(0, 1), 0.8, "bernoulli_ of a row's probability");
    expect_nothing_flows([](const at::Tensor& x) { return x.bernoulli_(at::full({}, 0.3)); }, "bernoulli_ of a tensor");
  });
  judge.by_hand("multinomial(Tensor,int64_t,bool,optional<Generator>)", [] {
    const std::vector<double> weights = {1, 0, 3, 2, 4};
    const at::Tensor w = at::tensor(weights);
    for (const at::ScalarType dtype : kFloating) {
      const auto counts_of = [](const at::Tensor& drawn) {
        std::vector<double> counts(5);
        for (const double place : numbers(drawn)) ++counts[static_cast<std::size_t>(place)];
        return counts;
      };
      std::vector<double> expected;
      for (const double weight : weights) expected.push_back(weight / 10 * kCount);
      expect_counts(counts_of(at::multinomial(w.to(dtype), kCount, true)), expected, "multinomial");
      // The first draw of each row follows the weights. Without replacement, no index is drawn twice in a row.
      const at::Tensor rows = at::multinomial(w.to(dtype).expand({kCount / 4, 5}), 3);
      EXPECT_EQ(rows.scalar_type(), at::kLong);
      EXPECT_EQ(rows.sizes(), (Sizes{kCount / 4, 3}));
      for (double& count : expected) count /= 4;
      expect_counts(counts_of(rows.select(1, 0)), expected, "the first of three");
      const std::vector<double> all = numbers(rows);
      for (std::size_t i = 0; i < all.size(); i += 3)
        ASSERT_TRUE(all[i] != all[i + 1] && all[i] != all[i + 2] && all[i + 1] != all[i + 2]);
    }
    EXPECT_EQ(at::multinomial(at::ones({0, 3}), 2).sizes(), (Sizes{0, 2}));
  });
}

using Drop = std::function<at::Tensor(const at::Tensor&, double, bool)>;

// Tests a dropout function. An element that is kept becomes `scale` times itself plus `shift`; a dropped one becomes
// `dropped`.
void judge_dropping(const Drop& drop, double p, double scale, double shift, double dropped, bool channels,
                    const char* what) {
  const Sizes sizes = channels ? Sizes{100, 40, 3} : Sizes{100, 120};
  for (const at::ScalarType dtype : kFloating) {
    const at::Tensor x = at::arange(1, 12001, at::kDouble).div(1000).view(sizes).to(dtype).set_requires_grad(true);
    const at::Tensor out = drop(x.mul(1), p, true);
    const at::Tensor gradient = torch::autograd::grad({out.sum()}, {x})[0];
    const std::vector<double> before = numbers(x);
    const std::vector<double> after = numbers(out);
    const std::vector<double> slopes = numbers(gradient);
    std::vector<double> stayed;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double kept = before[i] * scale + shift;
      const bool stays = std::fabs(after[i] - kept) < 1e-5 * (1 + std::fabs(kept));
      ASSERT_TRUE(stays || std::fabs(after[i] - dropped) < 1e-5) << what << ": " << before[i] << " is " << after[i];
      ASSERT_NEAR(slopes[i], stays ? scale : 0, 1e-5) << what;
      if (channels && i % 3 != 0) {
        ASSERT_EQ(stays ? 1.0 : 0.0, stayed.back()) << what << ": a channel is dropped as a whole";
      } else {
        stayed.push_back(stays ? 1 : 0);
      }
    }
    expect_coins(at::tensor(stayed), 1 - p, what);
    EXPECT_EQ(out.scalar_type(), dtype);
  }
  // In evaluation and with p=0, dropout changes nothing. It also accepts a tensor without elements.
  const at::Tensor x = at::arange(6, at::kDouble).view({2, 3});
  EXPECT_TRUE(drop(x.clone(), p, false).equal(x)) << what;
  EXPECT_EQ(drop(at::zeros({0, 3, 2}), p, true).sizes(), (Sizes{0, 3, 2})) << what;
  EXPECT_EQ(numbers(drop(at::zeros({4, 2, 2}), 0, true)), std::vector<double>(16, 0)) << what;
}

void drops(Judge& judge) {
  constexpr double kP = 0.3;
  const double scale = 1 / (1 - kP);
  judge.by_hand("dropout(Tensor,double,bool)", [=] {
    judge_dropping([](const at::Tensor& x, double p, bool train) { return at::dropout(x, p, train); }, kP, scale, 0, 0,
                   false, "dropout");
  });
  judge.by_hand("dropout_(Tensor,double,bool)", [=] {
    judge_dropping(
        [](const at::Tensor& x, double p, bool train) {
          at::Tensor out = x;
          return at::dropout_(out, p, train);
        },
        kP, scale, 0, 0, false, "dropout_");
  });
  judge.by_hand("feature_dropout(Tensor,double,bool)", [=] {
    judge_dropping([](const at::Tensor& x, double p, bool train) { return at::feature_dropout(x, p, train); }, kP,
                   scale, 0, 0, true, "feature_dropout");
  });
  judge.by_hand("native_dropout(Tensor,double,optional<bool>)", [=] {
    judge_dropping(
        [](const at::Tensor& x, double p, bool train) {
          const auto both = at::native_dropout(x, p, train);
          EXPECT_EQ(std::get<1>(both).scalar_type(), at::kBool);
          return std::get<0>(both);
        },
        kP, scale, 0, 0, false, "native_dropout");
    const auto [out, stayed] = at::native_dropout(at::ones({50}), kP, true);
    EXPECT_EQ(numbers(out.ne(0)), numbers(stayed));
  });
  judge.by_hand("alpha_dropout(Tensor,double,bool)", [=] {
    // alpha is minus the lower limit of SELU. a and b are the scale and the shift that restore mean 0 and standard
    // deviation 1.
    const double alpha = 1.7580993408473766;
    const double a = 1 / std::sqrt((alpha * alpha * kP + 1) * (1 - kP));
    const double b = alpha * a * kP;
    judge_dropping([](const at::Tensor& x, double p, bool train) { return at::alpha_dropout(x, p, train); }, kP, a, b,
                   b - alpha * a, false, "alpha_dropout");
  });
}

}  // namespace

void random(Judge& judge) {
  at::manual_seed(5);
  random_factories(judge);
  normal_ones(judge);
  even_ones(judge);
  coins(judge);
  drops(judge);
}

}  // namespace modecheck::definitions
