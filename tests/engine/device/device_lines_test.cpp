// Tests scans and reductions along long lines of a tensor. Several thread blocks that share a line must give the result
// of one thread. The order in which partial results are combined must not matter.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "engine/backends/cuda/device_code/line_kernels.h"
#include "engine/backends/cuda/device_code/line_scan.h"
#include "engine/backends/cuda/device_code/selection_kernels.h"
#include "engine/backends/functions/joins.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers
using backends::Computed;
using backends::Stored;
using cuda::LongLines;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

// Draws numbers of both signs, some of them equal. `special` is the probability of a zero, an infinity, a one or a NaN.
class Numbers {
 public:
  Numbers(unsigned seed, double special) : engine_(seed), special_(special) {}

  double real() {
    if (std::uniform_real_distribution<>(0, 1)(engine_) < special_) {
      constexpr double special[] = {0.0, -0.0, kInfinity, -kInfinity, 0.0, 1.0};
      const std::size_t which = engine_() % 7;
      return which == 6 ? kNan : special[which];
    }
    if (engine_() % 4 == 0) return static_cast<double>(engine_() % 9) - 4;
    return std::uniform_real_distribution<>(-3, 3)(engine_);
  }
  template <typename T>
  T of() {
    if constexpr (c10::is_complex_number<T>)
      return T(static_cast<typename T::value_type>(real()), static_cast<typename T::value_type>(real()));
    else
      return backends::convert<T>(real());
  }
  template <typename T>
  std::vector<Stored<T>> line(std::int64_t size) {
    std::vector<Stored<T>> out(static_cast<std::size_t>(size));
    for (auto& element : out) element = static_cast<Stored<T>>(of<T>());
    return out;
  }

 private:
  std::mt19937 engine_;
  double special_;
};

// Returns whether two numbers are equal up to the tolerance. All NaNs count as equal.
template <typename T>
bool is_close(T a, T b, double tolerance) {
  if constexpr (c10::is_complex_number<T>) {
    const double size = std::fmax(
        std::fmax(std::fabs(static_cast<double>(b.real())), std::fabs(static_cast<double>(b.imag()))), 1e-300);
    const auto near = [&](double x, double y) {
      return x == y || (std::isnan(x) && std::isnan(y)) || std::fabs(x - y) <= tolerance * size;
    };
    return near(static_cast<double>(a.real()), static_cast<double>(b.real())) &&
           near(static_cast<double>(a.imag()), static_cast<double>(b.imag()));
  } else if constexpr (std::is_integral_v<T>) {
    return a == b;
  } else {
    const auto x = static_cast<double>(a);
    const auto y = static_cast<double>(b);
    return x == y || (std::isnan(x) && std::isnan(y)) || std::fabs(x - y) <= tolerance * std::fmax(std::fabs(y), 1e-6);
  }
}

template <typename T>
double tolerance_of() {
  if (std::is_same_v<T, c10::Half>) return 2e-3;
  if (std::is_same_v<T, c10::BFloat16>) return 2e-2;
  if (std::is_same_v<T, float> || std::is_same_v<T, c10::complex<float>>) return 1e-6;
  return 1e-11;
}

// Describes `count` lines of numbers that are stored one after another.
template <typename T>
cuda::Lines lines_of(std::vector<Stored<T>>& to, const std::vector<Stored<T>>& from, std::int64_t count) {
  cuda::Lines out{};
  const auto bytes = static_cast<std::int64_t>(sizeof(Stored<T>));
  out.length = static_cast<std::int64_t>(from.size()) / count;
  out.steps[0] = out.steps[1] = bytes;
  out.where.rank = 1;
  out.where.count = out.where.sizes[0] = count;
  out.where.data[0] = reinterpret_cast<char*>(to.data());
  out.where.data[1] = const_cast<char*>(reinterpret_cast<const char*>(from.data()));
  out.where.steps[0][0] = out.where.steps[1][0] = bytes * out.length;
  return out;
}

constexpr std::int64_t kSizes[] = {1, 3, 255, 1024, 1025, 5000, 40000};

template <typename Scan, typename T>
void expect_as_one_thread(double special, double tolerance, bool of_modulus_one = false) {
  for (const std::int64_t size : kSizes) {
    Numbers numbers(static_cast<unsigned>(size), special);
    const std::int64_t count = size == 40000 ? 1 : 2;
    auto from = numbers.line<T>(count * size);
    if constexpr (c10::is_complex_number<T>)
      for (T& number : from)
        if (of_modulus_one) number = number / T(std::hypot(number.real(), number.imag()));
    std::vector<Stored<T>> alone(from.size());
    std::vector<Stored<T>> together(from.size());
    const LongLines<Scan> one{{count, Scan{{lines_of<T>(alone, from, count)}}}};
    const LongLines<Scan> all{{count, Scan{{lines_of<T>(together, from, count)}}}};
    ASSERT_EQ(cuda::long_lines_on_host<Scan>(&one), nullptr);
    ASSERT_EQ(cuda::scan_like_a_gpu<Scan>(&all), nullptr);
    for (std::size_t i = 0; i < from.size(); ++i)
      ASSERT_TRUE(is_close(together[i], alone[i], tolerance * 10))
          << i << " of " << size << ": " << together[i] << " instead of " << alone[i];
  }
}

template <typename... T>
void expect_sums_and_products_alike() {
  const auto each = []<typename E>(E /*type*/) {
    for (const double special : {0.0, 0.0005}) {
      // The order of multiplication decides whether a product with complex infinities is NaN, so complex products get
      // none.
      const bool is_complex = c10::is_complex_number<E>;
      expect_as_one_thread<cuda::CumulativeScan<backends::Sums, E>, E>(special, tolerance_of<E>());
      expect_as_one_thread<cuda::CumulativeScan<backends::Products, E>, E>(is_complex ? 0.0 : special,
                                                                           tolerance_of<E>(),
                                                                           /*of_modulus_one=*/is_complex);
    }
  };
  (each(T()), ...);
}

TEST(LongLines, SumsAndProductsAreThoseOfOneThread) {
  expect_sums_and_products_alike<bool, std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::Half,
                                 c10::BFloat16, float, double, c10::complex<float>, c10::complex<double>>();
}

TEST(LongLines, LogarithmsOfSumsAreThoseOfOneThread) {
  for (const double special : {0.0, 0.0005, 0.02}) {
    expect_as_one_thread<cuda::LogCumulativeScan<double>, double>(special, 1e-12);
    expect_as_one_thread<cuda::LogCumulativeScan<float>, float>(special, 1e-6);
    expect_as_one_thread<cuda::LogCumulativeScan<c10::BFloat16>, c10::BFloat16>(special, 1e-2);
  }
}

template <typename T>
void expect_best_alike(bool least) {
  using Scan = cuda::BestSoFarScan<T>;
  for (const double special : {0.0, 0.0005})
    for (const std::int64_t size : kSizes) {
      Numbers numbers(static_cast<unsigned>(size) + 1, special);
      const auto from = numbers.line<T>(2 * size);
      std::vector<Stored<T>> values[2] = {from, from};
      std::vector<std::int64_t> places[2] = {std::vector<std::int64_t>(from.size()),
                                             std::vector<std::int64_t>(from.size())};
      for (int k = 0; k < 2; ++k) {
        const cuda::Rows rows{reinterpret_cast<const char*>(from.data()),
                              reinterpret_cast<char*>(values[k].data()),
                              places[k].data(),
                              2,
                              size,
                              1,
                              size};
        const LongLines<Scan> lines{{2, Scan{{rows, least}}}};
        ASSERT_EQ(k == 0 ? cuda::long_lines_on_host<Scan>(&lines) : cuda::scan_like_a_gpu<Scan>(&lines), nullptr);
      }
      EXPECT_EQ(places[1], places[0]);
      EXPECT_EQ(std::memcmp(values[1].data(), values[0].data(), sizeof(Stored<T>) * from.size()), 0);
    }
}

TEST(LongLines, BestSoFarAndItsPlaceAreThoseOfOneThread) {
  for (const bool least : {false, true}) {
    expect_best_alike<bool>(least);
    expect_best_alike<std::uint8_t>(least);
    expect_best_alike<std::int64_t>(least);
    expect_best_alike<c10::Half>(least);
    expect_best_alike<c10::BFloat16>(least);
    expect_best_alike<float>(least);
    expect_best_alike<double>(least);
  }
}

// Blocks of threads may combine their partial extremes in any order.
TEST(LongLines, BestSoFarIsAssociativeAndNanStays) {
  using Scan = cuda::BestSoFarScan<double>;
  for (const bool least : {false, true}) {
    const Scan scan{{cuda::Rows{}, least}};
    Numbers numbers(5, 0.3);
    for (int i = 0; i < 20000; ++i) {
      Scan::Total totals[3];
      for (std::int64_t k = 0; k < 3; ++k) totals[k] = i % 11 == k ? scan.nothing() : Scan::Total{numbers.real(), k};
      const auto [a, b, c] = totals;
      const Scan::Total left = scan.joined(scan.joined(a, b), c);
      const Scan::Total right = scan.joined(a, scan.joined(b, c));
      ASSERT_EQ(left.place, right.place);
      ASSERT_EQ(std::memcmp(&left.best, &right.best, sizeof left.best), 0);
      const bool any_nan = std::isnan(a.best) || std::isnan(b.best) || std::isnan(c.best);
      ASSERT_EQ(std::isnan(left.best), any_nan);
      if (std::isnan(c.best)) {
        ASSERT_EQ(left.place, 2);
      }
    }
    // Among equal elements the later element is the extreme, and so is the later of two NaNs.
    EXPECT_EQ(scan.joined({2, 0}, {2, 1}).place, 1);
    EXPECT_EQ(scan.joined({kNan, 0}, {kNan, 1}).place, 1);
    EXPECT_EQ(scan.joined({kNan, 0}, {least ? -kInfinity : kInfinity, 1}).place, 0);
    EXPECT_EQ(scan.joined({0.0, 0}, {-0.0, 1}).place, 1);
  }
}

template <typename Scan, typename Close>
void expect_associative(const Scan& scan, const std::vector<typename Scan::Total>& pool, const Close& close) {
  for (std::size_t i = 0; i + 2 < pool.size(); ++i) {
    const auto left = scan.joined(scan.joined(pool[i], pool[i + 1]), pool[i + 2]);
    const auto right = scan.joined(pool[i], scan.joined(pool[i + 1], pool[i + 2]));
    ASSERT_TRUE(close(left, right)) << i;
    ASSERT_TRUE(close(scan.joined(scan.nothing(), pool[i]), pool[i])) << i;
    ASSERT_TRUE(close(scan.joined(pool[i], scan.nothing()), pool[i])) << i;
  }
}

TEST(LongLines, SumsOfPowersAreAssociative) {
  using Scan = cuda::LogCumulativeScan<double>;
  const Scan scan{};
  Numbers numbers(6, 0.3);
  std::vector<Scan::Total> pool;
  for (int i = 0; i < 20000; ++i) {
    double x = numbers.real() * 100;
    const Scan::Total total = std::isnan(x)     ? Scan::Total{-kInfinity, x}
                              : x == -kInfinity ? scan.nothing()
                                                : Scan::Total{x, 1 + std::fabs(std::isinf(x) ? 0 : x)};
    pool.push_back(total);
  }
  expect_associative(scan, pool, [](const Scan::Total& a, const Scan::Total& b) {
    return is_close(a.sum, b.sum, 1e-13) && (std::isnan(a.sum) || a.greatest == b.greatest);
  });
}

TEST(LongLines, ProductsAreAssociativeWhereDoublesAreNot) {
  using Scan = cuda::CumulativeScan<backends::Products, double>;
  using Scaled = Scan::Total;
  const Scan scan{};
  Numbers numbers(7, 0.2);
  std::vector<Scaled> pool;
  for (int i = 0; i < 20000; ++i) pool.push_back(Scaled::of(std::ldexp(numbers.real(), i % 13 * 170 - 1020)));
  expect_associative(scan, pool, [](const Scaled& a, const Scaled& b) {
    return is_close(a.mantissa, std::ldexp(b.mantissa, static_cast<int>(b.exponent - a.exponent)), 1e-14) &&
           is_close(a.highest, b.highest, 1e-12) && is_close(a.lowest, b.lowest, 1e-12);
  });
  // The expected product multiplies doubles from the left; once it is infinite or zero, it stays so.
  const auto expect_product = [&](const std::vector<double>& factors) {
    double wanted = 1;
    for (const double factor : factors) wanted *= factor;
    Scaled total = scan.nothing();
    for (std::size_t i = factors.size(); i > 0; --i) total = scan.joined(Scaled::of(factors[i - 1]), total);
    EXPECT_TRUE(is_close(total.value(), wanted, 1e-14)) << total.value() << " instead of " << wanted;
  };
  expect_product({0.0, 1e300, 1e300});
  expect_product({1e-300, 1e200, 1e200});
  expect_product({1e300, 1e-200, 1e-200, 1e200});
  expect_product({1e300, 1e300, 1e-300});
  expect_product({-1e300, 1e300, 1e-300});
  expect_product({1e300, 1e300, 0.0});
  expect_product({1e-300, 1e-300, 1e300});
  expect_product({1e-300, -1e-300, 1e300, 1e300});
  expect_product({1e-300, 1e-300, kInfinity});
  expect_product({0.0, kInfinity, 2.0});
  expect_product({kNan, 0.0});
  expect_product({5e-324, 0.5, 4.0});
  expect_product({5e-324, 2.0});
  expect_product({1.5, -2.25, 3.0});
  expect_product({std::numeric_limits<double>::max(), 1.0});
}

TEST(LongLines, SharesAreThoseOfOneThread) {
  const auto expect_alike = []<typename T>(T /*type*/, auto logarithms) {
    using Shares = cuda::SoftmaxShares<decltype(logarithms)::value, T>;
    for (const double special : {0.0, 0.0001})
      for (const std::int64_t size : kSizes) {
        Numbers numbers(static_cast<unsigned>(size) + 2, special);
        const auto from = numbers.line<T>(2 * size);
        std::vector<Stored<T>> alone(from.size());
        std::vector<Stored<T>> together(from.size());
        const LongLines<Shares> one{{2, Shares{{lines_of<T>(alone, from, 2)}}}};
        const LongLines<Shares> all{{2, Shares{{lines_of<T>(together, from, 2)}}}};
        ASSERT_EQ(cuda::long_lines_on_host<Shares>(&one), nullptr);
        ASSERT_EQ(cuda::shares_like_a_gpu<Shares>(&all), nullptr);
        for (std::size_t i = 0; i < from.size(); ++i)
          ASSERT_TRUE(is_close(together[i], alone[i], tolerance_of<T>()))
              << i << " of " << size << ": " << together[i] << " instead of " << alone[i];
      }
  };
  const auto both = [&](auto type) {
    expect_alike(type, std::false_type());
    expect_alike(type, std::true_type());
  };
  both(c10::Half());
  both(c10::BFloat16());
  both(float());
  both(double());
}

TEST(LongLines, AreCutByTheirShapeAlone) {
  using Total = double;
  for (const std::int64_t lines : {1, 3, 500, 100000})
    for (const std::int64_t size : {1, 4097, 100000, 50000000}) {
      const cuda::LineParts parts = cuda::line_parts<Total>(lines, size);
      EXPECT_EQ(parts.length % cuda::scan_tile<Total>, 0);
      EXPECT_GE(parts.count * parts.length, size);
      EXPECT_LT((parts.count - 1) * parts.length, size) << "no part is empty";
      if (parts.count > 1) {
        EXPECT_LE(parts.count * lines, 1024);
        EXPECT_GE(parts.length, 8 * cuda::scan_tile<Total>);
      }
    }
  EXPECT_GT(cuda::line_parts<Total>(1, 50000000).count, 500) << "one long line keeps all of a GPU busy";
  // The elements of a scan's tile are assigned to threads in two ways. In both ways, every element belongs to exactly
  // one thread.
  std::vector<int> seen(static_cast<std::size_t>(cuda::scan_tile<Total>));
  for (int thread = 0; thread < cuda::scan_threads; ++thread)
    for (int item = 0; item < cuda::scan_items<Total>; ++item) {
      ++seen[static_cast<std::size_t>(cuda::place_in_order<Total>(thread, item))];
      ++seen[static_cast<std::size_t>(cuda::place_side_by_side(thread, item))];
    }
  for (const int times : seen) EXPECT_EQ(times, 2);
}

class DeviceLines : public DeviceTest {};

TEST_F(DeviceLines, OfAnyLengthAreThoseOfTheCpu) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kBFloat16, c10::kLong, c10::kComplexDouble}) {
    const at::Tensor a = mixed({2, 5000}, type).div(500).to(type);
    for (const at::Tensor& each : {a, mixed({5000, 2}, type).t(), a.slice(1, 0, 4096), a.slice(1, 3, 4500), a[0]}) {
      const at::Tensor there = each.to(kGpu);
      expect_close(there.cumsum(-1), each.cumsum(-1));
      expect_close(there.cumprod(-1), each.cumprod(-1));
      if (each.is_contiguous()) expect_close(there.clone().cumsum_(-1), each.clone().cumsum_(-1));
      if (c10::isComplexType(type)) continue;
      for (const bool greatest : {true, false}) {
        const auto [values, places] = greatest ? there.cummax(-1) : there.cummin(-1);
        const auto [wanted, wanted_places] = greatest ? each.cummax(-1) : each.cummin(-1);
        expect_close(values, wanted);
        expect_same(places, wanted_places);
      }
      if (!c10::isFloatingType(type)) continue;
      expect_close(at::logcumsumexp(there, -1), at::logcumsumexp(each, -1));
      expect_close(there.softmax(-1), each.softmax(-1));
      expect_close(there.log_softmax(-1), each.log_softmax(-1));
    }
  }
}

}  // namespace
}  // namespace modecheck::engine
