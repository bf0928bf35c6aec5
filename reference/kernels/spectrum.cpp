// Discrete Fourier transforms.

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using Complex = std::complex<double>;

// A transform by its definition: each element of the result is a sum of input elements that have the same indices in
// all other dimensions, each rotated by an angle, times a factor.
class Transform {
 public:
  // `sizes`: the number of real elements along each dimension.
  Transform(const spec::Geometry& sizes, const spec::IntList& dims, std::int64_t normalization) : rank_(sizes.rank) {
    double elements = 1;
    for (const std::int64_t dim : dims) {
      const auto d = static_cast<std::size_t>(dim);
      period_[d] = std::max(sizes.sizes[d], 1);
      turns_ *= period_[d];
      elements *= static_cast<double>(period_[d]);
      // Quarter turns only swap parts and change signs.
      exact_ = exact_ && 4 % period_[d] == 0;
    }
    if (normalization == 1) factor_ = 1 / std::sqrt(elements);
    if (normalization == 2) factor_ = 1 / elements;
    exact_factor_ = is_power_of_two(factor_);
  }

  double factor() const { return factor_; }
  bool exact() const { return exact_; }
  bool exact_factor() const { return exact_factor_; }

  // Whether input element `i` contributes to result element `o`; if so, sets `turned` to e^(2 pi i * sum of in * out /
  // period).
  bool meets(const spec::Geometry& in, std::size_t i, const spec::Geometry& out, std::size_t o, Complex& turned) const {
    std::int64_t angle = 0;  // in units of 1 / turns_ of a turn
    for (int d = rank_ - 1; d >= 0; --d) {
      const auto at = static_cast<std::size_t>(d);
      const auto from = static_cast<std::int64_t>(i % static_cast<std::size_t>(in.sizes[at]));
      const auto to = static_cast<std::int64_t>(o % static_cast<std::size_t>(out.sizes[at]));
      i /= static_cast<std::size_t>(in.sizes[at]);
      o /= static_cast<std::size_t>(out.sizes[at]);
      if (period_[at] == 0) {
        if (from != to) return false;
        continue;
      }
      angle += from * to % period_[at] * (turns_ / period_[at]);
    }
    angle %= turns_;
    if (4 * angle % turns_ == 0) {
      constexpr std::array<Complex, 4> quarters{Complex{1, 0}, Complex{0, 1}, Complex{-1, 0}, Complex{0, -1}};
      turned = quarters[static_cast<std::size_t>(4 * angle / turns_)];
    } else {
      turned = std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(angle) / static_cast<double>(turns_));
    }
    return true;
  }

 private:
  static bool is_power_of_two(double x) {
    int exponent = 0;
    return std::frexp(x, &exponent) == 0.5;
  }

  int rank_;
  std::array<std::int64_t, spec::kMaxRank> period_{};  // 0: not transformed
  std::int64_t turns_ = 1;
  double factor_ = 1;
  bool exact_ = true;
  bool exact_factor_ = true;
};

// The sum for one element of the result.
struct Sum {
  AnyOrderSum real;
  AnyOrderSum imag;

  void add(Complex term) {
    real.add(term.real());
    imag.add(term.imag());
  }
};

// The error bound of subjects over all elements.
class Rounding {
 public:
  Rounding(const Operand& x, const Transform& transform) : x_(x), transform_(transform) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i)
      finite_ = finite_ && std::isfinite(x.size_of(i)) && x.size_of(i) < 1e15;
  }

  // `magnitude`: the sum of the magnitudes of all terms.
  void add(const Sum& sum, double magnitude, double terms, DType dtype) {
    const double factor = transform_.factor();
    const bool exact = transform_.exact() && sum.real.exact(dtype) && sum.imag.exact(dtype);
    if (!exact) tolerance_ = std::max(tolerance_, (16 + 2 * std::log2(terms + 1)) * ulp(dtype, magnitude * factor));
    if (!transform_.exact_factor()) tolerance_ = std::max(tolerance_, 16 * ulp(dtype, magnitude * factor));
    if (x_.tolerance != 0) off_ = std::max(off_, 2 * terms * factor * x_.tolerance);
  }
  double tolerance() const { return finite_ ? 2 * tolerance_ + off_ : kUnbounded; }
  // The error of one partial derivative.
  double of_partial(DType dtype) const {
    return transform_.exact() && transform_.exact_factor() ? 0 : 64 * ulp(dtype, transform_.factor());
  }

 private:
  const Operand& x_;
  const Transform& transform_;
  bool finite_ = true;
  double tolerance_ = 0;
  double off_ = 0;
};

}  // namespace

static void fft_r2c(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const Transform transform(call.in(0), arguments.integers(1), arguments.integer(2));
  const Operand& x = call.load(0, call.in(0).dtype);
  const DType dtype = call.out().dtype;
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  result.exact = false;  // a zero of either sign is right
  Rounding rounding(x, transform);
  const double factor = transform.factor();
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    Sum sum;
    double magnitude = 0;
    double terms = 0;
    Complex turned;
    for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
      if (!transform.meets(call.in(0), i, call.out(), o, turned)) continue;
      sum.add(x.real[i] * std::conj(turned));
      magnitude += std::abs(x.real[i]);
      ++terms;
    }
    result.set(o, factor * Complex(sum.real.value, sum.imag.value));
    rounding.add(sum, magnitude, terms, dtype);
    if (!call.recorded()) continue;
    call.record([&] {
      for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i)
        if (transform.meets(call.in(0), i, call.out(), o, turned))
          call.flow(x, i, factor * std::conj(turned), rounding.of_partial(dtype));
    });
  }
  result.tolerance = rounding.tolerance();
  call.store();
}
MODECHECK_KERNEL(fft_r2c, SecondDerivatives::No, _fft_r2c)

static void fft_c2c(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const Transform transform(call.in(0), arguments.integers(1), arguments.integer(2));
  const bool forward = arguments.boolean(3);
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  result.exact = false;  // a zero of either sign is right
  Rounding rounding(x, transform);
  const double factor = transform.factor();
  const auto along = [&](Complex turned) { return forward ? std::conj(turned) : turned; };
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    Sum sum;
    double magnitude = 0;
    double terms = 0;
    Complex turned;
    for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
      if (!transform.meets(call.in(0), i, call.out(), o, turned)) continue;
      // Adds the products of parts separately, so that the sums know all their terms.
      const Complex by = along(turned);
      sum.add({by.real() * x.real[i], by.real() * x.imag[i]});
      sum.add({-by.imag() * x.imag[i], by.imag() * x.real[i]});
      magnitude += 2 * x.size_of(i);
      ++terms;
    }
    result.set(o, factor * Complex(sum.real.value, sum.imag.value));
    rounding.add(sum, magnitude, terms, dtype);
    if (!call.recorded()) continue;
    call.record([&] {
      for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i)
        if (transform.meets(call.in(0), i, call.out(), o, turned))
          call.flow(x, i, factor * along(turned), rounding.of_partial(dtype));
    });
  }
  result.tolerance = rounding.tolerance();
  call.store();
}
MODECHECK_KERNEL(fft_c2c, SecondDerivatives::No, _fft_c2c)

// The missing half of the last dimension is the conjugate of this one. Elements that occur in both halves count twice,
// and of those in the middle only the real part counts.
static void fft_c2r(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const spec::IntList dims = arguments.integers(1);
  const Transform transform(call.out(), dims, arguments.integer(2));
  const Operand& x = call.load(0, call.in(0).dtype);
  const DType dtype = call.out().dtype;
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  result.exact = false;
  Rounding rounding(x, transform);
  const double factor = transform.factor();
  const auto last = static_cast<std::size_t>(dims[dims.size - 1]);
  const auto half = static_cast<std::size_t>(call.in(0).sizes[last]);
  const std::int64_t whole = arguments.integer(3);
  std::size_t behind = 1;
  for (std::size_t d = last + 1; d < static_cast<std::size_t>(call.in(0).rank); ++d)
    behind *= static_cast<std::size_t>(call.in(0).sizes[d]);
  const auto counts = [&](std::size_t i) {
    const std::size_t k = i / behind % half;
    return k == 0 || 2 * static_cast<std::int64_t>(k) == whole ? 1.0 : 2.0;
  };
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    Sum sum;
    double magnitude = 0;
    double terms = 0;
    Complex turned;
    for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
      if (!transform.meets(call.in(0), i, call.out(), o, turned)) continue;
      const double count = counts(i);
      // Transforms along other dimensions mix both parts of all elements.
      sum.imag.add(count * (turned.real() * x.imag[i] + turned.imag() * x.real[i]));
      sum.real.add(count * turned.real() * x.real[i]);
      sum.real.add(-count * turned.imag() * x.imag[i]);
      magnitude += count * 2 * x.size_of(i);
      terms += count;
    }
    result.real[o] = round_to(dtype, factor * sum.real.value);
    rounding.add(sum, magnitude, terms, dtype);
    if (!call.recorded()) continue;
    call.record([&] {
      for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i)
        if (transform.meets(call.in(0), i, call.out(), o, turned))
          call.flow(x, i, factor * counts(i) * turned, rounding.of_partial(dtype));
    });
  }
  result.tolerance = rounding.tolerance();
  call.store();
}
MODECHECK_KERNEL(fft_c2r, SecondDerivatives::No, _fft_c2r)

}  // namespace modecheck::reference
