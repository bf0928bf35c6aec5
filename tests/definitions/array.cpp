#include "tests/definitions/array.h"

#include <cmath>

#include "tests/definitions/along.h"

namespace modecheck::definitions {
namespace {

// Generates pseudo-random numbers in [0, 1).
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u) {}
  double next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_;
};

}  // namespace

Array::Array(Sizes of, double value, Kind is)
    : sizes(std::move(of)), at(static_cast<std::size_t>(product(sizes)), value), kind(is), flows(is == Kind::Real) {}

std::size_t Array::place(const Index& index) const {
  std::int64_t out = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) out = out * sizes[d] + index[d];
  return static_cast<std::size_t>(out);
}

Array Array::constant() const {
  Array out = *this;
  out.flows = false;
  return out;
}

std::int64_t product(const Sizes& sizes) {
  std::int64_t out = 1;
  for (const std::int64_t size : sizes) out *= size;
  return out;
}

void each_index(const Sizes& sizes, const std::function<void(const Index&)>& visit) {
  Index index(sizes.size());
  for (std::int64_t left = product(sizes); left > 0; --left) {
    visit(index);
    for (std::size_t d = sizes.size(); d-- > 0;) {
      if (++index[d] < sizes[d]) break;
      index[d] = 0;
    }
  }
}

Sizes broadcast(const Sizes& a, const Sizes& b) {
  const Sizes& longer = a.size() < b.size() ? b : a;
  const Sizes& shorter = a.size() < b.size() ? a : b;
  Sizes out = longer;
  for (std::size_t d = 0; d < shorter.size(); ++d) {
    std::int64_t& size = out[longer.size() - shorter.size() + d];
    if (size == 1) size = shorter[d];
  }
  return out;
}

Array expand(const Array& array, const Sizes& sizes) {
  Array out(sizes);
  out.kind = array.kind;
  const std::size_t missing = sizes.size() - array.sizes.size();
  std::size_t to = 0;
  each_index(sizes, [&](const Index& index) {
    Index from(array.sizes.size());
    for (std::size_t d = 0; d < from.size(); ++d) from[d] = array.sizes[d] == 1 ? 0 : index[missing + d];
    out.at[to++] = array[from];
  });
  return out;
}

Array elementwise(const Array& a, const Array& b, const std::function<double(double, double)>& f) {
  const Sizes sizes = broadcast(a.sizes, b.sizes);
  Array out = expand(a, sizes);
  const Array other = expand(b, sizes);
  for (std::size_t i = 0; i < out.at.size(); ++i) out.at[i] = f(out.at[i], other.at[i]);
  return out;
}

Array elementwise(const Array& a, const std::function<double(double)>& f) {
  Array out = a;
  for (double& value : out.at) value = f(value);
  return out;
}

Array permute(const Array& array, const Index& order) {
  Sizes sizes;
  for (const std::int64_t d : order) sizes.push_back(array.size(d));
  Array out(sizes);
  out.kind = array.kind;
  std::size_t to = 0;
  each_index(sizes, [&](const Index& index) {
    Index from(order.size());
    for (std::size_t d = 0; d < order.size(); ++d)
      from[static_cast<std::size_t>(order[d] < 0 ? order[d] + array.dim() : order[d])] = index[d];
    out.at[to++] = array[from];
  });
  return out;
}

Along::Along(const Sizes& sizes, std::int64_t d) {
  const auto dims = static_cast<std::int64_t>(sizes.size());
  if (dims == 0) return;
  if (d < 0) d += dims;
  for (std::int64_t i = 0; i < dims; ++i)
    (i < d ? outer : i > d ? inner : length) *= sizes[static_cast<std::size_t>(i)];
}

Array real(Sizes sizes, std::uint64_t seed) {
  Array out(std::move(sizes));
  Numbers numbers(seed);
  for (double& value : out.at) value = 2 * numbers.next() - 1;
  return out;
}

Array positive(Sizes sizes, std::uint64_t seed) {
  return elementwise(real(std::move(sizes), seed), [](double x) { return 1 + x / 2; });
}

Array distinct(Sizes sizes, std::uint64_t seed) {
  Array out(std::move(sizes));
  const std::int64_t n = out.numel();
  for (std::int64_t i = 0; i < n; ++i) out[i] = 0.25 * static_cast<double>(i) - 0.125 * static_cast<double>(n) + 0.05;
  Numbers numbers(seed);
  for (std::int64_t i = n - 1; i > 0; --i)
    std::swap(out[i], out[static_cast<std::int64_t>(numbers.next() * static_cast<double>(i + 1))]);
  return out;
}

Array repeated(Sizes sizes, std::uint64_t seed) {
  return elementwise(real(std::move(sizes), seed), [](double x) { return std::floor(3 * x); });
}

Array regular(Sizes sizes, std::uint64_t seed) {
  Array out = real(std::move(sizes), seed);
  const std::int64_t n = out.size(-1);
  const std::int64_t m = out.size(-2);
  for (std::int64_t i = 0; i < out.numel(); ++i)
    if (i % n == i / n % m) out[i] += 1.5 + std::sqrt(static_cast<double>(n));
  return out;
}

Array definite(Sizes sizes, std::uint64_t seed) {
  Array out = regular(std::move(sizes), seed);
  const std::int64_t n = out.size(-1);
  for (std::int64_t from = 0; n > 0 && from < out.numel(); from += n * n)
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < i; ++j) out[from + i * n + j] = out[from + j * n + i];
  return out;
}

Array integers(Sizes sizes, std::int64_t low, std::int64_t high, std::uint64_t seed) {
  Array out(std::move(sizes), 0, Kind::Place);
  Numbers numbers(seed);
  for (double& value : out.at)
    value = static_cast<double>(low) + std::floor(numbers.next() * static_cast<double>(high - low));
  return out;
}

Array mask(Sizes sizes, std::uint64_t seed) {
  Array out = integers(std::move(sizes), 0, 2, seed);
  out.kind = Kind::Truth;
  return out;
}

}  // namespace modecheck::definitions
