// Tests random numbers on the device: their values, their distribution, and the generators.
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Utils.h>
#include <ATen/core/PhiloxRNGEngine.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceRandom : public DeviceTest {};

at::TensorOptions there(c10::ScalarType type) { return at::TensorOptions(type).device(kGpu); }

std::vector<double> fetched(const at::Tensor& tensor) { return values(tensor.cpu()); }

using Draw = std::function<at::Tensor()>;

// Returns calls of all functions that draw random numbers. Each call draws a hundred numbers or fewer.
const std::vector<Draw>& everything() {
  static const std::vector<Draw> all = {
      [] { return at::rand({100}, there(c10::kFloat)); },
      [] {
        return at::randn({10, 10}, there(c10::kDouble));
      },
      [] { return at::randint(0, 1000, {100}, there(c10::kLong)); },
      [] { return at::randperm(50, there(c10::kLong)); },
      [] {
        return at::rand_like(at::zeros({5, 20}, there(c10::kComplexDouble)));
      },
      [] {
        return at::randn_like(at::zeros({5, 20}, there(c10::kHalf)));
      },
      [] { return at::zeros({100}, there(c10::kInt)).random_(); },
      [] { return at::zeros({100}, there(c10::kBool)).bernoulli_(0.5); },
      [] { return at::full({100}, 0.5, there(c10::kDouble)).bernoulli(); },
      [] { return at::zeros({100}, there(c10::kBFloat16)).exponential_(); },
      [] {
        return at::multinomial(at::ones({3, 20}, there(c10::kFloat)), 40, true);
      },
      [] {
        return at::multinomial(at::ones({3, 20}, there(c10::kFloat)), 10);
      },
      [] { return std::get<1>(at::native_dropout(at::ones({100}, there(c10::kFloat)), 0.5, true)); },
  };
  return all;
}

// Yields the random words that one call uses. `call` counts the drawing calls since the generator was seeded.
class Words {
 public:
  Words(std::uint64_t seed, std::uint64_t call) : seed_(seed), call_(call) {}
  std::uint32_t next() {
    if (read_ % 4 == 0) block_ = at::Philox4_32(seed_, read_ / 4, call_);
    ++read_;
    return block_();
  }
  std::uint64_t next_64() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }
  double of_24_bits() { return (next() & 0xffffff) * 0x1p-24; }
  double of_53_bits() { return static_cast<double>(next_64() & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53; }

 private:
  std::uint64_t seed_;
  std::uint64_t call_;
  std::uint64_t read_ = 0;
  at::Philox4_32 block_;
};

template <typename Number>
std::vector<double> listed(std::size_t count, const Number& number) {
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<double>(number()));
  return out;
}

TEST_F(DeviceRandom, NumbersAreMadeOfTheWordsOfBlocksInOrder) {
  torch::manual_seed(77);
  Words first(77, 0);
  EXPECT_EQ(fetched(at::rand({11}, there(c10::kFloat))), listed(11, [&] { return first.of_24_bits(); }));
  Words second(77, 1);
  EXPECT_EQ(fetched(at::rand({7}, there(c10::kDouble))), listed(7, [&] { return second.of_53_bits(); }));
  Words third(77, 2);
  const at::Tensor complex = at::rand({3}, there(c10::kComplexFloat));
  EXPECT_EQ(fetched(at::view_as_real(complex)), listed(6, [&] { return third.of_24_bits(); }));
  Words fourth(77, 3);
  EXPECT_EQ(fetched(at::randint(5, 12, {9}, there(c10::kShort))), listed(9, [&] { return fourth.next() % 7 + 5; }));
  Words fifth(77, 4);
  const at::Tensor all = at::zeros({5}, there(c10::kLong))
                             .random_(std::numeric_limits<std::int64_t>::min(), c10::optional<std::int64_t>());
  for (std::int64_t i = 0; i < 5; ++i)
    EXPECT_EQ(all[i].item<std::int64_t>(), static_cast<std::int64_t>(fifth.next_64() + (std::uint64_t{1} << 63)));
  Words sixth(77, 5);
  EXPECT_EQ(fetched(at::zeros({9}, there(c10::kByte)).bernoulli_(0.3)),
            listed(9, [&] { return sixth.of_53_bits() < 0.3 ? 1 : 0; }));
}

TEST_F(DeviceRandom, NormalNumbersAreMadeInPairs) {
  torch::manual_seed(78);
  Words words(78, 0);
  const std::vector<double> got = fetched(at::zeros({5}, there(c10::kDouble)).normal_(1, 2));
  for (std::size_t i = 0; i < got.size(); i += 2) {
    const double angle = 2 * std::numbers::pi * words.of_53_bits();
    const double radius = std::sqrt(-2 * std::log1p(-words.of_53_bits()));
    EXPECT_NEAR(got[i], 1 + 2 * radius * std::cos(angle), 1e-13);
    if (i + 1 < got.size()) {
      EXPECT_NEAR(got[i + 1], 1 + 2 * radius * std::sin(angle), 1e-13);
    }
  }
}

TEST_F(DeviceRandom, ElementsAreDrawnInTheOrderOfMemory) {
  const auto drawn = [](const at::Tensor& into) {
    torch::manual_seed(5);
    return into.uniform_().clone(c10::MemoryFormat::Contiguous).cpu();
  };
  const at::Tensor rows = drawn(at::zeros({3, 4}, there(c10::kFloat)));
  EXPECT_TRUE(drawn(at::zeros({4, 3}, there(c10::kFloat)).t()).equal(rows.reshape({4, 3}).t()));
  // A draw into a strided slice leaves the elements between those of the slice as they are.
  const at::Tensor wide = at::full({3, 8}, 7, there(c10::kFloat));
  EXPECT_TRUE(drawn(wide.slice(1, 0, 8, 2)).equal(rows));
  EXPECT_TRUE(wide.slice(1, 1, 8, 2).cpu().eq(7).all().item<bool>());
}

TEST_F(DeviceRandom, TheSameSeedGivesTheSameNumbersOnAnyStream) {
  for (std::size_t i = 0; i < everything().size(); ++i) {
    torch::manual_seed(11);
    const at::Tensor first = everything()[i]();
    const at::Tensor next = everything()[i]();
    EXPECT_FALSE(first.equal(next)) << "draw " << i << ": two calls, one and the same numbers";
    torch::cuda::manual_seed(11);
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    EXPECT_TRUE(everything()[i]().equal(first)) << "draw " << i;
    EXPECT_TRUE(everything()[i]().equal(next)) << "draw " << i;
    torch::cuda::manual_seed_all(12);
    EXPECT_FALSE(everything()[i]().equal(first)) << "draw " << i << " does not ask for the seed";
  }
}

TEST_F(DeviceRandom, TheGeneratorOfTheCpuIsLeftAlone) {
  torch::manual_seed(3);
  const at::Tensor expected = at::rand({4});
  torch::manual_seed(3);
  for (const Draw& draw : everything()) draw();
  EXPECT_TRUE(at::rand({4}).equal(expected));
  const at::CUDAGeneratorImpl& generator = *at::cuda::detail::getDefaultCUDAGenerator().get<at::CUDAGeneratorImpl>();
  EXPECT_EQ(generator.philox_offset_per_thread(), 4 * everything().size()) << "each call is one block";
}

TEST_F(DeviceRandom, GeneratorsHaveSeedsAndOffsets) {
  EXPECT_EQ(rejected([] { at::cuda::detail::createCUDAGenerator(1); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { at::cuda::detail::getDefaultCUDAGenerator(2); }), ErrorClass::Argument);
  EXPECT_TRUE(at::globalContext().defaultGenerator(kGpu) == at::cuda::detail::getDefaultCUDAGenerator(0));
  at::Generator mine = at::cuda::detail::createCUDAGenerator();
  auto& impl = *at::check_generator<at::CUDAGeneratorImpl>(mine);
  EXPECT_EQ(mine.device(), kGpu);
  EXPECT_EQ(mine.current_seed(), at::CUDAGeneratorImpl::default_seed);
  mine.set_current_seed(21);
  const at::Tensor first = at::rand({6}, mine, there(c10::kFloat));
  EXPECT_EQ(impl.philox_offset_per_thread(), 4u);
  const at::Generator copy = mine.clone();
  EXPECT_TRUE(copy != mine);
  EXPECT_EQ(copy.current_seed(), 21u);
  const at::Tensor second = at::rand({6}, mine, there(c10::kFloat));
  EXPECT_TRUE(at::rand({6}, copy, there(c10::kFloat)).equal(second));
  impl.set_philox_offset_per_thread(0);
  EXPECT_TRUE(at::rand({6}, mine, there(c10::kFloat)).equal(first));
  EXPECT_EQ(rejected([&] { impl.set_philox_offset_per_thread(6); }), ErrorClass::Argument);
  EXPECT_EQ(impl.philox_offset_per_thread(), 4u);
  EXPECT_EQ(impl.philox_engine_inputs(5), (std::pair<std::uint64_t, std::uint64_t>(21, 4)));
  EXPECT_EQ(impl.philox_offset_per_thread(), 12u);
  mine.set_current_seed(21);
  EXPECT_EQ(impl.philox_offset_per_thread(), 0u);
  EXPECT_NE(mine.seed(), 21u);
  // A draw with its own generator does not advance the device's default generator.
  torch::manual_seed(21);
  EXPECT_TRUE(at::rand({6}, there(c10::kFloat)).equal(first));
}

TEST_F(DeviceRandom, GeneratorsOfAnotherDeviceAreRejected) {
  const at::Generator host = at::detail::createCPUGenerator(4);
  const at::Generator device = at::cuda::detail::createCUDAGenerator();
  const at::Tensor a = at::full({3}, 0.5, there(c10::kFloat));
  for (const auto& draw : std::vector<std::function<void()>>{
           [&] { at::rand({3}, host, there(c10::kFloat)); },
           [&] { at::randn({3}, host, there(c10::kFloat)); },
           [&] { at::randint(0, 3, {3}, host, there(c10::kFloat)); },
           [&] { at::randperm(3, host, there(c10::kLong)); },
           [&] { at::randperm(0, host, there(c10::kLong)); },
           [&] { a.normal_(0, 1, host); },
           [&] { a.uniform_(0, 1, host); },
           [&] { a.random_(host); },
           [&] { a.bernoulli_(0.5, host); },
           [&] { a.bernoulli_(a, host); },
           [&] { a.bernoulli(host); },
           [&] { a.exponential_(1, host); },
           [&] { a.slice(0, 0, 0).exponential_(1, host); },
           [&] { a.multinomial(2, true, host); },
           [&] { at::rand({3}, device); },
           [&] { at::zeros({3}).bernoulli_(at::full({3}, 0.5), device); },
       })
    EXPECT_EQ(rejected(draw), ErrorClass::DeviceMismatch);
  expect_same(a, at::full({3}, 0.5));
}

TEST_F(DeviceRandom, WhatIsRejectedDrawsAndWritesNothing) {
  const at::Tensor a = at::full({2, 3}, 7, there(c10::kFloat));
  const auto next = [](const std::function<void()>& action) {
    torch::manual_seed(5);
    if (action) {
      EXPECT_EQ(rejected(action), ErrorClass::Argument);
    }
    return fetched(at::rand({4}, there(c10::kFloat)));
  };
  const std::vector<double> undisturbed = next({});
  for (const double p : {-0.5, 1.5, std::nan("")}) {
    at::Tensor probabilities = at::full({3}, 0.5, there(c10::kDouble));
    probabilities[1].fill_(p);
    for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kBFloat16}) {
      EXPECT_EQ(next([&] { a.bernoulli_(probabilities.to(type)); }), undisturbed) << p;
      EXPECT_EQ(next([&] { probabilities.to(type).bernoulli(); }), undisturbed) << p;
    }
  }
  // The device's error messages about probabilities are those of the CPU.
  const auto words = [](const at::Tensor& probabilities) -> std::string {
    try {
      probabilities.bernoulli();
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  };
  const at::Tensor outside = at::full({3}, 1.5);
  EXPECT_EQ(words(outside.to(kGpu)), words(outside));
  EXPECT_EQ(next([&] { a.bernoulli_(2.0); }), undisturbed);
  EXPECT_EQ(next([&] { a.random_(0, 0); }), undisturbed);
  EXPECT_EQ(next([&] { a.normal_(0, -1); }), undisturbed);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double weight : {-1.0, infinity, std::nan("")})
    for (const c10::ScalarType type : {c10::kHalf, c10::kFloat, c10::kDouble}) {
      at::Tensor weights = at::ones({2, 3}, there(type));
      weights[1][2].fill_(weight);
      EXPECT_EQ(next([&] { weights.multinomial(4, true); }), undisturbed) << weight;
    }
  at::Tensor weights = at::ones({2, 3}, there(c10::kFloat));
  weights[1].fill_(0);
  EXPECT_EQ(next([&] { weights.multinomial(4, true); }), undisturbed);
  EXPECT_EQ(next([&] { weights.multinomial(2); }), undisturbed);
  expect_same(a, at::full({2, 3}, 7.0));
  // An empty tensor accepts invalid probabilities, because it uses none of them.
  at::zeros({0, 3}, there(c10::kFloat)).bernoulli_(at::full({3}, 2, there(c10::kFloat)));
}

// Checks mean, standard deviation and bounds of the drawn numbers. Neighbouring numbers must not be correlated, nor the
// numbers of two successive calls.
void expect_distributed(const Draw& draw, double mean, double deviation, double least, double most,
                        const std::string& what) {
  torch::manual_seed(123);
  const at::Tensor a = draw().cpu().to(at::kDouble);
  const at::Tensor b = draw().cpu().to(at::kDouble);
  const auto n = static_cast<double>(a.numel());
  const double slack = 5 / std::sqrt(n);
  EXPECT_NEAR(a.mean().item<double>(), mean, slack * deviation) << what;
  EXPECT_NEAR(a.std().item<double>(), deviation, 3 * slack * deviation) << what;
  EXPECT_GE(a.min().item<double>(), least) << what;
  EXPECT_LE(a.max().item<double>(), most) << what;
  const auto together = [&](const at::Tensor& x, const at::Tensor& y) {
    return x.sub(mean).mul(y.sub(mean)).mean().item<double>() / (deviation * deviation);
  };
  for (const std::int64_t apart : {1, 2, 4})
    EXPECT_NEAR(together(a.slice(0, apart), a.slice(0, 0, -apart)), 0, 2 * slack) << what << ", " << apart << " apart";
  EXPECT_NEAR(together(a, b), 0, 2 * slack) << what << ", two calls";
}

TEST_F(DeviceRandom, NumbersAreDistributedAsTheyShouldBe) {
  constexpr std::int64_t n = 40000;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const c10::ScalarType type : {c10::kHalf, c10::kBFloat16, c10::kFloat, c10::kDouble}) {
    const std::string name = c10::toString(type);
    const double coarse = type == c10::kBFloat16 ? 1.0 / 512 : 0;  // rounding to bfloat16 lowers the mean a little
    const auto into = [type] { return at::empty({n}, there(type)); };
    expect_distributed([&] { return into().uniform_(); }, 0.5 - coarse, std::sqrt(1.0 / 12), 0, 0.99999999999999989,
                       "uniform_ " + name);
    expect_distributed([&] { return into().normal_(3, 2); }, 3, 2, -infinity, infinity, "normal_ " + name);
    expect_distributed([&] { return into().exponential_(2); }, 0.5, 0.5, 0, infinity, "exponential_ " + name);
    if (type == c10::kHalf) continue;
    expect_distributed([&] { return into().bernoulli_(0.3); }, 0.3, std::sqrt(0.21), 0, 1, "bernoulli_ " + name);
    expect_distributed([&] { return at::full({n}, 0.25, there(type)).bernoulli(); }, 0.25, std::sqrt(0.1875), 0, 1,
                       "bernoulli " + name);
  }
  for (const c10::ScalarType type : {c10::kByte, c10::kChar, c10::kShort, c10::kInt, c10::kLong, c10::kDouble})
    expect_distributed([&] { return at::empty({n}, there(type)).random_(3, 13); }, 7.5, std::sqrt(99.0 / 12), 3, 12,
                       "random_ " + std::string(c10::toString(type)));
  const at::Tensor pair = at::randn({n}, there(c10::kComplexDouble)).cpu();
  const at::Tensor parts = at::view_as_real(pair);
  EXPECT_NEAR(parts.select(1, 0).var().item<double>(), 0.5, 0.05);
  EXPECT_NEAR(parts.select(1, 1).var().item<double>(), 0.5, 0.05);
  EXPECT_NEAR(parts.select(1, 0).mul(parts.select(1, 1)).mean().item<double>(), 0, 0.02);
  // Count the numbers in a range. In a normal distribution 68.27 % lie within one standard deviation of the mean, and
  // 4.55 % lie more than two from it.
  const at::Tensor away = at::randn({n}, there(c10::kDouble)).abs().cpu();
  EXPECT_NEAR(away.lt(1).to(at::kDouble).mean().item<double>(), 0.6827, 0.012);
  EXPECT_NEAR(away.gt(2).to(at::kDouble).mean().item<double>(), 0.0455, 0.006);
}

TEST_F(DeviceRandom, PermutationsNameEachOnce) {
  torch::manual_seed(9);
  for (const c10::ScalarType type : {c10::kLong, c10::kByte, c10::kHalf, c10::kDouble}) {
    std::vector<double> all = fetched(at::randperm(100, there(type)));
    EXPECT_FALSE(std::is_sorted(all.begin(), all.end()));
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, fetched(at::arange(100)));
  }
  std::vector<double> many = fetched(at::randperm(5000, there(c10::kInt)));
  std::sort(many.begin(), many.end());
  EXPECT_EQ(many, fetched(at::arange(5000)));
  EXPECT_EQ(at::randperm(0, there(c10::kLong)).numel(), 0);
  // All six permutations of three elements must be equally frequent.
  std::vector<int> seen(27);
  for (int i = 0; i < 600; ++i) {
    const std::vector<double> one = fetched(at::randperm(3, there(c10::kLong)));
    ++seen[static_cast<std::size_t>(9 * one[0] + 3 * one[1] + one[2])];
  }
  for (const std::size_t order : {5, 7, 11, 15, 19, 21}) EXPECT_NEAR(seen[order], 100, 45) << order;
}

TEST_F(DeviceRandom, ProbabilitiesOfElements) {
  torch::manual_seed(10);
  const at::Tensor p = at::tensor({0.0, 1.0, 0.25}).to(kGpu);
  const at::Tensor drawn = at::empty({4000, 3}, there(c10::kLong)).bernoulli_(p).to(c10::kDouble).mean(0).cpu();
  EXPECT_EQ(drawn[0].item<double>(), 0);
  EXPECT_EQ(drawn[1].item<double>(), 1);
  EXPECT_NEAR(drawn[2].item<double>(), 0.25, 0.04);
  const at::Tensor weights = at::tensor({1.0, 0.0, 3.0, 0.0, 5.0, 0.0}).reshape({2, 3}).to(kGpu);
  for (const c10::ScalarType type : {c10::kHalf, c10::kFloat, c10::kDouble}) {
    const at::Tensor places = weights.to(type).multinomial(4000, true).cpu();
    EXPECT_EQ(places.sizes().vec(), (std::vector<std::int64_t>{2, 4000}));
    EXPECT_FALSE(places[0].eq(1).any().item<bool>());
    EXPECT_NEAR(places[0].eq(2).to(c10::kDouble).mean().item<double>(), 0.75, 0.04);
    EXPECT_TRUE(places[1].eq(1).all().item<bool>());
  }
  std::vector<double> all = fetched(at::ones({6}, there(c10::kFloat)).multinomial(6));
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, fetched(at::arange(6)));
}

TEST_F(DeviceRandom, WhatDropoutLeaves) {
  torch::manual_seed(12);
  at::Tensor x = at::full({40, 50}, 3, there(c10::kFloat)).requires_grad_(true);
  const auto [left, kept] = at::native_dropout(x, 0.25, true);
  EXPECT_EQ(kept.scalar_type(), c10::kBool);
  EXPECT_NEAR(kept.to(c10::kDouble).mean().item<double>(), 0.75, 0.05);
  EXPECT_TRUE(at::allclose(left.detach().cpu(), kept.cpu().to(c10::kFloat).mul(4)));
  left.sum().backward();
  EXPECT_TRUE(at::allclose(x.grad().cpu(), kept.cpu().to(c10::kFloat).mul(4.0 / 3)));
  EXPECT_TRUE(at::dropout(x, 1, true).eq(0).all().item<bool>());
}

// Each replay of a CUDA graph draws new numbers: those that the captured calls would draw if they were called at that
// time.
TEST_F(DeviceRandom, GraphsGoOnWithTheGenerator) {
  const auto options = there(c10::kFloat);
  torch::manual_seed(31);
  std::vector<at::Tensor> expected;
  for (int i = 0; i < 6; ++i) expected.push_back(i % 2 == 0 ? at::rand({50}, options) : at::randn({50}, options));
  torch::manual_seed(31);
  at::Tensor a;
  at::Tensor b;
  at::cuda::CUDAGraph graph;
  {
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    const at::Tensor before = at::rand({50}, options);
    EXPECT_TRUE(before.equal(expected[0]));
    graph.capture_begin();
    b = at::randn({50}, options);
    // During capture, a draw from another generator is rejected, because the graph cannot advance that generator at a
    // replay. The graph itself stays valid.
    EXPECT_EQ(rejected([&] { at::rand({3}, at::cuda::detail::createCUDAGenerator(), options); }), ErrorClass::Argument);
    a = at::rand({50}, options);
    graph.capture_end();
  }
  graph.replay();
  EXPECT_TRUE(b.equal(expected[1]));
  EXPECT_TRUE(a.equal(expected[2]));
  {
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    graph.replay();
  }
  EXPECT_TRUE(b.equal(expected[3]));
  EXPECT_TRUE(a.equal(expected[4]));
  EXPECT_TRUE(at::randn({50}, options).equal(expected[5]));
  torch::cuda::manual_seed(31);
  at::rand({50}, options);
  graph.replay();
  EXPECT_TRUE(b.equal(expected[1]));
  // A call that must wait for a value is rejected during capture. The failed capture has no effect on later calls.
  {
    const c10::cuda::CUDAStreamGuard stream(c10::cuda::getStreamFromPool());
    at::cuda::CUDAGraph broken;
    broken.capture_begin();
    EXPECT_THROW(a.bernoulli(), c10::Error);
    EXPECT_THROW(broken.capture_end(), c10::Error);
    EXPECT_EQ(at::rand({3}, options).numel(), 3);
  }
}

}  // namespace
}  // namespace modecheck::engine
