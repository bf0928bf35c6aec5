// Reference kernels of discrete Fourier transforms.

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

// A discrete Fourier transform, computed from its definition. Each result element is a factor times a sum of input
// elements, each rotated by an angle. An input element contributes if its indices along all dimensions that are not
// transformed are those of the result element.
class Transform {
 public:
  // `sizes` has the number of real elements along each dimension; `dims` lists the dimensions to transform.
  Transform(const spec::Geometry& sizes, const spec::IntList& dims, std::int64_t normalization) {
    double elements = 1;
    for (const std::int64_t dim : dims) {
      const auto d = static_cast<std::size_t>(dim);
      period_[d] = std::max(sizes.sizes[d], 1);
      turns_ *= period_[d];
      elements *= static_cast<double>(period_[d]);
      // For a length of 1, 2 or 4, all angles are quarter turns. They only swap real and imaginary part and change
      // signs, so nothing is rounded.
      exact_ = exact_ && 4 % period_[d] == 0;
    }
    if (normalization == 1) factor_ = 1 / std::sqrt(elements);
    if (normalization == 2) factor_ = 1 / elements;
    exact_factor_ = is_power_of_two(factor_);
  }

  double factor() const { return factor_; }
  bool exact() const { return exact_; }
  bool exact_factor() const { return exact_factor_; }

  // Returns whether input element `i` contributes to result element `o`. If so, sets `turned` to e^(i angle), where
  // angle is 2 pi times the sum of in * out / period over the dimensions.
  bool meets(const spec::Geometry& in, std::size_t i, const spec::Geometry& out, std::size_t o, Complex& turned) const {
    const Position from = position_of(in, i);
    const Position to = position_of(out, o);
    std::int64_t angle = 0;  // the rotation, in units of a full turn divided by turns_
    for (std::size_t d = 0; d < in.rank; ++d) {
      if (period_[d] == 0 && from[d] != to[d]) return false;
      if (period_[d] != 0) angle += from[d] * to[d] % period_[d] * (turns_ / period_[d]);
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

  // length of the transform along each dimension; 0 for a dimension that is not transformed
  std::array<std::int64_t, spec::kMaxRank> period_{};
  std::int64_t turns_ = 1;
  double factor_ = 1;
  bool exact_ = true;
  bool exact_factor_ = true;
};

// Computes the error bound that holds for every element of a subject's result.
class Rounding {
 public:
  Rounding(const Operand& x, const Transform& transform) : x_(x), transform_(transform) {
    for (std::size_t i = 0; i < x.count; ++i) finite_ = finite_ && std::isfinite(x.size_of(i)) && x.size_of(i) < 1e15;
  }

  // Adds the rounding errors of one result element. `magnitude` is the sum of the magnitudes of its terms, and `terms`
  // is their number.
  void add(const ComplexSum& sum, double magnitude, double terms, DType dtype) {
    const double factor = transform_.factor();
    const bool exact = transform_.exact() && sum.exact(dtype);
    if (!exact) tolerance_ = std::max(tolerance_, (16 + 2 * std::log2(terms + 1)) * ulp(dtype, magnitude * factor));
    if (!transform_.exact_factor()) tolerance_ = std::max(tolerance_, 16 * ulp(dtype, magnitude * factor));
    if (x_.tolerance != 0) off_ = std::max(off_, 2 * terms * factor * x_.tolerance);
  }
  double tolerance() const { return finite_ ? 2 * tolerance_ + off_ : kUnbounded; }
  // Returns the error bound of one partial derivative.
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

// Computes all elements of the result. `turn(turned)` returns the factor for an input element whose rotation is
// `turned`. `counts(i)` says how many terms input element i of `x` adds to the sum. `add(sum, x, i, factor)` adds these
// terms and returns their magnitude.
template <typename Turn, typename Counts, typename Add>
void transform_all(KernelCall& call, const Transform& transform, const Turn& turn, const Counts& counts,
                   const Add& add) {
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0);
  Result& result = call.start(dtype);
  result.exact = false;  // libraries differ in the sign of a zero result
  Rounding rounding(x, transform);
  for (std::size_t o = 0; o < result.count; ++o) {
    ComplexSum sum;
    double magnitude = 0;
    double terms = 0;
    Complex turned;
    for (std::size_t i = 0; i < x.count; ++i) {
      if (!transform.meets(call.in(0), i, call.out(), o, turned)) continue;
      magnitude += add(sum, x, i, turn(turned));
      terms += counts(i);
    }
    result.set(o, transform.factor() * sum.value());
    rounding.add(sum, magnitude, terms, dtype);
    call.record([&] {
      for (std::size_t i = 0; i < x.count; ++i)
        if (transform.meets(call.in(0), i, call.out(), o, turned))
          call.flow(x, i, transform.factor() * counts(i) * turn(turned), rounding.of_partial(dtype));
    });
  }
  result.tolerance = rounding.tolerance();
  call.store();
}

}  // namespace

static void fft_r2c(KernelCall& call) {
  const Transform transform(call.in(0), call.arguments().integers(1), call.arguments().integer(2));
  transform_all(
      call, transform, [](Complex turned) { return std::conj(turned); }, [](std::size_t) { return 1.0; },
      [](ComplexSum& sum, const Operand& x, std::size_t i, Complex by) {
        sum.add(x.real[i] * by);
        return std::abs(x.real[i]);
      });
}
MODECHECK_KERNEL(fft_r2c, SecondDerivatives::No, _fft_r2c)

static void fft_c2c(KernelCall& call) {
  const Transform transform(call.in(0), call.arguments().integers(1), call.arguments().integer(2));
  const bool forward = call.arguments().boolean(3);
  transform_all(
      call, transform, [=](Complex turned) { return forward ? std::conj(turned) : turned; },
      [](std::size_t) { return 1.0; },
      [](ComplexSum& sum, const Operand& x, std::size_t i, Complex by) {
        // Adds the products of real and imaginary parts separately, so that the error bound of the sum counts every
        // product.
        sum.add({by.real() * x.real[i], by.real() * x.imag[i]});
        sum.add({-by.imag() * x.imag[i], by.imag() * x.real[i]});
        return 2 * x.size_of(i);
      });
}
MODECHECK_KERNEL(fft_c2c, SecondDerivatives::No, _fft_c2c)

// Computes a real result from half of its spectrum. The missing half is the complex conjugate of the given half, so an
// element that has a counterpart there counts twice. Elements at index 0 and in the middle of the last dimension have
// none and count once.
static void fft_c2r(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const spec::IntList dims = arguments.integers(1);
  const spec::Geometry& in = call.in(0);
  const Transform transform(call.out(), dims, arguments.integer(2));
  const auto last = static_cast<std::size_t>(dims[dims.size - 1]);
  const auto half = static_cast<std::size_t>(in.sizes[last]);
  const std::int64_t whole = arguments.integer(3);
  const std::size_t behind = elements_between(in, last + 1, in.rank);
  const auto counts = [=](std::size_t i) {
    const std::size_t k = i / behind % half;
    return k == 0 || 2 * static_cast<std::int64_t>(k) == whole ? 1.0 : 2.0;
  };
  transform_all(
      call, transform, [](Complex turned) { return turned; }, counts,
      [&](ComplexSum& sum, const Operand& x, std::size_t i, Complex by) {
        const double count = counts(i);
        // A subject transforms the other dimensions first, which mixes real and imaginary parts. So the result counts
        // as exact only if the imaginary sum is exact, too.
        sum.imag.add(count * (by.real() * x.imag[i] + by.imag() * x.real[i]));
        sum.real.add(count * by.real() * x.real[i]);
        sum.real.add(-count * by.imag() * x.imag[i]);
        return count * 2 * x.size_of(i);
      });
}
MODECHECK_KERNEL(fft_c2r, SecondDerivatives::No, _fft_c2r)

}  // namespace modecheck::reference
