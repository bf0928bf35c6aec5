// Reference kernels of random operators. Numbers are drawn as libtorch draws them on the CPU (MT19937 seeded with
// spec::rand_seed), or as the engine's CUDA device draws them (Philox). Random numbers have no gradient.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "reference/kernels/kernel_row.h"
#include "reference/random/drawn_numbers.h"
#include "spec/program/program.h"

namespace modecheck::reference {
namespace {

using spec::DType;

// Returns the random generator for this operator call. It is seeded anew before every command that draws, and each such
// command makes one call.
DrawnNumbers numbers_of(const KernelCall& call) {
  const std::uint64_t seed = spec::rand_seed(*call.effect().record);
  if (spec::has_own_memory(call.device())) return DrawnNumbers(Philox(seed, 0));
  return DrawnNumbers(Twister(static_cast<std::uint32_t>(seed)));
}

// Returns the elements in the order in which they get their random numbers. The index along the dimension with the
// shortest stride changes fastest.
std::vector<std::size_t> order_of(const spec::Geometry& out) {
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < out.rank; ++d)
    if (out.sizes[d] != 1) dims.push_back(d);
  std::stable_sort(dims.begin(), dims.end(),
                   [&](std::size_t a, std::size_t b) { return out.strides[a] > out.strides[b]; });
  // For each dimension, by how much the row-major number of an element grows per step along it.
  std::array<std::size_t, spec::kMaxRank> step{};
  std::size_t count = 1;
  for (std::size_t d = out.rank; d-- > 0;) {
    step[d] = count;
    count *= static_cast<std::size_t>(out.sizes[d]);
  }
  std::vector<std::size_t> places{0};
  if (count == 0) return {};
  for (const std::size_t d : dims) {
    std::vector<std::size_t> next;
    for (const std::size_t place : places)
      for (std::size_t i = 0; i < static_cast<std::size_t>(out.sizes[d]); ++i) next.push_back(place + i * step[d]);
    places = std::move(next);
  }
  return places;
}

// Calls draw(result, place) for every element, in the order in which random numbers are drawn. `place` is the row-major
// number of the element.
template <typename Draw>
void draw_each(KernelCall& call, const Draw& draw) {
  Result& result = call.start(call.out().dtype);
  for (const std::size_t place : order_of(call.out())) draw(result, place);
  call.record_zero_derivatives();
  call.store();
}

void put_integer(Result& result, std::size_t place, std::int64_t value) {
  if (spec::is_differentiable(result.dtype))
    result.real[place] = round_to(result.dtype, static_cast<double>(value));
  else
    result.integer[place] = wrap_to(result.dtype, value);
}

// Returns the largest integer n such that the dtype represents all integers from 0 to n.
std::uint64_t largest_integer(DType dtype) {
  if (spec::is_differentiable(dtype)) return std::uint64_t{1} << format_of(dtype).bits;
  if (dtype == DType::Bool) return 1;
  return dtype == DType::UInt8 ? 255 : (std::uint64_t{1} << (8 * spec::item_size(dtype) - 1)) - 1;
}

}  // namespace

static void rand(KernelCall& call) {
  DrawnNumbers numbers = numbers_of(call);
  draw_each(call, [&](Result& result, std::size_t place) {
    const int bits = format_of(result.dtype).bits;
    result.real[place] = numbers.uniform(bits);
    if (spec::is_complex(result.dtype)) result.imag[place] = numbers.uniform(bits);
  });
}
MODECHECK_KERNEL(rand, SecondDerivatives::No, rand, rand_like)

static void uniform(KernelCall& call) {
  const double from = call.arguments().floating(1);
  const double to = call.arguments().floating(2);
  DrawnNumbers numbers = numbers_of(call);
  draw_each(call, [&](Result& result, std::size_t place) {
    const auto drawn = [&] {
      return round_to(result.dtype, numbers.uniform(format_of(result.dtype).bits) * (to - from) + from);
    };
    result.real[place] = drawn();
    if (spec::is_complex(result.dtype)) result.imag[place] = drawn();
    // Subjects may round from + u * (to - from) in different ways.
    if (from != 0 || to != 1) {
      result.exact = false;
      result.tolerance = std::max(result.tolerance, 4 * ulp(result.dtype, std::abs(from) + std::abs(to)));
    }
  });
}
MODECHECK_KERNEL(uniform, SecondDerivatives::No, uniform_)

static void draw_normal(KernelCall& call, double mean, double deviation) {
  const spec::Geometry& out = call.out();
  const bool complex = spec::is_complex(out.dtype);
  const double spread = complex ? deviation / std::numbers::sqrt2 : deviation;
  const auto count = static_cast<std::size_t>(out.numel()) * (complex ? 2 : 1);
  std::vector<double> drawn(count);
  DrawnNumbers numbers = numbers_of(call);
  Places places;
  find_places(out, places);
  const bool apart = spec::has_own_memory(call.device());
  if (count < 16 || !places.dense || apart) {
    for (double& one : drawn) one = numbers.normal();
  } else {
    // libtorch makes normal numbers in groups of sixteen, from eight radii and eight angles. If the count is no
    // multiple of sixteen, it draws the last sixteen again.
    const int bits = out.dtype == DType::Float32 || out.dtype == DType::Complex64 ? 24 : 53;
    const auto turn = [](double* values) {
      for (int i = 0; i < 8; ++i) {
        const double radius = std::sqrt(-2 * std::log1p(-values[i]));
        const double angle = 2 * std::numbers::pi * values[i + 8];
        values[i] = radius * std::cos(angle);
        values[i + 8] = radius * std::sin(angle);
      }
    };
    for (double& one : drawn) one = numbers.uniform(bits);
    for (std::size_t i = 0; i + 16 <= count; i += 16) turn(&drawn[i]);
    if (count % 16 != 0) {
      for (std::size_t i = count - 16; i < count; ++i) drawn[i] = numbers.uniform(bits);
      turn(&drawn[count - 16]);
    }
  }
  // On the CPU, libtorch computes groups of sixteen half-precision numbers in half precision, rounding each step. On a
  // CUDA device each number is rounded once.
  const bool coarse = count >= 16 && !apart && (out.dtype == DType::Float16 || out.dtype == DType::BFloat16);
  std::size_t next = 0;
  draw_each(call, [&](Result& result, std::size_t place) {
    result.real[place] = round_to(result.dtype, drawn[next++] * spread + mean);
    if (complex) result.imag[place] = round_to(result.dtype, drawn[next++] * spread + mean);
    result.exact = false;
    // The Box-Muller method gives normal numbers below nine, which bounds the rounding error.
    if (apart)
      result.tolerance = std::max(result.tolerance, 16 * ulp(DType::Float64, 9 * spread + std::abs(mean)) +
                                                        ulp(result.dtype, result.size_of(place)));
    else
      result.tolerance = coarse ? kUnbounded : 16 * ulp(result.dtype, 9 * spread + mean);
  });
}

MODECHECK_KERNEL_OF((normal_), SecondDerivatives::No,
                    draw_normal(call, call.arguments().floating(1), call.arguments().floating(2)))
MODECHECK_KERNEL_OF((randn, randn_like), SecondDerivatives::No, draw_normal(call, 0, 1))

static void exponential(KernelCall& call) {
  const double rate = call.arguments().floating(1);
  DrawnNumbers numbers = numbers_of(call);
  draw_each(call, [&](Result& result, std::size_t place) {
    result.real[place] = round_to(result.dtype, -std::log1p(-numbers.uniform(53)) / rate);
    result.exact = false;
    result.tolerance = std::max(result.tolerance, 4 * ulp(result.dtype, std::abs(result.real[place])));
  });
}
MODECHECK_KERNEL(exponential, SecondDerivatives::No, exponential_)

static void random(KernelCall& call) {
  DrawnNumbers numbers = numbers_of(call);
  const DType dtype = call.out().dtype;
  const bool wide = dtype == DType::Int64 || dtype == DType::Float64;
  const std::uint64_t range = largest_integer(dtype) + 1;
  draw_each(call, [&](Result& result, std::size_t place) {
    const std::uint64_t drawn = wide ? numbers.next_64() : numbers.next();
    put_integer(result, place, static_cast<std::int64_t>(drawn % range));
  });
}
MODECHECK_KERNEL(random, SecondDerivatives::No, random_)

static void draw_between(KernelCall& call, std::int64_t from, std::optional<std::int64_t> to) {
  DrawnNumbers numbers = numbers_of(call);
  const std::int64_t last = to ? *to - 1 : static_cast<std::int64_t>(largest_integer(call.out().dtype));
  // A range of at least 2^28 draws from 64 random bits, because remainders of 32 bits would favour some integers
  // (upstream #148175). An unbounded int64 uses 64 bits, too.
  constexpr std::uint64_t kLongRange = std::uint64_t{1} << 28;
  const std::uint64_t range = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(from) + 1;
  draw_each(call, [&](Result& result, std::size_t place) {
    const std::uint64_t drawn = range == 0 || range >= kLongRange ? numbers.next_64() : numbers.next();
    const std::uint64_t below = range == 0 ? drawn : drawn % range;
    put_integer(result, place, static_cast<std::int64_t>(below + static_cast<std::uint64_t>(from)));
  });
}

MODECHECK_KERNEL_OF((random__from), SecondDerivatives::No,
                    draw_between(call, call.arguments().integer(1), call.arguments().optional_integer(2)))

// Computes randint, which draws integers in [0, high).
MODECHECK_KERNEL_OF((randint), SecondDerivatives::No, draw_between(call, 0, call.arguments().integer(0)))

// Computes randint.low, which draws integers in [low, high).
MODECHECK_KERNEL_OF((randint_low), SecondDerivatives::No,
                    draw_between(call, call.arguments().integer(0), call.arguments().integer(1)))

// Computes randperm. On the CPU each element but the last is swapped with a randomly drawn one among itself and the
// later elements. A CUDA device sorts by randomly drawn keys.
static void permutation(KernelCall& call) {
  const auto count = static_cast<std::size_t>(call.out().numel());
  std::vector<std::int64_t> places(count);
  for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<std::int64_t>(i);
  DrawnNumbers numbers = numbers_of(call);
  if (spec::has_own_memory(call.device())) {
    std::vector<std::uint64_t> keys(count);
    for (std::uint64_t& key : keys) key = numbers.next_64();
    std::stable_sort(places.begin(), places.end(), [&](std::int64_t a, std::int64_t b) {
      return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
  } else {
    for (std::size_t i = 0; i + 1 < count; ++i) std::swap(places[i], places[i + numbers.next() % (count - i)]);
  }
  Result& result = call.start(call.out().dtype, count);
  for (std::size_t i = 0; i < count; ++i) put_integer(result, i, places[i]);
  call.store();
}
MODECHECK_KERNEL(permutation, SecondDerivatives::No, randperm)

// Computes dropout. Kept elements are multiplied by 1 / (1 - p), and all other elements by 0. Libraries first multiply
// by the mask, which is exact, and then by 1 / (1 - p).
static void dropout(KernelCall& call) {
  const double p = call.arguments().floating(1);
  const double scale = p == 1 ? 0 : 1 / (1 - p);
  const DType dtype = call.in(0).dtype;
  const bool complex = spec::is_complex(dtype);
  const Operand& x = call.load(0, dtype);
  std::array<bool, kMaxElements> stays{};
  DrawnNumbers numbers = numbers_of(call);
  for (const std::size_t place : order_of(call.effect().outputs[1])) stays[place] = numbers.uniform(53) < 1 - p;
  Result& result = call.start_from(dtype, x);
  for (std::size_t i = 0; i < x.count; ++i) {
    const double factor = stays[i] ? scale : 0;
    const bool finite = std::isfinite(x.size_of(i));
    result.real[i] = round_to(dtype, x.real[i] * factor);
    if (complex) {
      // Libraries multiply a complex element by a complex factor. Their results differ for infinities and in the signs
      // of zeros.
      result.imag[i] = round_to(dtype, x.imag[i] * factor);
      result.exact = false;
      if (!finite) result.tolerance = kUnbounded;
    }
    call.record([&] { call.flow(x, i, factor, complex && !finite ? kUnbounded : 0); });
  }
  result.tolerance *= 2;
  call.store();
  call.next_result();
  Result& mask = call.start(DType::Bool, x.count);
  for (std::size_t i = 0; i < x.count; ++i) mask.integer[i] = stays[i] ? 1 : 0;
  call.store();
}
MODECHECK_KERNEL(dropout, SecondDerivatives::No, native_dropout)

static void bernoulli(KernelCall& call) {
  const double p = call.arguments().floating(1);
  DrawnNumbers numbers = numbers_of(call);
  draw_each(call, [&](Result& result, std::size_t place) { put_integer(result, place, numbers.uniform(53) < p); });
}
MODECHECK_KERNEL(bernoulli, SecondDerivatives::No, bernoulli__float)

// Computes bernoulli_.Tensor and bernoulli, which take a tensor with one probability for each element.
static void bernoulli_each(KernelCall& call) {
  const int which = call.effect().input_count - 1;
  const bool wide = call.in(which).dtype == DType::Float64;
  const Operand& p = call.load_broadcast(which, wide ? DType::Float64 : DType::Float32);
  DrawnNumbers numbers = numbers_of(call);
  draw_each(call, [&](Result& result, std::size_t place) {
    const double drawn = numbers.uniform(wide ? 53 : 24);
    put_integer(result, place, drawn < p.real[place]);
    if (!(std::abs(drawn - p.real[place]) > p.tolerance) && p.tolerance != 0) {
      result.exact = false;
      result.tolerance = kUnbounded;
    }
  });
}
MODECHECK_KERNEL(bernoulli_each, SecondDerivatives::No, bernoulli__Tensor, bernoulli)

}  // namespace modecheck::reference
