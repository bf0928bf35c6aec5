// Reductions and softmax. At ties amax and amin give each of the equal elements the same share of the gradient, as
// measured on libtorch 1.13.1.

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>

#include "reference/kernels/kernel_row.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

constexpr double kSoftmaxUlps = 16;

// A set of dimensions: bit d for dimension d. An empty or absent list means all. A tensor without dimensions has none,
// but 0 and -1 are accepted.
unsigned dimensions_of(const std::optional<spec::IntList>& dims, int rank) {
  const unsigned all = (1u << rank) - 1;
  if (!dims || dims->size == 0) return all;
  unsigned out = 0;
  for (const std::int64_t dim : *dims) out |= 1u << (dim < 0 ? dim + std::max(rank, 1) : dim);
  return out & all;
}

// The number of elements in each group that is reduced. A group is adjacent when the reduced dimensions are the last.
std::size_t group_size(const Geometry& in, unsigned dims) {
  std::size_t out = 1;
  for (std::size_t d = 0; d < in.rank; ++d)
    if ((dims >> d & 1u) != 0) out *= static_cast<std::size_t>(in.sizes[d]);
  return out;
}

enum class Terms : std::uint8_t { All, Mean, NoNaN };

// The sum of each group; for the mean, divided by its length.
void sum_over(KernelCall& call, unsigned dims, Terms terms_are) {
  const bool mean = terms_are == Terms::Mean;
  const auto skipped = [&](double value) { return terms_are == Terms::NoNaN && std::isnan(value); };
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  const auto count = static_cast<std::size_t>(result.count);
  if (!spec::is_differentiable(dtype)) {
    for (std::size_t o = 0; o < count; ++o) {
      std::uint64_t total = 0;
      for (std::size_t i = 0; i < group; ++i) total += static_cast<std::uint64_t>(x.integer[o * group + i]);
      result.integer[o] = dtype == DType::Bool ? total != 0 : static_cast<std::int64_t>(total);
    }
    call.store();
    return;
  }
  const double divisor = mean ? static_cast<double>(group) : 1;
  double rounding = 0;
  const auto sum_of = [&](const double* values) {
    AnyOrderSum total;
    for (std::size_t i = 0; i < group; ++i)
      if (!skipped(values[i])) total.add(values[i]);
    const double out = round_to(dtype, round_to(dtype, total.value) / divisor);
    if (!total.exact(dtype)) rounding = std::max(rounding, ulp(dtype, total.magnitude));
    if (out == 0) result.exact = false;  // a zero of either sign is right
    return out;
  };
  for (std::size_t o = 0; o < count; ++o) result.real[o] = sum_of(x.real.data() + o * group);
  if (spec::is_complex(dtype)) {
    for (std::size_t o = 0; o < count; ++o) result.imag[o] = sum_of(x.imag.data() + o * group);
    rounding *= 2;
    result.exact = false;
    // Libraries divide by a complex number with imaginary part zero.
    for (std::size_t i = 0; mean && i < static_cast<std::size_t>(x.count); ++i)
      if (!std::isfinite(x.real[i]) || !std::isfinite(x.imag[i])) result.tolerance = kUnbounded;
  }
  const auto terms = static_cast<double>(group);
  result.tolerance = std::max(result.tolerance, x.tolerance) * terms + rounding * terms;
  if (mean) {
    result.tolerance /= std::max(divisor, 1.0);
    // A subject divides by the length or multiplies by its inverse.
    const bool power_of_two_length = (group & (group - 1)) == 0;
    if (!power_of_two_length) result.tolerance += 2 * ulp(dtype, result.largest());
  }
  if (x.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  if (call.recorded()) {
    // An element that may be NaN may be skipped.
    const double unsure = terms_are == Terms::NoNaN && !is_bound(x.tolerance) ? kUnbounded : 0;
    for (std::size_t o = 0; o < count; ++o) {
      call.record([&] {
        for (std::size_t i = 0; i < group; ++i)
          call.flow(x, o * group + i, skipped(x.real[o * group + i]) ? 0 : 1 / divisor, unsure);
      });
    }
  }
  call.store();
}

}  // namespace

// Over all dimensions.
static void sum(KernelCall& call) { sum_over(call, dimensions_of({}, call.in(0).rank), Terms::All); }
MODECHECK_KERNEL(sum, SecondDerivatives::Yes, sum)

static void sum_dim(KernelCall& call) {
  sum_over(call, dimensions_of(call.arguments().optional_integers(1), call.in(0).rank), Terms::All);
}
MODECHECK_KERNEL(sum_dim, SecondDerivatives::Yes, sum_dim_IntList, sum_IntList_out)

static void mean_dim(KernelCall& call) {
  sum_over(call, dimensions_of(call.arguments().optional_integers(1), call.in(0).rank), Terms::Mean);
}
MODECHECK_KERNEL(mean_dim, SecondDerivatives::Yes, mean_dim, mean_out)

namespace {

// The maximum or minimum of each group; NaN if any element is NaN.
void extreme(KernelCall& call, bool least, unsigned dims) {
  const auto beyond = [&](auto a, auto b) { return least ? a < b : a > b; };
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    if (!spec::is_floating(dtype)) {
      result.integer[o] = x.integer[o * group];
      for (std::size_t i = 1; i < group; ++i)
        if (beyond(x.integer[o * group + i], result.integer[o])) result.integer[o] = x.integer[o * group + i];
      continue;
    }
    const double* values = x.real.data() + o * group;
    double most = values[0];
    for (std::size_t i = 1; i < group; ++i)
      if (std::isnan(values[i]) || beyond(values[i], most)) most = std::isnan(most) ? most : values[i];
    result.real[o] = most;
    if (most == 0) {
      for (std::size_t i = 0; i < group; ++i)
        if (values[i] == 0 && std::signbit(values[i]) != std::signbit(most)) result.exact = false;
    }
    if (!call.recorded()) continue;
    int ties = 0;
    int near = 0;
    for (std::size_t i = 0; i < group; ++i) {
      ties += values[i] == most;
      near += x.tolerance != 0 && !(std::abs(most - values[i]) > 2 * x.tolerance);
    }
    // If an element may be NaN, the position of the extreme is unknown.
    const bool unsure = ties == 0 || near > 1 || !is_bound(x.tolerance);
    call.begin_node();
    for (std::size_t i = 0; i < group; ++i)
      call.edge(x.nodes[o * group + i], values[i] == most ? 1.0 / ties : 0, unsure ? kUnbounded : 0);
  }
  call.store();
}

// The set of the one dimension `dim`.
unsigned dimension_of(const KernelCall& call, std::int64_t dim) {
  const int rank = call.in(0).rank;
  return rank == 0 ? 0 : 1u << (dim < 0 ? dim + rank : dim);
}
unsigned all_of(const KernelCall& call) { return dimensions_of({}, call.in(0).rank); }

// Whether each element is nonzero, and whether that is certain: an inexact element near zero is not.
struct Truths {
  std::array<bool, kMaxElements> truth;
  bool certain = true;

  explicit Truths(const Operand& x, DType dtype) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
      truth[i] = spec::is_complex(dtype)    ? x.real[i] != 0 || x.imag[i] != 0
                 : spec::is_floating(dtype) ? x.real[i] != 0
                                            : x.integer[i] != 0;
      if (!spec::is_differentiable(dtype) || x.tolerance == 0) continue;
      const double size = spec::is_complex(dtype) ? std::abs(x.number(i)) : std::abs(x.real[i]);
      if (!(size > x.tolerance)) certain = false;
    }
    // Integers may be unknown.
    if (!is_bound(x.tolerance)) certain = false;
  }
};

// Counts the nonzero elements of each group; `combined` maps the count and the length to the result.
template <typename Combined>
void count_over(KernelCall& call, unsigned dims, const Combined& combined) {
  const Operand& x = call.load(0, with_last(call.in(0), dims), call.in(0).dtype);
  const std::size_t group = group_size(call.in(0), dims);
  const Truths truths(x, call.in(0).dtype);
  Result& result = call.start(call.out().dtype, static_cast<int>(call.out().numel()));
  result.tolerance = truths.certain ? 0 : kUnbounded;
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < group; ++i) count += truths.truth[o * group + i];
    result.integer[o] = static_cast<std::int64_t>(combined(count, group));
  }
  call.store();
}
bool some(std::size_t count, std::size_t /*of*/) { return count != 0; }
bool every(std::size_t count, std::size_t of) { return count == of; }

// The index of the first maximum or minimum of each group, or of the first NaN.
void place_of_extreme(KernelCall& call, bool least) {
  const std::optional<std::int64_t> dim = call.arguments().optional_integer(1);
  const unsigned dims = dim ? dimension_of(call, *dim) : all_of(call);
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(DType::Int64, static_cast<int>(call.out().numel()));
  bool certain = is_bound(x.tolerance);
  const bool floating = spec::is_floating(dtype);
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    std::size_t best = o * group;
    for (std::size_t i = best + 1; i < (o + 1) * group; ++i) {
      if (!floating) {
        if (least ? x.integer[i] < x.integer[best] : x.integer[i] > x.integer[best]) best = i;
      } else if (!std::isnan(x.real[best])) {
        if (std::isnan(x.real[i]) || (least ? x.real[i] < x.real[best] : x.real[i] > x.real[best])) best = i;
      }
    }
    for (std::size_t i = o * group; floating && x.tolerance != 0 && i < (o + 1) * group; ++i)
      if (i != best && !(std::abs(x.real[i] - x.real[best]) > 2 * x.tolerance)) certain = false;
    result.integer[o] = static_cast<std::int64_t>(best - o * group);
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.store();
}

// The number of significant bits. A product is exact in every order if its factors together need no more bits than the
// format has. A non-finite number counts as more bits than any format has.
int bits_of(double value) {
  if (!std::isfinite(value)) return 128;
  return value == 0 ? 0 : std::ilogb(value) - lowest_bit(value) + 1;
}

// Computes the product of the elements from `first` on, and the products of all but one for the derivative. Returns the
// error.
double multiply_up(KernelCall& call, const Operand& x, std::size_t first, std::size_t end, std::size_t o) {
  Result& result = call.result();
  const DType dtype = result.dtype;
  const FloatFormat& format = format_of(dtype);
  const bool complex = spec::is_complex(dtype);
  const auto number = [&](std::size_t i) { return complex ? x.number(i) : std::complex<double>(x.real[i]); };
  int bits = 0;
  double above = 1;  // products of the magnitudes above and below one: some order may leave the range
  double below = 1;
  double most = 1;  // product of the largest possible magnitudes
  bool near_zero = false;
  bool finite = true;
  for (std::size_t i = first; i < end; ++i) {
    const double size = std::abs(number(i));
    finite = finite && std::isfinite(size);
    if (size != 0) (size > 1 ? above : below) *= size;
    bits += complex ? bits_of(x.real[i]) + bits_of(x.imag[i]) + 2 : bits_of(x.real[i]);
    most *= size + x.tolerance;
    near_zero = near_zero || !(size > 4 * x.tolerance);
  }
  std::complex<double> total = 1;
  double sizes = 1;
  for (std::size_t i = first; i < end; ++i) {
    total = complex ? total * number(i) : std::complex<double>(total.real() * x.real[i]);
    sizes *= std::abs(number(i));
  }
  if (complex)
    result.set(o, total);
  else
    result.real[o] = round_to(dtype, total.real());
  const bool in_range = finite && above < format.largest && below > std::sqrt(format.least);
  const auto factors = static_cast<double>(end - first);
  const bool exact = bits <= format.bits && x.tolerance == 0;
  double error = most - sizes;
  if (!exact) error += 4 * factors * ulp(dtype, most);
  if (!in_range && end - first > 1) error = kUnbounded;
  if (std::isnan(error)) error = kUnbounded;
  if (!call.recorded()) return error;
  call.record([&] {
    for (std::size_t i = first; i < end; ++i) {
      std::complex<double> others = 1;
      double may = 1;
      double are = 1;
      for (std::size_t j = first; j < end; ++j) {
        if (j == i) continue;
        others = complex ? others * number(j) : std::complex<double>(others.real() * x.real[j]);
        may *= std::abs(number(j)) + x.tolerance;
        are *= std::abs(number(j));
      }
      // A subject may divide the product by the element, except for zeros.
      double unsure = may - are + 8 * factors * ulp(dtype, may);
      if (!in_range || (x.tolerance != 0 && near_zero)) unsure = kUnbounded;
      if (complex)
        call.flow(x, i, others, unsure);
      else
        call.flow(x, i, others.real(), unsure);
    }
  });
  return error;
}

// The product of each group, and of all but one element for the derivative.
void product_over(KernelCall& call, unsigned dims) {
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  const auto count = static_cast<std::size_t>(result.count);
  if (!spec::is_differentiable(dtype)) {
    for (std::size_t o = 0; o < count; ++o) {
      std::uint64_t total = 1;
      for (std::size_t i = 0; i < group; ++i) total *= static_cast<std::uint64_t>(x.integer[o * group + i]);
      result.integer[o] = wrap_to(dtype, static_cast<std::int64_t>(total));
    }
    call.store();
    return;
  }
  double tolerance = 0;
  if (spec::is_complex(dtype)) result.exact = false;
  for (std::size_t o = 0; o < count; ++o)
    tolerance = std::max(tolerance, multiply_up(call, x, o * group, (o + 1) * group, o));
  result.tolerance = tolerance;
  call.store();
}

// The sum of squared distances from the mean, divided by the count minus `correction`; its square root if `root`.
void spread_over(KernelCall& call, bool root, double correction) {
  const unsigned dims = dimensions_of(call.arguments().optional_integers(1), call.in(0).rank);
  const DType own = call.in(0).dtype;
  const DType dtype = call.out().dtype;
  const bool complex = spec::is_complex(own);
  const Operand& x = call.load(0, with_last(call.in(0), dims), own);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  result.exact = false;
  const auto number = [&](std::size_t i) { return complex ? x.number(i) : std::complex<double>(x.real[i]); };
  const auto n = static_cast<double>(group);
  const double freedom = std::max(0.0, n - correction);
  double tolerance = 0;
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    const std::size_t first = o * group;
    std::complex<double> mean = 0;
    double largest = 0;
    for (std::size_t i = first; i < first + group; ++i) {
      mean += number(i) / n;
      largest = std::max(largest, std::abs(number(i)));
      if (!std::isfinite(std::abs(number(i)))) tolerance = kUnbounded;
    }
    // Squares of large numbers may overflow float32 in a subject.
    const bool known = is_bound(x.tolerance) && largest < 1e17;
    if (!known) tolerance = kUnbounded;
    // A single finite element equals its mean exactly.
    const bool alone = group == 1 && std::isfinite(std::abs(mean));
    double squares = 0;
    double farthest = 0;
    for (std::size_t i = first; i < first + group; ++i) {
      squares += std::norm(number(i) - mean);
      farthest = std::max(farthest, std::abs(number(i) - mean));
    }
    if (group == 1) squares = farthest = 0;
    const double variance = group == 0 ? std::nan("") : squares / freedom;
    // The error of the elements, and the rounding of a mean in their dtype.
    const double apart = group == 1 ? 0 : 2 * x.tolerance + 8 * n * 0x1p-52 * largest + ulp(own, largest);
    double error = n * (2 * farthest * apart + apart * apart) / freedom;
    if (freedom == 0 && group > 1) error = kUnbounded;
    if (group <= 1) error = 0;
    double value = variance;
    if (root) {
      value = std::sqrt(variance);
      error = variance > 4 * error ? error / value : std::sqrt(error);
    }
    result.real[o] = round_to(dtype, value);
    tolerance = std::max(tolerance, error + 4 * ulp(dtype, std::isfinite(value) ? std::abs(value) : 0));
    if (!call.recorded()) continue;
    call.record([&] {
      for (std::size_t i = first; i < first + group; ++i) {
        const std::complex<double> away = alone ? 0 : number(i) - mean;
        double factor = 2 / freedom;
        // A standard deviation of zero has a zero gradient.
        if (root) factor = value == 0 ? 0 : factor / (2 * value);
        double unsure = std::abs(factor) * (apart + 8 * n * ulp(dtype, largest));
        if (root && value != 0) unsure += std::abs(factor) * std::abs(away) * (2 * error / value + 8 * ulp(dtype, 1));
        if (!known || !(freedom > 0) || (root && group > 1 && !(value > 8 * (error + n * ulp(dtype, largest)))))
          unsure = kUnbounded;
        if (complex)
          call.flow(x, i, factor * std::conj(away), unsure);
        else
          call.flow(x, i, factor * away.real(), unsure);
      }
    });
  }
  result.tolerance = tolerance;
  call.store();
}

void spread_over(KernelCall& call, bool root) {
  spread_over(call, root, static_cast<double>(call.arguments().optional_integer(2).value_or(1)));
}

// The mean returned with a variance: a subject may compute it by any formula.
void mean_beside(KernelCall& call) {
  const unsigned dims = dimensions_of(call.arguments().optional_integers(1), call.in(0).rank);
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  result.exact = false;
  const auto n = static_cast<double>(group);
  double largest = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
    const double size = x.size_of(i);
    largest = std::max(largest, size);
    if (!std::isfinite(size) || size > 1e17) result.tolerance = kUnbounded;
  }
  if (group != 0) result.tolerance = std::max(result.tolerance, x.tolerance + (n + 4) * ulp(dtype, largest));
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    std::complex<double> total = 0;
    for (std::size_t i = o * group; i < (o + 1) * group; ++i)
      total += spec::is_complex(dtype) ? x.number(i) : std::complex<double>(x.real[i]);
    const std::complex<double> mean = group == 0 ? std::complex<double>(std::nan(""), std::nan("")) : total / n;
    if (spec::is_complex(dtype))
      result.set(o, mean);
    else
      result.real[o] = round_to(dtype, mean.real());
    if (!call.recorded()) continue;
    call.record([&] {
      for (std::size_t i = o * group; i < (o + 1) * group; ++i) call.flow(x, i, 1 / n);
    });
  }
  call.store();
}

}  // namespace

static void mean(KernelCall& call) { sum_over(call, all_of(call), Terms::Mean); }
MODECHECK_KERNEL(mean, SecondDerivatives::Yes, mean)

static void nansum(KernelCall& call) {
  sum_over(call, dimensions_of(call.arguments().optional_integers(1), call.in(0).rank), Terms::NoNaN);
}
MODECHECK_KERNEL(nansum, SecondDerivatives::No, nansum)

static void amax(KernelCall& call) {
  extreme(call, false, dimensions_of(call.arguments().integers(1), call.in(0).rank));
}
MODECHECK_KERNEL(amax, SecondDerivatives::No, amax, amax_out)

static void amin(KernelCall& call) {
  extreme(call, true, dimensions_of(call.arguments().integers(1), call.in(0).rank));
}
MODECHECK_KERNEL(amin, SecondDerivatives::No, amin, amin_out)

static void max_of_all(KernelCall& call) { extreme(call, false, all_of(call)); }
MODECHECK_KERNEL(max_of_all, SecondDerivatives::No, max)

static void min_of_all(KernelCall& call) { extreme(call, true, all_of(call)); }
MODECHECK_KERNEL(min_of_all, SecondDerivatives::No, min)

static void prod(KernelCall& call) { product_over(call, all_of(call)); }
MODECHECK_KERNEL(prod, SecondDerivatives::No, prod)

static void prod_dim(KernelCall& call) { product_over(call, dimension_of(call, call.arguments().integer(1))); }
MODECHECK_KERNEL(prod_dim, SecondDerivatives::No, prod_dim_int, prod_int_out)

static void any(KernelCall& call) { count_over(call, all_of(call), some); }
MODECHECK_KERNEL(any, SecondDerivatives::No, any)

static void any_dim(KernelCall& call) { count_over(call, dimension_of(call, call.arguments().integer(1)), some); }
MODECHECK_KERNEL(any_dim, SecondDerivatives::No, any_dim)

static void all(KernelCall& call) { count_over(call, all_of(call), every); }
MODECHECK_KERNEL(all, SecondDerivatives::No, all)

static void all_dim(KernelCall& call) { count_over(call, dimension_of(call, call.arguments().integer(1)), every); }
MODECHECK_KERNEL(all_dim, SecondDerivatives::No, all_dim)

static void argmax(KernelCall& call) { place_of_extreme(call, false); }
MODECHECK_KERNEL(argmax, SecondDerivatives::No, argmax)

static void argmin(KernelCall& call) { place_of_extreme(call, true); }
MODECHECK_KERNEL(argmin, SecondDerivatives::No, argmin)

static void count_nonzero(KernelCall& call) {
  const std::optional<std::int64_t> dim = call.arguments().optional_integer(1);
  count_over(call, dim ? dimension_of(call, *dim) : all_of(call),
             [](std::size_t count, std::size_t /*of*/) { return count; });
}
MODECHECK_KERNEL(count_nonzero, SecondDerivatives::No, count_nonzero)

static void var(KernelCall& call) { spread_over(call, false); }
MODECHECK_KERNEL(var, SecondDerivatives::No, var_correction)

static void var_unbiased(KernelCall& call) { spread_over(call, false, call.arguments().boolean(2) ? 1 : 0); }
MODECHECK_KERNEL(var_unbiased, SecondDerivatives::No, var_dim)

static void std_deviation(KernelCall& call) { spread_over(call, true); }
MODECHECK_KERNEL(std_deviation, SecondDerivatives::No, std_correction)

static void var_mean(KernelCall& call) {
  spread_over(call, false);
  call.next_result();
  mean_beside(call);
}
MODECHECK_KERNEL(var_mean, SecondDerivatives::No, var_mean_correction)

static void std_mean(KernelCall& call) {
  spread_over(call, true);
  call.next_result();
  mean_beside(call);
}
MODECHECK_KERNEL(std_mean, SecondDerivatives::No, std_mean_correction)

static void cumsum(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const unsigned dims = dimension_of(call, call.arguments().integer(1));
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  const auto count = static_cast<std::size_t>(x.count);
  double rounding = 0;
  const auto sum_up = [&](const auto& values, auto& sums) {
    AnyOrderSum total;
    for (std::size_t i = 0; i < count; ++i) {
      if (i % group == 0) total = {};
      total.add(values[i]);
      sums[i] = round_to(dtype, total.value);
      if (!total.exact(dtype)) rounding = std::max(rounding, ulp(dtype, total.magnitude));
      if (sums[i] == 0) result.exact = false;  // a zero of either sign is right
    }
  };
  if (spec::is_differentiable(dtype)) {
    sum_up(x.real, result.real);
    if (spec::is_complex(dtype)) {
      sum_up(x.imag, result.imag);
      rounding *= 2;
      result.exact = false;
    }
    result.tolerance = (x.tolerance + rounding) * static_cast<double>(group);
    if (x.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  } else {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i % group == 0) total = 0;
      total += static_cast<std::uint64_t>(x.integer[i]);
      result.integer[i] = wrap_to(dtype, static_cast<std::int64_t>(total));
    }
  }
  if (call.recorded()) {
    for (std::size_t i = 0; i < count; ++i) {
      call.record([&] {
        for (std::size_t j = i - i % group; j <= i; ++j) call.flow(x, j, 1.0);
      });
    }
  }
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL_FORMS(cumsum, SecondDerivatives::Yes, cumsum)

static void cumprod(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const unsigned dims = dimension_of(call, call.arguments().integer(1));
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  if (spec::is_complex(dtype)) result.exact = false;
  double tolerance = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
    const std::size_t first = i - i % group;
    if (spec::is_differentiable(dtype)) {
      tolerance = std::max(tolerance, multiply_up(call, x, first, i + 1, i));
    } else {
      const auto before = i == first ? 1u : static_cast<std::uint64_t>(result.integer[i - 1]);
      result.integer[i] = wrap_to(dtype, static_cast<std::int64_t>(before * static_cast<std::uint64_t>(x.integer[i])));
    }
  }
  if (spec::is_differentiable(dtype)) result.tolerance = tolerance;
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL_FORMS(cumprod, SecondDerivatives::No, cumprod)

static void logsumexp(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const unsigned dims = dimensions_of(call.arguments().integers(1), call.in(0).rank);
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  result.exact = false;
  double tolerance = 0;
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    const double* in = x.real.data() + o * group;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < group; ++i) most = std::max(most, in[i]);
    double total = 0;
    for (std::size_t i = 0; i < group; ++i) total += std::exp(in[i] - most);
    const double value = group == 0 ? most : most + std::log(total);
    result.real[o] = round_to(dtype, value);
    double unsure = x.tolerance + (kSoftmaxUlps + static_cast<double>(group)) * ulp(dtype, 1);
    for (std::size_t i = 0; i < group; ++i) {
      if (!std::isfinite(in[i])) unsure = kUnbounded;
      unsure = std::max(unsure, x.tolerance + 4 * ulp(dtype, std::abs(in[i])));
    }
    if (group != 0) tolerance = std::max(tolerance, unsure);
    if (!call.recorded()) continue;
    call.begin_node();
    for (std::size_t i = 0; i < group; ++i) {
      const double share = std::exp(in[i] - value);
      call.edge(x.nodes[o * group + i], share, share * std::expm1(4 * unsure) + 8 * ulp(dtype, share));
    }
  }
  result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL(logsumexp, SecondDerivatives::No, logsumexp)

static void softmax(KernelCall& call) {
  const int rank = call.in(0).rank;
  const DType dtype = call.out().dtype;
  const std::int64_t dim = call.arguments().integer(1);
  const unsigned dims = rank == 0 ? 0 : 1u << (dim < 0 ? dim + rank : dim);
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  result.exact = false;
  const std::size_t groups = group == 0 ? 0 : static_cast<std::size_t>(x.count) / group;
  // An error of t in every exponent changes each share by a factor of at most exp(2t).
  const double unsure = (x.tolerance == 0 ? 0 : std::expm1(2 * x.tolerance)) +
                        (kSoftmaxUlps + static_cast<double>(group)) * ulp(dtype, 1);
  result.tolerance = unsure;
  for (std::size_t g = 0; g < groups; ++g) {
    const double* in = x.real.data() + g * group;
    double* out = result.real.data() + g * group;
    double most = in[0];
    for (std::size_t i = 1; i < group; ++i) most = std::max(most, in[i]);
    double total = 0;
    for (std::size_t i = 0; i < group; ++i) total += std::exp(in[i] - most);
    for (std::size_t i = 0; i < group; ++i) {
      // The result for infinities depends on how a subject finds the maximum.
      if (!std::isfinite(in[i])) result.tolerance = kUnbounded;
      out[i] = round_to(dtype, std::exp(in[i] - most) / total);
    }
    if (!call.recorded()) continue;
    for (std::size_t i = 0; i < group; ++i) {
      call.begin_node();
      for (std::size_t j = 0; j < group; ++j)
        call.edge(x.nodes[g * group + j], out[i] * ((i == j ? 1 : 0) - out[j]), 4 * unsure);
    }
  }
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL(softmax, SecondDerivatives::No, _softmax, softmax_int)

// Computes x_i - log(sum of exp(x_j)); its derivative by x_j is [i = j] minus the softmax of x_j.
static void log_softmax(KernelCall& call) {
  const int rank = call.in(0).rank;
  const DType dtype = call.out().dtype;
  const std::int64_t dim = call.arguments().integer(1);
  const unsigned dims = rank == 0 ? 0 : 1u << (dim < 0 ? dim + rank : dim);
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  result.exact = false;
  const double ulps = kSoftmaxUlps + static_cast<double>(group);
  double tolerance = 2 * x.tolerance;
  for (std::size_t first = 0; first < static_cast<std::size_t>(x.count); first += group) {
    double most = x.real[first];
    bool finite = true;
    double size = 1;
    for (std::size_t i = first; i < first + group; ++i) {
      most = std::max(most, x.real[i]);
      size = std::max(size, std::abs(x.real[i]));
      finite = finite && std::isfinite(x.real[i]);
    }
    double total = 0;
    for (std::size_t i = first; i < first + group; ++i) total += std::exp(x.real[i] - most);
    const double logarithm = std::log(total);
    for (std::size_t i = first; i < first + group; ++i) {
      result.real[i] = round_to(dtype, x.real[i] - most - logarithm);
      size = std::max(size, std::abs(result.real[i]));
    }
    // The result for infinities depends on how a subject finds the maximum; a difference may overflow too.
    const double error = ulps * ulp(dtype, size);
    tolerance = std::max(tolerance, finite && std::isfinite(size) ? 2 * x.tolerance + error : kUnbounded);
    if (!call.recorded()) continue;
    // Each softmax is the exponential of a result, with its error.
    const double unsure = finite ? 4 * (std::expm1(2 * x.tolerance + error) + ulps * ulp(dtype, 1)) : kUnbounded;
    for (std::size_t i = first; i < first + group; ++i) {
      call.begin_node();
      for (std::size_t j = first; j < first + group; ++j) {
        const double share = std::exp(x.real[j] - most) / total;
        call.edge(x.nodes[j], (i == j ? 1 : 0) - share, unsure);
      }
    }
  }
  result.tolerance = tolerance;
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL(log_softmax, SecondDerivatives::No, _log_softmax, log_softmax_int)

}  // namespace modecheck::reference
