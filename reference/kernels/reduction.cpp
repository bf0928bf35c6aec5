// Reference kernels of reductions, softmax and norms. If several elements are the extreme, amax and amin give each of
// them the same share of the gradient, as measured on libtorch 1.13.1.

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <vector>

#include "reference/kernels/kernel_row.h"
#include "reference/kernels/product.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

constexpr double kSoftmaxUlps = 16;

// Returns the dimensions to reduce as a set, in which bit d stands for dimension d. If the list is empty or absent, all
// dimensions are reduced.
unsigned dimensions_of(const KernelCall& call, const std::optional<spec::IntList>& dims) {
  const int rank = call.in(0).rank;
  const unsigned all = (1u << rank) - 1;
  if (!dims || dims->size == 0) return all;
  unsigned out = 0;
  for (const std::int64_t dim : *dims) out |= 1u << wrap_dimension(dim, rank);
  return out & all;
}
unsigned all_of(const KernelCall& call) { return dimensions_of(call, {}); }
// Returns the set of dimensions that the operator's argument 1 lists.
unsigned listed_of(const KernelCall& call) { return dimensions_of(call, call.arguments().optional_integers(1)); }
unsigned dimension_of(const KernelCall& call, std::int64_t dim) {
  return (1u << wrap_dimension(dim, call.in(0).rank)) & all_of(call);
}
// Returns the set that holds the one dimension in the operator's argument 1.
unsigned dimension_of(const KernelCall& call) { return dimension_of(call, call.arguments().integer(1)); }

// Loads input 0 as groups of `length` adjacent elements, where each group is reduced to one result. The reduced
// dimensions are moved to the end. The elements are converted to the output's dtype, unless another dtype is given.
struct Groups {
  const Operand& x;
  std::size_t length = 1;

  Groups(KernelCall& call, unsigned dims, DType dtype) : x(call.load(0, with_last(call.in(0), dims), dtype)) {
    for (std::size_t d = 0; d < call.in(0).rank; ++d)
      if ((dims >> d & 1u) != 0) length *= static_cast<std::size_t>(call.in(0).sizes[d]);
  }
  Groups(KernelCall& call, unsigned dims) : Groups(call, dims, call.out().dtype) {}
};

enum class Terms : std::uint8_t { All, Mean, NoNaN };

// Computes the sum of each group of reduced elements; for Terms::Mean, the sum divided by the group's length.
void sum_over(KernelCall& call, unsigned dims, Terms terms_are) {
  const bool mean = terms_are == Terms::Mean;
  const auto skipped = [&](double value) { return terms_are == Terms::NoNaN && std::isnan(value); };
  const DType dtype = call.out().dtype;
  const Groups groups(call, dims);
  const Operand& x = groups.x;
  const std::size_t group = groups.length;
  Result& result = call.start(dtype);
  call.inherit(x);
  if (!spec::is_differentiable(dtype)) {
    for (std::size_t o = 0; o < result.count; ++o) {
      std::uint64_t total = 0;
      for (std::size_t i = 0; i < group; ++i) total += static_cast<std::uint64_t>(x.integer[o * group + i]);
      result.integer[o] = dtype == DType::Bool ? total != 0 : static_cast<std::int64_t>(total);
    }
    return call.store();
  }
  const double divisor = mean ? static_cast<double>(group) : 1;
  double rounding = 0;
  const auto sum_of = [&](const double* values) {
    AnyOrderSum total;
    for (std::size_t i = 0; i < group; ++i)
      if (!skipped(values[i])) total.add(values[i]);
    const double out = round_to(dtype, round_to(dtype, total.value) / divisor);
    if (!total.exact(dtype)) rounding = std::max(rounding, ulp(dtype, total.magnitude));
    if (out == 0) result.exact = false;  // libraries differ in the sign of a zero result
    return out;
  };
  for (std::size_t o = 0; o < result.count; ++o) result.real[o] = sum_of(x.real.data() + o * group);
  if (x.complex) {
    for (std::size_t o = 0; o < result.count; ++o) result.imag[o] = sum_of(x.imag.data() + o * group);
    rounding *= 2;
    result.exact = false;
    // A library divides by the length as by a complex number with imaginary part zero. So the mean of elements that are
    // not finite is unknown.
    if (mean && !x.is_finite()) result.tolerance = kUnbounded;
  }
  const auto terms = static_cast<double>(group);
  result.tolerance = std::max(result.tolerance, x.tolerance) * terms + rounding * terms;
  if (mean) {
    result.tolerance /= std::max(divisor, 1.0);
    // A subject may divide by the length, or multiply by the rounded 1 / length. If the length is a power of two, both
    // give the same.
    const bool power_of_two_length = (group & (group - 1)) == 0;
    if (!power_of_two_length) result.tolerance += 2 * ulp(dtype, result.largest());
  }
  if (x.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  // If an element may be NaN, it is not known whether nansum skips it.
  const double unsure = terms_are == Terms::NoNaN && !is_bound(x.tolerance) ? kUnbounded : 0;
  call.record_each([&](std::size_t o) {
    for (std::size_t i = o * group; i < (o + 1) * group; ++i)
      call.flow(x, i, skipped(x.real[i]) ? 0 : 1 / divisor, unsure);
  });
  call.store();
}

// Returns the index, in the operand, of the first maximum (or with `least` minimum) of the elements in [first, end). If
// any of these elements is NaN, returns the index of the first NaN.
std::size_t extreme_of(const Operand& x, DType dtype, bool least, std::size_t first, std::size_t end) {
  const auto beyond = [&](auto a, auto b) { return least ? a < b : a > b; };
  std::size_t best = first;
  for (std::size_t i = first + 1; i < end; ++i)
    if (!spec::is_floating(dtype)
            ? beyond(x.integer[i], x.integer[best])
            : !std::isnan(x.real[best]) && (std::isnan(x.real[i]) || beyond(x.real[i], x.real[best])))
      best = i;
  return best;
}

// Computes the maximum, or with `least` the minimum, of each group. If an element of the group is NaN, the result is
// NaN.
void extreme(KernelCall& call, bool least, unsigned dims) {
  const Groups groups(call, dims);
  const Operand& x = groups.x;
  Result& result = call.start(call.dtype());
  call.inherit(x);
  for (std::size_t o = 0; o < result.count; ++o) {
    const std::size_t first = o * groups.length;
    const std::size_t end = first + groups.length;
    const std::size_t best = extreme_of(x, result.dtype, least, first, end);
    result.take(o, x, best);
    if (!spec::is_floating(result.dtype)) continue;
    const double most = x.real[best];
    int ties = 0;
    int near = 0;
    for (std::size_t i = first; i < end; ++i) {
      if (most == 0 && x.real[i] == 0 && std::signbit(x.real[i]) != std::signbit(most)) result.exact = false;
      ties += x.real[i] == most;
      near += x.tolerance != 0 && !(std::abs(most - x.real[i]) > 2 * x.tolerance);
    }
    // If another element may be the extreme, or an element may be NaN, it is unknown which element gets the gradient.
    const bool unsure = ties == 0 || near > 1 || !is_bound(x.tolerance);
    call.record([&] {
      for (std::size_t i = first; i < end; ++i)
        call.flow(x, i, x.real[i] == most ? 1.0 / ties : 0, unsure ? kUnbounded : 0);
    });
  }
  call.store();
}

// Says for each element whether it is nonzero. `certain` is false if an inexact element is so close to zero that it may
// be zero.
struct Truths {
  std::array<bool, kMaxElements> truth;
  bool certain = true;

  explicit Truths(const Operand& x, DType dtype) {
    for (std::size_t i = 0; i < x.count; ++i) {
      truth[i] = spec::is_differentiable(dtype) ? x.number(i) != 0.0 : x.integer[i] != 0;
      if (spec::is_differentiable(dtype) && x.tolerance != 0 && !(x.size_of(i) > x.tolerance)) certain = false;
    }
    // An unbounded error makes integers uncertain, too. An integer's value is either exact or unknown.
    if (!is_bound(x.tolerance)) certain = false;
  }
};

// Counts the nonzero elements of each group. `combined(count, length)` turns the count and the group's length into the
// result.
template <typename Combined>
void count_over(KernelCall& call, unsigned dims, const Combined& combined) {
  const Groups groups(call, dims, call.dtype());
  const Truths truths(groups.x, call.dtype());
  Result& result = call.start(call.out().dtype);
  result.tolerance = truths.certain ? 0 : kUnbounded;
  for (std::size_t o = 0; o < result.count; ++o) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < groups.length; ++i) count += truths.truth[o * groups.length + i];
    result.integer[o] = static_cast<std::int64_t>(combined(count, groups.length));
  }
  call.store();
}
bool some(std::size_t count, std::size_t /*of*/) { return count != 0; }
bool every(std::size_t count, std::size_t of) { return count == of; }
std::size_t how_many(std::size_t count, std::size_t /*of*/) { return count; }

// Returns the set that holds the dimension in the operator's argument 1, or all dimensions if that argument is absent.
unsigned dimension_or_all(const KernelCall& call) {
  const std::optional<std::int64_t> dim = call.arguments().optional_integer(1);
  return dim ? dimension_of(call, *dim) : all_of(call);
}

// Computes both results of aminmax: the minimum and the maximum of each group.
void both_extremes(KernelCall& call) {
  extreme(call, true, dimension_or_all(call));
  call.next_result();
  extreme(call, false, dimension_or_all(call));
}

// Computes the index, within each group, of the first maximum or (with `least`) minimum. If the group has a NaN, the
// index of the first NaN is the result.
void place_of_extreme(KernelCall& call, bool least) {
  const Groups groups(call, dimension_or_all(call), call.dtype());
  const Operand& x = groups.x;
  Result& result = call.start(DType::Int64);
  bool certain = is_bound(x.tolerance);
  for (std::size_t o = 0; o < result.count; ++o) {
    const std::size_t first = o * groups.length;
    const std::size_t best = extreme_of(x, call.dtype(), least, first, first + groups.length);
    for (std::size_t i = first; spec::is_floating(call.dtype()) && x.tolerance != 0 && i < first + groups.length; ++i)
      if (i != best && !(std::abs(x.real[i] - x.real[best]) > 2 * x.tolerance)) certain = false;
    result.integer[o] = static_cast<std::int64_t>(best - first);
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.store();
}

// Returns the number of significant bits of `value`. A product is exact in every order if the sum of its factors'
// significant bits fits in the dtype. A non-finite number counts as more bits than any dtype has.
int bits_of(double value) {
  if (!std::isfinite(value)) return 128;
  return value == 0 ? 0 : std::ilogb(value) - lowest_bit(value) + 1;
}

// Sets element `o` of the result to the product of the elements of `x` in [first, end). Returns the error bound of the
// product.
double multiply(KernelCall& call, const Operand& x, std::size_t first, std::size_t end, std::size_t o) {
  int bits = 0;
  for (std::size_t i = first; i < end; ++i)
    bits += x.complex ? bits_of(x.real[i]) + bits_of(x.imag[i]) + 2 : bits_of(x.real[i]);
  const bool exact = bits <= format_of(call.result().dtype).bits && x.tolerance == 0;
  return multiply_up(
      call, o, end - first,
      [&](std::size_t i) {
        return Part{&x, first + i};
      },
      exact, /*doubt=*/0, [] {});
}

// Computes the product of each group. The derivative by an element is the product of the group's other elements.
void product_over(KernelCall& call, unsigned dims) {
  const DType dtype = call.out().dtype;
  const Groups groups(call, dims);
  Result& result = call.start(dtype);
  call.inherit(groups.x);
  double tolerance = 0;
  if (spec::is_complex(dtype)) result.exact = false;
  for (std::size_t o = 0; o < result.count; ++o) {
    const std::size_t first = o * groups.length;
    const std::size_t end = first + groups.length;
    if (spec::is_differentiable(dtype)) {
      tolerance = std::max(tolerance, multiply(call, groups.x, first, end, o));
      continue;
    }
    std::uint64_t total = 1;
    for (std::size_t i = first; i < end; ++i) total *= static_cast<std::uint64_t>(groups.x.integer[i]);
    result.integer[o] = wrap_to(dtype, static_cast<std::int64_t>(total));
  }
  if (spec::is_differentiable(dtype)) result.tolerance = tolerance;
  call.store();
}

// Computes the variance of each group, or with `root` its square root. The variance is the sum of squared distances
// from the mean, divided by the length minus `correction`.
void spread_over(KernelCall& call, bool root, double correction) {
  const DType own = call.dtype();
  const DType dtype = call.out().dtype;
  const Groups groups(call, listed_of(call), own);
  const Operand& x = groups.x;
  const std::size_t group = groups.length;
  Result& result = call.start(dtype);
  result.exact = false;
  const auto n = static_cast<double>(group);
  const double freedom = std::max(0.0, n - correction);
  for (std::size_t o = 0; o < result.count; ++o) {
    const std::size_t first = o * group;
    std::complex<double> mean = 0;
    double largest = 0;
    for (std::size_t i = first; i < first + group; ++i) {
      mean += x.number(i) / n;
      largest = std::max(largest, x.size_of(i));
      if (!std::isfinite(x.size_of(i))) result.tolerance = kUnbounded;
    }
    // If an element is large, its square may overflow float32 in a subject. Then the variance is unknown.
    const bool known = is_bound(x.tolerance) && largest < 1e17;
    if (!known) result.tolerance = kUnbounded;
    // A finite element that is alone in its group equals the mean exactly, so its distance from the mean is zero.
    const bool alone = group == 1 && std::isfinite(std::abs(mean));
    double squares = 0;
    double farthest = 0;
    for (std::size_t i = first; i < first + group; ++i) {
      squares += std::norm(x.number(i) - mean);
      farthest = std::max(farthest, std::abs(x.number(i) - mean));
    }
    if (group == 1) squares = farthest = 0;
    const double variance = group == 0 ? std::nan("") : squares / freedom;
    // The error of an element's distance from the mean. It includes the error of the elements and the rounding of the
    // mean.
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
    result.tolerance = std::max(result.tolerance, error + 4 * ulp(dtype, std::isfinite(value) ? std::abs(value) : 0));
    call.record([&] {
      for (std::size_t i = first; i < first + group; ++i) {
        const std::complex<double> away = alone ? 0 : x.number(i) - mean;
        double factor = 2 / freedom;
        // Where the standard deviation is zero, its gradient is zero.
        if (root) factor = value == 0 ? 0 : factor / (2 * value);
        double unsure = std::abs(factor) * (apart + 8 * n * ulp(dtype, largest));
        if (root && value != 0) unsure += std::abs(factor) * std::abs(away) * (2 * error / value + 8 * ulp(dtype, 1));
        if (!known || !(freedom > 0) || (root && group > 1 && !(value > 8 * (error + n * ulp(dtype, largest)))))
          unsure = kUnbounded;
        call.flow(x, i, factor * std::conj(away), unsure);
      }
    });
  }
  call.store();
}

void spread_over(KernelCall& call, bool root) {
  spread_over(call, root, static_cast<double>(call.arguments().optional_integer(2).value_or(1)));
}

// Computes the mean that var_mean and std_mean return. A subject may compute it by any formula.
void mean_beside(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const Groups groups(call, listed_of(call));
  const Operand& x = groups.x;
  Result& result = call.start(dtype);
  result.exact = false;
  const auto n = static_cast<double>(groups.length);
  double largest = 0;
  for (std::size_t i = 0; i < x.count; ++i) {
    const double size = x.size_of(i);
    largest = std::max(largest, size);
    if (!std::isfinite(size) || size > 1e17) result.tolerance = kUnbounded;
  }
  if (groups.length != 0) result.tolerance = std::max(result.tolerance, x.tolerance + (n + 4) * ulp(dtype, largest));
  for (std::size_t o = 0; o < result.count; ++o) {
    const std::size_t first = o * groups.length;
    std::complex<double> total = 0;
    for (std::size_t i = first; i < first + groups.length; ++i) total += x.number(i);
    const std::complex<double> none(std::nan(""), std::nan(""));
    result.set(o, groups.length == 0 ? none : total / n);
    call.record([&] {
      for (std::size_t i = first; i < first + groups.length; ++i) call.flow(x, i, 1 / n);
    });
  }
  call.store();
}

// Computes both results of var_mean, or with `root` of std_mean: the variance or standard deviation, and the mean.
void spread_and_mean(KernelCall& call, bool root) {
  spread_over(call, root);
  call.next_result();
  mean_beside(call);
}

}  // namespace

MODECHECK_KERNEL_OF((sum), SecondDerivatives::Yes, sum_over(call, all_of(call), Terms::All))
MODECHECK_KERNEL_OF((sum_dim_IntList, sum_IntList_out), SecondDerivatives::Yes,
                    sum_over(call, listed_of(call), Terms::All))
MODECHECK_KERNEL_OF((mean), SecondDerivatives::Yes, sum_over(call, all_of(call), Terms::Mean))
MODECHECK_KERNEL_OF((mean_dim, mean_out), SecondDerivatives::Yes, sum_over(call, listed_of(call), Terms::Mean))
MODECHECK_KERNEL_OF((nansum), SecondDerivatives::No, sum_over(call, listed_of(call), Terms::NoNaN))
MODECHECK_KERNEL_OF((amax, amax_out), SecondDerivatives::No, extreme(call, false, listed_of(call)))
MODECHECK_KERNEL_OF((amin, amin_out), SecondDerivatives::No, extreme(call, true, listed_of(call)))
MODECHECK_KERNEL_OF((aminmax), SecondDerivatives::No, both_extremes(call))
MODECHECK_KERNEL_OF((max), SecondDerivatives::No, extreme(call, false, all_of(call)))
MODECHECK_KERNEL_OF((min), SecondDerivatives::No, extreme(call, true, all_of(call)))
MODECHECK_KERNEL_OF((prod), SecondDerivatives::No, product_over(call, all_of(call)))
MODECHECK_KERNEL_OF((prod_dim_int, prod_int_out), SecondDerivatives::No, product_over(call, dimension_of(call)))
MODECHECK_KERNEL_OF((any), SecondDerivatives::No, count_over(call, all_of(call), some))
MODECHECK_KERNEL_OF((any_dim), SecondDerivatives::No, count_over(call, dimension_of(call), some))
MODECHECK_KERNEL_OF((all), SecondDerivatives::No, count_over(call, all_of(call), every))
MODECHECK_KERNEL_OF((all_dim), SecondDerivatives::No, count_over(call, dimension_of(call), every))
MODECHECK_KERNEL_OF((count_nonzero), SecondDerivatives::No, count_over(call, dimension_or_all(call), how_many))
MODECHECK_KERNEL_OF((argmax), SecondDerivatives::No, place_of_extreme(call, false))
MODECHECK_KERNEL_OF((argmin), SecondDerivatives::No, place_of_extreme(call, true))
MODECHECK_KERNEL_OF((var_correction), SecondDerivatives::No, spread_over(call, false))
MODECHECK_KERNEL_OF((var_dim), SecondDerivatives::No, spread_over(call, false, call.arguments().boolean(2) ? 1 : 0))
MODECHECK_KERNEL_OF((std_correction), SecondDerivatives::No, spread_over(call, true))
MODECHECK_KERNEL_OF((var_mean_correction), SecondDerivatives::No, spread_and_mean(call, false))
MODECHECK_KERNEL_OF((std_mean_correction), SecondDerivatives::No, spread_and_mean(call, true))

static void cumsum(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const unsigned dims = dimension_of(call);
  const Groups groups(call, dims);
  const Operand& x = groups.x;
  const std::size_t group = groups.length;
  Result& result = call.start_from(dtype, x);
  double rounding = 0;
  const auto sum_up = [&](const auto& values, auto& sums) {
    AnyOrderSum total;
    for (std::size_t i = 0; i < x.count; ++i) {
      if (i % group == 0) total = {};
      total.add(values[i]);
      sums[i] = round_to(dtype, total.value);
      if (!total.exact(dtype)) rounding = std::max(rounding, ulp(dtype, total.magnitude));
      if (sums[i] == 0) result.exact = false;  // libraries differ in the sign of a zero result
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
    for (std::size_t i = 0; i < x.count; ++i) {
      if (i % group == 0) total = 0;
      total += static_cast<std::uint64_t>(x.integer[i]);
      result.integer[i] = wrap_to(dtype, static_cast<std::int64_t>(total));
    }
  }
  call.record_each([&](std::size_t i) {
    for (std::size_t j = i - i % group; j <= i; ++j) call.flow(x, j, 1.0);
  });
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL_FORMS(cumsum, SecondDerivatives::Yes, cumsum)

static void cumprod(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const unsigned dims = dimension_of(call);
  const Groups groups(call, dims);
  const Operand& x = groups.x;
  Result& result = call.start_from(dtype, x);
  if (spec::is_complex(dtype)) result.exact = false;
  double tolerance = 0;
  for (std::size_t i = 0; i < x.count; ++i) {
    const std::size_t first = i - i % groups.length;
    if (spec::is_differentiable(dtype)) {
      tolerance = std::max(tolerance, multiply(call, x, first, i + 1, i));
    } else {
      const auto before = i == first ? 1u : static_cast<std::uint64_t>(result.integer[i - 1]);
      result.integer[i] = wrap_to(dtype, static_cast<std::int64_t>(before * static_cast<std::uint64_t>(x.integer[i])));
    }
  }
  if (spec::is_differentiable(dtype)) result.tolerance = tolerance;
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL_FORMS(cumprod, SecondDerivatives::No, cumprod)

// `most` is the largest of some numbers. `total` is the sum of exp(number - most) over these numbers.
struct Exponentials {
  double most = -std::numeric_limits<double>::infinity();
  double total = 0;

  Exponentials(const double* in, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) most = std::max(most, in[i]);
    for (std::size_t i = 0; i < count; ++i) total += std::exp(in[i] - most);
  }
};

static void logsumexp(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const Groups groups(call, listed_of(call));
  const Operand& x = groups.x;
  const std::size_t group = groups.length;
  Result& result = call.start(dtype);
  result.exact = false;
  for (std::size_t o = 0; o < result.count; ++o) {
    const double* in = x.real.data() + o * group;
    const Exponentials of(in, group);
    const double value = group == 0 ? of.most : of.most + std::log(of.total);
    result.real[o] = round_to(dtype, value);
    double unsure = x.tolerance + (kSoftmaxUlps + static_cast<double>(group)) * ulp(dtype, 1);
    for (std::size_t i = 0; i < group; ++i) {
      if (!std::isfinite(in[i])) unsure = kUnbounded;
      unsure = std::max(unsure, x.tolerance + 4 * ulp(dtype, std::abs(in[i])));
    }
    if (group != 0) result.tolerance = std::max(result.tolerance, unsure);
    call.record([&] {
      for (std::size_t i = 0; i < group; ++i) {
        const double share = std::exp(in[i] - value);
        call.flow(x, o * group + i, share, share * std::expm1(4 * unsure) + 8 * ulp(dtype, share));
      }
    });
  }
  call.store();
}
MODECHECK_KERNEL(logsumexp, SecondDerivatives::No, logsumexp)

static void softmax(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const unsigned dims = dimension_of(call);
  const Groups groups(call, dims);
  const Operand& x = groups.x;
  const std::size_t group = groups.length;
  Result& result = call.start_from(dtype, x);
  result.exact = false;
  // If every exponent has an error of at most t, each result changes by a factor of at most exp(2t).
  const double unsure = (x.tolerance == 0 ? 0 : std::expm1(2 * x.tolerance)) +
                        (kSoftmaxUlps + static_cast<double>(group)) * ulp(dtype, 1);
  // If an element is infinite, the result depends on the subject's way of computing the maximum.
  result.tolerance = x.is_finite() ? unsure : kUnbounded;
  for (std::size_t first = 0; first < x.count; first += group) {
    const double* in = x.real.data() + first;
    double* out = result.real.data() + first;
    const Exponentials of(in, group);
    for (std::size_t i = 0; i < group; ++i) out[i] = round_to(dtype, std::exp(in[i] - of.most) / of.total);
    for (std::size_t i = 0; i < group; ++i)
      call.record([&] {
        for (std::size_t j = 0; j < group; ++j)
          call.flow(x, first + j, out[i] * ((i == j ? 1 : 0) - out[j]), 4 * unsure);
      });
  }
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL(softmax, SecondDerivatives::No, _softmax, softmax_int)

// Computes x_i - log(sum over j of exp(x_j)). Its derivative by x_j is -softmax(x)_j, plus 1 if i = j.
static void log_softmax(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const unsigned dims = dimension_of(call);
  const Groups groups(call, dims);
  const Operand& x = groups.x;
  const std::size_t group = groups.length;
  Result& result = call.start_from(dtype, x);
  result.exact = false;
  const double ulps = kSoftmaxUlps + static_cast<double>(group);
  double tolerance = 2 * x.tolerance;
  for (std::size_t first = 0; first < x.count; first += group) {
    const Exponentials of(x.real.data() + first, group);
    const double logarithm = std::log(of.total);
    bool finite = true;
    double size = 1;
    for (std::size_t i = first; i < first + group; ++i) {
      result.real[i] = round_to(dtype, x.real[i] - of.most - logarithm);
      finite = finite && std::isfinite(x.real[i]);
      size = std::max({size, std::abs(x.real[i]), std::abs(result.real[i])});
    }
    // If an element is infinite, the result depends on how a subject computes the maximum. A difference of large
    // elements may overflow, too.
    const double error = ulps * ulp(dtype, size);
    tolerance = std::max(tolerance, finite && std::isfinite(size) ? 2 * x.tolerance + error : kUnbounded);
    // The derivative uses the softmax, which a subject computes as the exponential of the result with the result's
    // error.
    const double unsure = finite ? 4 * (std::expm1(2 * x.tolerance + error) + ulps * ulp(dtype, 1)) : kUnbounded;
    for (std::size_t i = first; i < first + group; ++i)
      call.record([&] {
        for (std::size_t j = first; j < first + group; ++j)
          call.flow(x, j, (i == j ? 1 : 0) - std::exp(x.real[j] - of.most) / of.total, unsure);
      });
  }
  result.tolerance = tolerance;
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL(log_softmax, SecondDerivatives::No, _log_softmax, log_softmax_int)

static void logcumsumexp(KernelCall& call) {
  const DType dtype = call.dtype();
  const unsigned dims = dimension_of(call);
  const Groups groups(call, dims);
  const Operand& x = groups.x;
  const std::size_t length = groups.length;
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  for (std::size_t i = 0; i < x.count; ++i) {
    const std::size_t first = i - i % length;
    double most = -std::numeric_limits<double>::infinity();
    double size = 1;
    bool finite = true;
    for (std::size_t j = first; j <= i; ++j) {
      most = std::max(most, x.real[j]);
      size = std::max(size, std::abs(x.real[j]));
      finite = finite && std::isfinite(x.real[j]);
    }
    double total = 0;
    for (std::size_t j = first; j <= i; ++j) total += std::exp(x.real[j] - most);
    const double value = most + std::log(total);
    result.real[i] = round_to(dtype, value);
    const double unsure =
        finite ? x.tolerance + (kSoftmaxUlps + static_cast<double>(length)) * ulp(dtype, size) : kUnbounded;
    result.tolerance = std::max(result.tolerance, unsure);
    call.record([&] {
      for (std::size_t j = first; j <= i; ++j) {
        const double share = std::exp(x.real[j] - value);
        // logcumsumexp: a subject may compute with the logarithm of the gradient, whose rounding error grows with the
        // size of the logarithm. `lost` bounds the error of the exponent.
        const double lost = 4 * unsure + 200 * ulp(dtype, 1);
        call.flow(x, j, share, lost < 1 ? share * std::expm1(lost) + flushed(dtype) : kUnbounded);
      }
    });
  }
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL(logcumsumexp, SecondDerivatives::No, logcumsumexp)

// Computes the median: the middle element, or the lower of two middle elements. All elements equal to the median get
// the same share of the gradient.
static void median_of_all(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  const auto count = x.count;
  Result& result = call.start(dtype, 1);
  call.inherit(x);
  if (!spec::is_floating(dtype)) {
    std::vector<std::int64_t> values(x.integer.begin(), x.integer.begin() + x.count);
    std::sort(values.begin(), values.end());
    result.integer[0] = values[(count - 1) / 2];
    return call.store();
  }
  std::vector<double> values(x.real.begin(), x.real.begin() + x.count);
  const bool known = std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  std::sort(values.begin(), values.end());
  const double middle = known ? values[(count - 1) / 2] : std::numeric_limits<double>::quiet_NaN();
  result.real[0] = middle;
  if (middle == 0) result.exact = false;  // libraries differ in the sign of a zero result
  int ties = 0;
  int near = 0;
  for (const double value : values) {
    ties += value == middle;
    near += x.tolerance != 0 && !(std::abs(middle - value) > 2 * x.tolerance);
  }
  const bool unsure = ties == 0 || near > 1;
  call.record([&] {
    for (std::size_t i = 0; i < count; ++i)
      call.flow(x, i, x.real[i] == middle ? 1.0 / ties : 0, unsure ? kUnbounded : 0);
  });
  call.store();
}
MODECHECK_KERNEL(median_of_all, SecondDerivatives::No, median)

static void trace(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, 1);
  call.inherit(x);
  const auto columns = static_cast<std::size_t>(call.in(0).sizes[1]);
  const std::size_t length = std::min(static_cast<std::size_t>(call.in(0).sizes[0]), columns);
  if (!spec::is_differentiable(dtype)) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < length; ++i) total += static_cast<std::uint64_t>(x.integer[i * columns + i]);
    result.integer[0] = static_cast<std::int64_t>(total);
    return call.store();
  }
  ComplexSum sum;
  for (std::size_t i = 0; i < length; ++i) sum.add(x.number(i * columns + i));
  result.set(0, sum.value());
  const auto terms = static_cast<double>(length);
  if (sum.real.value == 0 || x.complex) result.exact = false;  // libraries differ in the sign of a zero result
  result.tolerance = terms * x.tolerance;
  if (!sum.exact(dtype)) result.tolerance += 2 * terms * ulp(dtype, sum.magnitude());
  if (x.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  call.record([&] {
    for (std::size_t i = 0; i < length; ++i) call.flow(x, i * columns + i, 1.0);
  });
  call.store();
}
MODECHECK_KERNEL(trace, SecondDerivatives::Yes, trace)

namespace {

// Error bound, in units in the last place, for the roundings in one norm. The roundings in the sum of powers come on
// top.
constexpr double kNormUlps = 32;

// Returns whether the powers of `size` with exponents from -4 to 4 stay in the range of float32. Derivatives need the
// negative powers. For float16 the range is that of float16, because libtorch keeps the powers in float16.
bool is_usual(double size, DType dtype) {
  if (size == 0) return true;
  return dtype == DType::Float16 ? size > 0.125 && size < 7 : size > 1e-6 && size < 1e6;
}

// The norm of the magnitudes of `group` elements from element `first` on. `error` bounds the norm's error, and slope()
// is the norm's derivative by one magnitude.
struct Norm {
  double value = 0;
  double error = 0;
  bool known = true;  // false if an intermediate value may leave the finite range
  int greatest = 0;   // if the order of the norm is infinite: how many elements may have the largest magnitude

  Norm(const Operand& x, std::size_t first, std::size_t group, double order, DType x_dtype, DType dtype) {
    const auto n = static_cast<double>(group);
    if (std::isinf(order)) {
      for (std::size_t i = first; i < first + group; ++i) {
        known = known && std::isfinite(x.size_of(i));
        value = std::max(value, x.size_of(i));
      }
      known = known && is_bound(x.tolerance);
      for (std::size_t i = first; i < first + group; ++i)
        greatest += x.size_of(i) >= value - 16 * x.tolerance - kNormUlps * ulp(dtype, value) ? 1 : 0;
      error = kNormUlps * ulp(dtype, value) + x.tolerance;
      return;
    }
    double total = 0;
    double steepest = 0;
    for (std::size_t i = first; i < first + group; ++i) {
      const double size = x.size_of(i);
      known = known && std::isfinite(size) && (order == 0 || order == 1 || is_usual(size, x_dtype));
      if (order == 0 && x.tolerance != 0 && !(size > x.tolerance)) known = false;
      total += order == 0 ? (size != 0 ? 1 : 0) : std::pow(size, order);
    }
    value = order == 0 || group == 0 ? total : std::pow(total, 1 / order);
    known = known && is_bound(x.tolerance) && std::isfinite(value) && value < 1e30;
    if (order == 0) return;
    for (std::size_t i = first; i < first + group; ++i) {
      // For an order below 1, the power of a small element changes steeply with the element. So inexact elements close
      // to zero give an unknown norm.
      if (order < 1 && x.tolerance != 0 && !(x.size_of(i) > 16 * x.tolerance)) known = false;
      steepest += order >= 1 ? 1 : std::abs(slope(x.size_of(i), order));
    }
    error = (kNormUlps + n) * ulp(dtype, value);
    if (x.tolerance != 0) error += 4 * steepest * x.tolerance;
  }

  // Returns the derivative of the norm by one magnitude. At an element that is zero the derivative is zero.
  double slope(double size, double order) const {
    if (order == 0 || size == 0 || value == 0) return 0;
    if (std::isinf(order)) return size == value ? 1 : 0;
    return std::pow(size / value, order - 1);
  }

  double unsure(double size, double tolerance, double order, DType dtype) const {
    if (!known) return kUnbounded;
    // If several elements may be the extreme, it is unspecified which of them gets the gradient.
    if (std::isinf(order)) return greatest > 1 ? kUnbounded : kNormUlps * ulp(dtype, 1);
    if (size == 0 && tolerance == 0) return 0;
    if (tolerance != 0 && !(size > 16 * tolerance && value > 16 * error)) return kUnbounded;
    if (value == 0) return 0;
    const double relative = std::abs(order - 1) * (tolerance / size + error / value) + kNormUlps * ulp(dtype, 1);
    return 4 * slope(size, order) * relative;
  }
};

void norm_over(KernelCall& call, double order, const spec::IntList& dims) {
  // If the operator's dtype argument names another dtype, the input is first converted to it, which loses nothing.
  const DType dtype = call.out().dtype;
  const Groups groups(call, dimensions_of(call, dims), call.dtype());
  const Operand& x = groups.x;
  Result& result = call.start(dtype);
  result.exact = false;
  for (std::size_t o = 0; o < result.count; ++o) {
    const std::size_t first = o * groups.length;
    const Norm norm(x, first, groups.length, order, call.dtype(), dtype);
    result.real[o] = round_to(dtype, norm.value);
    result.tolerance = std::max(result.tolerance, norm.known ? norm.error : kUnbounded);
    call.record([&] {
      for (std::size_t i = first; i < first + groups.length; ++i) {
        const double size = x.size_of(i);
        const std::complex<double> direction = size == 0 ? 0 : std::conj(x.number(i)) / size;
        call.flow(x, i, norm.slope(size, order) * direction, norm.unsure(size, x.tolerance, order, dtype));
      }
    });
  }
  call.store();
}

}  // namespace

MODECHECK_KERNEL_OF((linalg_vector_norm), SecondDerivatives::No,
                    norm_over(call, call.arguments().scalar(1).value, call.arguments().integers(2)))

static void norm(KernelCall& call) { norm_over(call, call.arguments().scalar(1).value, {}); }
MODECHECK_KERNEL(norm, SecondDerivatives::No, norm_Scalar)

static void norm_along(KernelCall& call) {
  const std::optional<spec::ScalarValue> order = call.arguments().optional_scalar(1);
  norm_over(call, order ? order->value : 2, call.arguments().integers(2));
}
MODECHECK_KERNEL(norm_along, SecondDerivatives::No, norm_ScalarOpt_dim)

}  // namespace modecheck::reference
