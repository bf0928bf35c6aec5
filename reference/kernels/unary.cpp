// Functions of one tensor, element by element. Smooth functions are computed in long double and rounded to the dtype of
// the result, where possible by other identities than a library uses. Derivatives at kinks are libtorch 1.13.1's, as
// measured: elu'(0) is that of its curved side; clamp and hardtanh have slope zero at their bounds.

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <optional>

#include "reference/kernels/gamma.h"
#include "reference/kernels/kernel_row.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::ScalarValue;
using Real = long double;

constexpr Real kLn2 = 0.693147180559945309417232121458176568L;
constexpr Real kPi = 3.141592653589793238462643383279502884L;

// Error bound in units in the last place of the largest element of the result, or of `Function::magnitude` if terms
// cancel.
constexpr double kUlps = 8;
// Error of a subject's slope formula: a few roundings, plus the effect of moving the argument by a few units.
constexpr double kSlopeUlps = 32;
constexpr double kArgumentUlps = 8;

// The shape of a function over its domain. Between two points on either side of a pole, a falling function rises. For a
// periodic function, two points tell nothing about the values between them unless they are close; a rising branch ends
// at a pole. A function with poles at zero and the negative integers is unknown across a pole.
enum class Course : std::uint8_t { Rising, Falling, Wavy, Periodic, RisingBranches, Poles };

std::size_t count_of(const Result& result) { return static_cast<std::size_t>(result.count); }

bool near_the_end(DType dtype, Real value) {
  const Real size = std::abs(value) / static_cast<Real>(greatest_of(dtype));
  const Real slack = std::max(Real{4e-3L}, static_cast<Real>(8 * format_of(dtype).epsilon));
  return size > 1 - slack && size < 1 + slack;
}

// Bounds the distance of `f` from `middle` = f(x) when x has the error `by`. If there is an extremum in between, the
// ends are further away than that.
template <typename F>
double spread(const F& f, Real middle, double x, double by, Course course) {
  if (by == 0) return 0;
  if (!is_bound(by)) return kUnbounded;
  if ((course == Course::Periodic || course == Course::RisingBranches) && by > 0.5) return kUnbounded;
  if (course == Course::Poles && x - by <= 0 && std::floor(x - by) != std::floor(x + by)) return kUnbounded;
  const Real below = f(static_cast<Real>(x) - static_cast<Real>(by));
  const Real above = f(static_cast<Real>(x) + static_cast<Real>(by));
  if (!std::isfinite(below) || !std::isfinite(middle) || !std::isfinite(above)) return kUnbounded;
  if ((course == Course::Rising || course == Course::RisingBranches) && !(below <= middle && middle <= above))
    return kUnbounded;
  if (course == Course::Falling && !(below >= middle && middle >= above)) return kUnbounded;
  return static_cast<double>(2 * std::max(std::abs(middle - below), std::abs(above - middle)));
}

// A smooth function has `value(x)`, `slope(x, y)` with y the result, and `magnitude(x)`, the size of the terms that sum
// to the result. An optional `second_derivative(x, y)` is the derivative of the slope, by the result or the argument
// from which it is computed.
template <typename Function>
void smooth(KernelCall& call, DType dtype, const Function& function) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  result.exact = false;
  const auto value = [&](Real at) { return function.value(at); };
  double off = 0;
  double largest = 0;
  bool known = true;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const Real y = value(x.real[i]);
    result.real[i] = round_to(dtype, static_cast<double>(y));
    known = known && !near_the_end(dtype, y);
    // The value may overflow the dtype, although it is finite in long double.
    if constexpr (requires { function.intermediate(x.real[i]); })
      known = known && std::abs(function.intermediate(x.real[i])) < static_cast<Real>(greatest_of(dtype));
    double by = x.tolerance;
    // Rounding of a product decides on which side of a jump the argument is.
    if constexpr (requires { Function::kJumps; }) by += kArgumentUlps * ulp(dtype, std::abs(x.real[i]));
    double away = spread(value, y, x.real[i], by, function.course);
    if constexpr (requires { function.error(x.real[i]); }) away += function.error(x.real[i]);
    off = std::max(off, away);
    const double size = std::max(std::abs(result.real[i]), static_cast<double>(function.magnitude(x.real[i])));
    if (std::isfinite(size)) largest = std::max(largest, size);
  }
  result.tolerance = known ? off + kUlps * ulp(dtype, largest) + flushed(dtype) : kUnbounded;
  if (call.recorded()) {
    for (std::size_t i = 0; i < count_of(result); ++i) {
      const auto slope = [&](Real at) { return function.slope(at, value(at)); };
      const Real partial = function.slope(x.real[i], static_cast<Real>(result.real[i]));
      const double by = x.tolerance + kArgumentUlps * ulp(dtype, x.real[i] == 0 ? 0 : std::abs(x.real[i]));
      double unsure =
          spread(slope, slope(x.real[i]), x.real[i], by,
                 function.course == Course::Periodic || function.course == Course::RisingBranches ? Course::Periodic
                 : function.course == Course::Poles                                               ? Course::Poles
                                                                                                  : Course::Wavy);
      if constexpr (requires { function.slope_error(x.real[i]); }) unsure += function.slope_error(x.real[i]);
      // The slope formula also has values outside the domain, as for a logarithm, and on the other side of a pole, as
      // for a reciprocal.
      if (x.tolerance != 0 && !is_bound(spread(value, value(x.real[i]), x.real[i], by, function.course)))
        unsure = kUnbounded;
      unsure += kSlopeUlps * ulp(dtype, std::abs(static_cast<double>(partial))) + flushed(dtype);
      // If terms cancel in the result, they cancel in the slope.
      if (function.magnitude(x.real[i]) > 0) unsure += kSlopeUlps * ulp(dtype, 1 + std::abs(x.real[i]));
      // The value may overflow the dtype, although it is finite in long double.
      if (!std::isfinite(unsure) || std::abs(partial) > greatest_of(dtype) / 8) unsure = kUnbounded;
      const NodeId node = call.begin_node();
      call.edge(x.nodes[i], static_cast<double>(partial), unsure);
      if constexpr (requires { function.second_derivative(x.real[i], Real{}); }) {
        const auto second_derivative = [&](Real at) { return function.second_derivative(at, value(at)); };
        const Real curvature = function.second_derivative(x.real[i], value(x.real[i]));
        const double away = spread(second_derivative, curvature, x.real[i], by, Course::Wavy) +
                            kSlopeUlps * ulp(dtype, std::abs(static_cast<double>(curvature))) + flushed(dtype);
        call.second_derivative(x.nodes[i], Function::kSlopeOfResult ? node : x.nodes[i], static_cast<double>(curvature),
                               unsure == kUnbounded ? kUnbounded : away);
      }
    }
  }
  call.store();
}

template <typename Function>
void smooth(KernelCall& call) {
  smooth(call, to_floating(call.in(0).dtype), Function{});
}

// ---- of complex numbers ---------------------------------------------------------------------------------------

using Complex = std::complex<Real>;

constexpr double kComplexUlps = 32;
// For larger arguments, formulas that subtract large numbers lose all digits.
constexpr Real kFar = 60;
const Complex kI(0, 1);

bool is_finite(Complex z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

// Bounds the distance of `f` from f(z) when z has the error `by`. The result is unknown where `f` changes faster than
// its derivative says, as across a branch cut.
template <typename F>
double spread(const F& f, Complex z, double by, Real steepness) {
  const Complex middle = f(z);
  Real out = 0;
  for (const Complex& direction : {Complex(1), Complex(-1), kI, -kI}) {
    const Real away = std::abs(f(z + direction * static_cast<Real>(by)) - middle);
    if (!(away <= 4 * steepness * by + 1e-16L * (1 + std::abs(middle)) * (1 + std::norm(z)))) return kUnbounded;
    out = std::max(out, away);
  }
  return static_cast<double>(2 * out);
}

// A complex function has `value(z)` and `slope(z, y)` with y the result. Formulas differ between libraries, and some
// lose digits in proportion to the square of the argument.
template <typename Function>
void smooth_complex(KernelCall& call, const Function& function = {}) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  const auto value = [&](Complex at) { return function.value(at); };
  const auto slope = [&](Complex at) { return function.slope(at, function.value(at)); };
  double tolerance = 0;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const Complex z(x.real[i], x.imag[i]);
    const Complex y = value(z);
    const Complex partial = slope(z);
    result.set(i, std::complex<double>(y));
    const Real size = std::abs(z);
    const bool known = is_bound(x.tolerance) && is_finite(z) && is_finite(y) && is_finite(partial) && size < kFar &&
                       (size == 0 || size > 1e-9L);
    const double by = x.tolerance + kArgumentUlps * ulp(dtype, static_cast<double>(size));
    const double lost = kComplexUlps * static_cast<double>(1 + size * size);
    const double off = known ? spread(value, z, by, std::abs(partial)) +
                                   lost * ulp(dtype, static_cast<double>(1 + std::abs(y))) + flushed(dtype)
                             : kUnbounded;
    tolerance = std::max(tolerance, std::isnan(off) ? kUnbounded : off);
    if (!call.recorded()) continue;
    double unsure = kUnbounded;
    if (is_bound(off)) {
      // About twice the second derivative.
      const Real second_derivative = std::abs(slope(z + static_cast<Real>(1e-6)) - partial) * 2e6L;
      unsure = spread(slope, z, by, second_derivative) +
               lost * ulp(dtype, static_cast<double>(1 + std::abs(partial) + std::norm(y))) + flushed(dtype);
    }
    call.record([&] { call.flow(x, i, std::complex<double>(partial), std::isnan(unsure) ? kUnbounded : unsure); });
  }
  result.tolerance = tolerance;
  call.store();
}

// A function for real and for complex numbers.
template <typename Function, typename OfComplex>
void smooth(KernelCall& call) {
  if (spec::is_complex(call.in(0).dtype)) return smooth_complex<OfComplex>(call);
  smooth<Function>(call);
}

// The logarithm from modulus and argument; other functions use it and the root.
Complex logarithm(Complex z) { return {std::log(std::abs(z)), std::arg(z)}; }
Complex root(Complex z) { return std::polar(std::sqrt(std::abs(z)), std::arg(z) / 2); }

struct ComplexLog {
  static Complex value(Complex z) { return logarithm(z); }
  static Complex slope(Complex z, Complex) { return Real{1} / z; }
};
struct ComplexLog2 {
  static Complex value(Complex z) { return logarithm(z) / kLn2; }
  static Complex slope(Complex z, Complex) { return Real{1} / (z * kLn2); }
};
struct ComplexLog10 {
  static Complex value(Complex z) { return logarithm(z) * 0.434294481903251827651128918916605082L; }
  static Complex slope(Complex z, Complex) { return 0.434294481903251827651128918916605082L / z; }
};
struct ComplexSqrt {
  static Complex value(Complex z) { return root(z); }
  static Complex slope(Complex, Complex y) { return Real{1} / (Real{2} * y); }
};
struct ComplexRsqrt {
  static Complex value(Complex z) { return Real{1} / root(z); }
  static Complex slope(Complex, Complex y) { return -y * y * y / Real{2}; }
};
struct ComplexReciprocal {
  static Complex value(Complex z) { return std::conj(z) / std::norm(z); }
  static Complex slope(Complex, Complex y) { return -y * y; }
};
struct ComplexSin {
  static Complex value(Complex z) {
    return {std::sin(z.real()) * std::cosh(z.imag()), std::cos(z.real()) * std::sinh(z.imag())};
  }
  static Complex slope(Complex z, Complex);
};
struct ComplexCos {
  static Complex value(Complex z) {
    return {std::cos(z.real()) * std::cosh(z.imag()), -std::sin(z.real()) * std::sinh(z.imag())};
  }
  static Complex slope(Complex z, Complex) { return -ComplexSin::value(z); }
};
Complex ComplexSin::slope(Complex z, Complex) { return ComplexCos::value(z); }
struct ComplexTan {
  static Complex value(Complex z) { return ComplexSin::value(z) / ComplexCos::value(z); }
  static Complex slope(Complex, Complex y) { return Real{1} + y * y; }
};
struct ComplexSinh {
  static Complex value(Complex z) { return -kI * ComplexSin::value(kI * z); }
  static Complex slope(Complex z, Complex) { return ComplexCos::value(kI * z); }
};
struct ComplexCosh {
  static Complex value(Complex z) { return ComplexCos::value(kI * z); }
  static Complex slope(Complex z, Complex) { return ComplexSinh::value(z); }
};
struct ComplexAsin {
  static Complex value(Complex z) { return -kI * logarithm(kI * z + root(Real{1} - z * z)); }
  static Complex slope(Complex z, Complex) { return Real{1} / root(Real{1} - z * z); }
};
struct ComplexAcos {
  static Complex value(Complex z) { return kPi / 2 - ComplexAsin::value(z); }
  static Complex slope(Complex z, Complex y) { return -ComplexAsin::slope(z, y); }
};
struct ComplexAtan {
  static Complex value(Complex z) { return kI / Real{2} * (logarithm(Real{1} - kI * z) - logarithm(Real{1} + kI * z)); }
  static Complex slope(Complex z, Complex) { return Real{1} / (Real{1} + z * z); }
};
struct ComplexAsinh {
  static Complex value(Complex z) { return -kI * ComplexAsin::value(kI * z); }
  static Complex slope(Complex z, Complex) { return Real{1} / root(z * z + Real{1}); }
};
struct ComplexAcosh {
  static Complex value(Complex z) { return logarithm(z + root(z + Real{1}) * root(z - Real{1})); }
  static Complex slope(Complex z, Complex) { return Real{1} / (root(z + Real{1}) * root(z - Real{1})); }
};
struct ComplexAtanh {
  static Complex value(Complex z) { return (logarithm(Real{1} + z) - logarithm(Real{1} - z)) / Real{2}; }
  static Complex slope(Complex z, Complex) { return Real{1} / (Real{1} - z * z); }
};

struct Relative {
  static Real magnitude(Real) { return 0; }
};

struct Log : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::log(x); }
  static Real slope(Real x, Real) { return 1 / x; }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return -1 / (x * x); }
};
struct Log2 : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::log(x) / kLn2; }
  static Real slope(Real x, Real) { return 1 / (x * kLn2); }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return -1 / (x * x * kLn2); }
};
struct Log10 : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::log2(x) * 0.301029995663981195213738894724493027L; }
  static Real slope(Real x, Real) { return 0.434294481903251827651128918916605082L / x; }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return -0.434294481903251827651128918916605082L / (x * x); }
};
struct Log1p : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::abs(x) < 1e-4L ? std::log1p(x) : std::log(1 + x); }
  static Real slope(Real x, Real) { return 1 / (1 + x); }
  // A vector library that scales its argument first overflows from a third of the range on; libtorch uses one.
  static Real intermediate(Real x) { return 4 * x; }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return -1 / ((1 + x) * (1 + x)); }
};
struct Exp2 : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::exp2(x); }
  static Real slope(Real, Real y) { return y * kLn2; }
  static constexpr bool kSlopeOfResult = true;
  static Real second_derivative(Real, Real) { return kLn2; }
};
struct Expm1 : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::abs(x) < 1e-4L ? std::expm1(x) : std::exp(x) - 1; }
  static Real slope(Real, Real y) { return y + 1; }
  static constexpr bool kSlopeOfResult = true;
  static Real second_derivative(Real, Real) { return 1; }
};
struct Sqrt : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::sqrt(x); }
  static Real slope(Real, Real y) { return 1 / (2 * y); }
  static constexpr bool kSlopeOfResult = true;
  static Real second_derivative(Real, Real y) { return -1 / (2 * y * y); }
};
struct Rsqrt : Relative {
  static constexpr Course course = Course::Falling;
  static Real value(Real x) { return 1 / std::sqrt(x); }
  static Real slope(Real, Real y) { return -y * y * y / 2; }
  static constexpr bool kSlopeOfResult = true;
  static Real second_derivative(Real, Real y) { return -3 * y * y / 2; }
};
struct Sin : Relative {
  static constexpr Course course = Course::Periodic;
  static Real value(Real x) { return std::sin(x); }
  static Real slope(Real x, Real) { return std::cos(x); }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return -std::sin(x); }
};
struct Cos : Relative {
  static constexpr Course course = Course::Periodic;
  static Real value(Real x) { return std::cos(x); }
  static Real slope(Real x, Real) { return -std::sin(x); }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return -std::cos(x); }
};
struct Tan : Relative {
  static constexpr Course course = Course::RisingBranches;
  static Real value(Real x) { return std::sin(x) / std::cos(x); }
  static Real slope(Real, Real y) { return 1 + y * y; }
  static constexpr bool kSlopeOfResult = true;
  static Real second_derivative(Real, Real y) { return 2 * y; }
};
struct Asin : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::asin(x); }
  static Real slope(Real x, Real) { return 1 / std::sqrt((1 - x) * (1 + x)); }
};
struct Acos {
  static constexpr Course course = Course::Falling;
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::acos(x); }
  static Real slope(Real x, Real) { return -1 / std::sqrt((1 - x) * (1 + x)); }
};
struct Atan : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::atan(x); }
  static Real slope(Real x, Real) { return 1 / (1 + x * x); }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return -2 * x / ((1 + x * x) * (1 + x * x)); }
};
struct Sinh : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::abs(x) < 1e-2L ? std::sinh(x) : (std::exp(x) - std::exp(-x)) / 2; }
  static Real slope(Real x, Real) { return std::cosh(x); }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return std::sinh(x); }
};
struct Cosh : Relative {
  static constexpr Course course = Course::Wavy;
  static Real value(Real x) { return (std::exp(x) + std::exp(-x)) / 2; }
  static Real slope(Real x, Real) { return std::sinh(x); }
  static constexpr bool kSlopeOfResult = false;
  static Real second_derivative(Real x, Real) { return std::cosh(x); }
};
struct Asinh {
  static constexpr Course course = Course::Rising;
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::asinh(x); }
  static Real slope(Real x, Real) { return 1 / std::sqrt(x * x + 1); }
};
struct Acosh {
  static constexpr Course course = Course::Rising;
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::acosh(x); }
  static Real slope(Real x, Real) { return 1 / std::sqrt(x * x - 1); }
};
struct Atanh {
  static constexpr Course course = Course::Rising;
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::atanh(x); }
  static Real slope(Real x, Real) { return 1 / ((1 - x) * (1 + x)); }
};
struct Erf : Relative {
  static constexpr Course course = Course::Rising;
  static Real value(Real x) { return std::erf(x); }
  static Real slope(Real x, Real) { return 2 / std::sqrt(kPi) * std::exp(-x * x); }
};
struct Erfc : Relative {
  static constexpr Course course = Course::Falling;
  static Real value(Real x) { return std::erfc(x); }
  static Real slope(Real x, Real) { return -2 / std::sqrt(kPi) * std::exp(-x * x); }
};
struct Reciprocal : Relative {
  static constexpr Course course = Course::Falling;
  static Real value(Real x) { return 1 / x; }
  static Real slope(Real, Real y) { return -y * y; }
  static constexpr bool kSlopeOfResult = true;
  static Real second_derivative(Real, Real y) { return -2 * y; }
};
struct Silu {
  static constexpr Course course = Course::Wavy;
  static Real magnitude(Real) { return 0; }
  static Real value(Real x) { return x / (1 + std::exp(-x)); }
  static Real slope(Real x, Real) {
    const Real share = 1 / (1 + std::exp(-x));
    return share + x * share * (1 - share);
  }
};
// Libraries add 1 and erf, which cancel for large negative arguments.
struct Gelu {
  static constexpr Course course = Course::Wavy;
  static Real magnitude(Real x) { return std::abs(x); }
  static Real value(Real x) { return x / 2 * (1 + std::erf(x / std::sqrt(Real{2}))); }
  static Real slope(Real x, Real) {
    return (1 + std::erf(x / std::sqrt(Real{2}))) / 2 + x * std::exp(-x * x / 2) / std::sqrt(2 * kPi);
  }
};

// A line between two constant parts.
struct Hardsigmoid {
  static constexpr Course course = Course::Rising;
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return x <= -3 ? 0 : x >= 3 ? 1 : x / 6 + 0.5L; }
  static Real slope(Real x, Real) { return x > -3 && x < 3 ? 1 / Real{6} : 0; }
};
// A parabola between zero and the identity. For large negative arguments a subject may compute 0 * inf.
struct Hardswish {
  static constexpr Course course = Course::Wavy;
  static Real magnitude(Real x) { return std::abs(x) < 4 ? 4 : 0; }
  static Real value(Real x) { return x * Hardsigmoid::value(x); }
  static Real slope(Real x, Real) { return x < -3 ? 0 : x <= 3 ? (2 * x + 3) / 6 : 1; }
};
// tanh(log(1 + e)) is (e^2 + 2 e) / (e^2 + 2 e + 2).
struct Mish {
  static constexpr Course course = Course::Wavy;
  static Real magnitude(Real x) { return std::abs(x); }
  static Real share(Real x) {
    if (x > 50) return 1;
    const Real e = std::exp(x);
    return (e * e + 2 * e) / (e * e + 2 * e + 2);
  }
  static Real value(Real x) { return x * share(x); }
  static Real slope(Real x, Real) {
    const Real y = share(x);
    return y + x / (1 + std::exp(-x)) * (1 - y) * (1 + y);
  }
};

struct Softplus {
  static constexpr Course course = Course::Wavy;
  static constexpr bool kJumps = true;
  Real beta, threshold;
  static Real magnitude(Real) { return 0; }
  Real value(Real x) const { return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta; }
  Real slope(Real x, Real) const { return x * beta > threshold ? 1 : 1 / (1 + std::exp(-x * beta)); }
};
struct Elu {
  static constexpr Course course = Course::Wavy;
  Real below, above, inner;
  Real magnitude(Real x) const { return x > 0 ? 0 : std::abs(below); }
  Real value(Real x) const { return x > 0 ? x * above : (std::exp(x * inner) - 1) * below; }
  Real slope(Real x, Real) const { return x > 0 ? above : std::exp(x * inner) * below * inner; }
  Real intermediate(Real x) const { return x > 0 ? 0 : std::exp(x * inner); }
};

// The error of libtorch's trigamma: after six steps of the recurrence it takes three terms of a series.
double trigamma_error(Real x) {
  const Real right = std::max(x, 1 - x);
  return static_cast<double>(std::pow(right + 6, Real{-9}) / 20);
}

struct Lgamma {
  static constexpr Course course = Course::Poles;
  static Real magnitude(Real x) { return 1 + std::abs(x); }
  static Real value(Real x) { return log_gamma(x); }
  static Real slope(Real x, Real) { return polygamma_of(0, x); }
  static Real intermediate(Real x) { return x < kLeastOfGamma ? std::numeric_limits<Real>::infinity() : 0; }
};
struct Digamma {
  static constexpr Course course = Course::Poles;
  static Real magnitude(Real) { return 8; }
  static Real value(Real x) { return polygamma_of(0, x); }
  static Real slope(Real x, Real) { return polygamma_of(1, x); }
  static Real intermediate(Real x) { return Lgamma::intermediate(x); }
  static double slope_error(Real x) { return trigamma_error(x); }
};
struct Polygamma {
  static constexpr Course course = Course::Poles;
  int order;
  // With reflection, the rounding of the sine's argument counts; otherwise terms of both signs are summed.
  Real magnitude(Real x) const {
    const Real size = std::abs(value(x));
    if (order == 1) return x < 0.5L ? size + 2 * std::abs(x) * std::pow(size, Real{1.5L}) : 4 * size;
    Real out = size;
    for (Real at = x; at < 1 && at > kLeastOfGamma && order % 2 == 0; at += 1)
      out += std::tgamma(static_cast<Real>(order + 1)) / std::pow(std::abs(at), static_cast<Real>(order + 1));
    return 4 * out;
  }
  Real value(Real x) const { return polygamma_of(order, x); }
  Real slope(Real x, Real) const { return polygamma_of(order + 1, x); }
  double error(Real x) const { return order == 1 ? trigamma_error(x) : 0; }
  // At a pole libtorch's first derivative is large but finite, and at infinity the higher ones are NaN.
  Real intermediate(Real x) const {
    const bool at_pole = x < 0 && x == std::floor(x);
    const bool open = x < kLeastOfGamma || (order == 1 ? at_pole : std::isinf(x));
    return open ? std::numeric_limits<Real>::infinity() : 0;
  }
};

// NaN outside (0, 1), and infinite at both ends.
struct Logit {
  static constexpr Course course = Course::Rising;
  static Real magnitude(Real x) { return std::abs(x) < 1 ? 1 + std::abs(std::log(std::abs(x))) : 1; }
  static Real value(Real x) { return std::log(x) - std::log(1 - x); }
  static Real slope(Real x, Real) {
    return x < 0 || x > 1 ? std::numeric_limits<Real>::quiet_NaN() : 1 / x + 1 / (1 - x);
  }
};

// Libraries use square roots for exponents of one half. For negative zero and infinity they differ from C's `pow`.
struct Pow : Relative {
  Course course;
  Real exponent;
  explicit Pow(Real to) : course(to < 0 ? Course::Falling : Course::Wavy), exponent(to) {}
  static Real power(Real x, Real to) {
    if (to < 0) return 1 / power(x, -to);
    return to == 0.5L ? std::sqrt(x) : std::pow(x, to);
  }
  Real value(Real x) const { return power(x, exponent); }
  Real slope(Real x, Real) const { return exponent == 0 ? 0 : exponent * power(x, exponent - 1); }
  static constexpr bool kSlopeOfResult = false;
  Real second_derivative(Real x, Real) const {
    return exponent == 0 || exponent == 1 ? 0 : exponent * (exponent - 1) * power(x, exponent - 2);
  }
};

struct ComplexSilu {
  static Complex value(Complex z) { return z / (Real{1} + std::exp(-z)); }
  static Complex slope(Complex z, Complex) {
    const Complex share = Real{1} / (Real{1} + std::exp(-z));
    return share * (Real{1} + z * (Real{1} - share));
  }
};

// Integer powers are products, which have no jump at the branch cut of the logarithm.
struct ComplexPow {
  Real exponent;
  static Complex power(Complex z, Real to) {
    if (to < 0) return Real{1} / power(z, -to);
    if (to != std::floor(to) || to > 64) return std::polar(std::pow(std::abs(z), to), std::arg(z) * to);
    Complex out = 1;
    for (int i = 0; i < static_cast<int>(to); ++i) out *= z;
    return out;
  }
  Complex value(Complex z) const { return power(z, exponent); }
  Complex slope(Complex z, Complex) const { return exponent == 0 ? 0 : exponent * power(z, exponent - 1); }
};

// ---- with jumps and kinks --------------------------------------------------------------------------------------

// Functions that are exact except for a whole step: `value(x)`, `slope(x)`. No slope exceeds 4.
template <typename Value, typename Slope>
void stepwise(KernelCall& call, DType dtype, const Value& value, const Slope& slope, bool zeros_of_either_sign = false,
              bool open_for_nan = false) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  bool certain = is_bound(x.tolerance);
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const double at = x.real[i];
    result.real[i] = round_to(dtype, value(at));
    if (zeros_of_either_sign && result.real[i] == 0) result.exact = false;
    if (open_for_nan && std::isnan(at)) certain = false;
    if (x.tolerance == 0) continue;
    const double step = std::abs(value(at + x.tolerance) - value(at - x.tolerance));
    if (!(step <= 16 * x.tolerance)) certain = false;
  }
  result.tolerance = !certain ? kUnbounded : x.tolerance == 0 ? 0 : 16 * x.tolerance + 2 * ulp(dtype, result.largest());
  if (call.recorded()) {
    for (std::size_t i = 0; i < count_of(result); ++i) {
      const double partial = slope(x.real[i]);
      const bool unsure = std::isnan(x.real[i]) || !is_bound(x.tolerance) ||
                          (x.tolerance != 0 &&
                           (slope(x.real[i] - x.tolerance) != partial || slope(x.real[i] + x.tolerance) != partial));
      call.begin_node();
      call.edge(x.nodes[i], partial, unsure ? kUnbounded : 0);
    }
  }
  call.store();
}

template <typename Value>
void of_integers(KernelCall& call, DType dtype, const Value& value) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  for (std::size_t i = 0; i < count_of(result); ++i) result.integer[i] = value(x.integer[i]);
  call.store();
}

constexpr auto kFlat = [](double) { return 0.0; };
constexpr auto kSteep = [](double) { return 1.0; };
constexpr auto kItself = [](std::int64_t x) { return x; };

template <typename Value>
void whole_part(KernelCall& call, const Value& value) {
  const DType dtype = call.in(0).dtype;
  if (spec::is_floating(dtype))
    stepwise(call, dtype, value, kFlat);
  else
    of_integers(call, dtype, kItself);
}

// Clamps between two bounds, either of which may be absent. At a bound the slope is zero, the subgradient of least norm
// (upstream #184574). Integers are compared by value, also with bounds outside their dtype (upstream #107702).
void between(KernelCall& call, DType dtype, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  if (!spec::is_floating(dtype)) {
    of_integers(call, dtype, [&](std::int64_t x) {
      if (least) x = std::max(x, static_cast<std::int64_t>(least->value));
      return most ? std::min(x, static_cast<std::int64_t>(most->value)) : x;
    });
    return;
  }
  const auto value = [&](double x) {
    if (std::isnan(x)) return x;
    if (least && x < least->value) x = least->value;
    if (most && x > most->value) x = most->value;
    return x;
  };
  const auto slope = [&](double x) { return (least && x <= least->value) || (most && x >= most->value) ? 0.0 : 1.0; };
  stepwise(call, dtype, value, slope, /*zeros_of_either_sign=*/true);
}

// The dtype after type promotion with the bounds.
DType with_bounds(const KernelCall& call, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  ResultType type;
  type.add(call.in(0));
  if (least) type.add(*least);
  if (most) type.add(*most);
  return type.dtype();
}

void clamp_between(KernelCall& call, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  between(call, with_bounds(call, least, most), least, most);
}

// `join`: combines the answers for the two parts of a complex number.
template <typename Holds, typename Join>
void test(KernelCall& call, const Holds& holds, bool of_integer_zero, bool of_other_integers, const Join& join) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(DType::Bool, x.count);
  bool certain = is_bound(x.tolerance);
  for (std::size_t i = 0; i < count_of(result); ++i) {
    if (spec::is_complex(dtype)) {
      result.integer[i] = join(holds(x.real[i]), holds(x.imag[i]));
      if (x.tolerance != 0 && !(x.size_of(i) > x.tolerance)) certain = false;
    } else if (spec::is_floating(dtype)) {
      result.integer[i] = holds(x.real[i]);
      if (x.tolerance != 0 && holds(x.real[i] - x.tolerance) != holds(x.real[i] + x.tolerance)) certain = false;
      if (x.tolerance != 0 && !(std::abs(x.real[i]) > x.tolerance)) certain = false;
    } else {
      result.integer[i] = x.integer[i] == 0 ? of_integer_zero : of_other_integers;
    }
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.record_zero_derivatives();
  call.store();
}

}  // namespace

static void log(KernelCall& call) { smooth<Log, ComplexLog>(call); }
MODECHECK_KERNEL_FORMS(log, SecondDerivatives::Yes, log)

static void log2(KernelCall& call) { smooth<Log2, ComplexLog2>(call); }
MODECHECK_KERNEL_FORMS(log2, SecondDerivatives::Yes, log2)

static void log10(KernelCall& call) { smooth<Log10, ComplexLog10>(call); }
MODECHECK_KERNEL_FORMS(log10, SecondDerivatives::Yes, log10)

static void log1p(KernelCall& call) { smooth<Log1p>(call); }
MODECHECK_KERNEL_FORMS(log1p, SecondDerivatives::Yes, log1p)

static void exp2(KernelCall& call) { smooth<Exp2>(call); }
MODECHECK_KERNEL_FORMS(exp2, SecondDerivatives::Yes, exp2)

static void expm1(KernelCall& call) { smooth<Expm1>(call); }
MODECHECK_KERNEL_FORMS(expm1, SecondDerivatives::Yes, expm1)

static void sqrt(KernelCall& call) { smooth<Sqrt, ComplexSqrt>(call); }
MODECHECK_KERNEL_FORMS(sqrt, SecondDerivatives::Yes, sqrt)

static void rsqrt(KernelCall& call) { smooth<Rsqrt, ComplexRsqrt>(call); }
MODECHECK_KERNEL_FORMS(rsqrt, SecondDerivatives::Yes, rsqrt)

static void sin(KernelCall& call) { smooth<Sin, ComplexSin>(call); }
MODECHECK_KERNEL_FORMS(sin, SecondDerivatives::Yes, sin)

static void cos(KernelCall& call) { smooth<Cos, ComplexCos>(call); }
MODECHECK_KERNEL_FORMS(cos, SecondDerivatives::Yes, cos)

static void tan(KernelCall& call) { smooth<Tan, ComplexTan>(call); }
MODECHECK_KERNEL_FORMS(tan, SecondDerivatives::Yes, tan)

static void asin(KernelCall& call) { smooth<Asin, ComplexAsin>(call); }
MODECHECK_KERNEL_FORMS(asin, SecondDerivatives::No, asin)

static void acos(KernelCall& call) { smooth<Acos, ComplexAcos>(call); }
MODECHECK_KERNEL_FORMS(acos, SecondDerivatives::No, acos)

static void atan(KernelCall& call) { smooth<Atan, ComplexAtan>(call); }
MODECHECK_KERNEL_FORMS(atan, SecondDerivatives::Yes, atan)

static void sinh(KernelCall& call) { smooth<Sinh, ComplexSinh>(call); }
MODECHECK_KERNEL_FORMS(sinh, SecondDerivatives::Yes, sinh)

static void cosh(KernelCall& call) { smooth<Cosh, ComplexCosh>(call); }
MODECHECK_KERNEL_FORMS(cosh, SecondDerivatives::Yes, cosh)

static void asinh(KernelCall& call) { smooth<Asinh, ComplexAsinh>(call); }
MODECHECK_KERNEL_FORMS(asinh, SecondDerivatives::No, asinh)

static void acosh(KernelCall& call) { smooth<Acosh, ComplexAcosh>(call); }
MODECHECK_KERNEL_FORMS(acosh, SecondDerivatives::No, acosh)

static void atanh(KernelCall& call) { smooth<Atanh, ComplexAtanh>(call); }
MODECHECK_KERNEL_FORMS(atanh, SecondDerivatives::No, atanh)

static void erf(KernelCall& call) { smooth<Erf>(call); }
MODECHECK_KERNEL_FORMS(erf, SecondDerivatives::No, erf)

static void erfc(KernelCall& call) { smooth<Erfc>(call); }
MODECHECK_KERNEL_FORMS(erfc, SecondDerivatives::No, erfc)

static void reciprocal(KernelCall& call) { smooth<Reciprocal, ComplexReciprocal>(call); }
MODECHECK_KERNEL_FORMS(reciprocal, SecondDerivatives::Yes, reciprocal)

static void silu(KernelCall& call) { smooth<Silu, ComplexSilu>(call); }
MODECHECK_KERNEL_FORMS(silu, SecondDerivatives::No, silu)

static void gelu(KernelCall& call) { smooth<Gelu>(call); }
MODECHECK_KERNEL_FORMS(gelu, SecondDerivatives::No, gelu)

static void hardsigmoid(KernelCall& call) { smooth<Hardsigmoid>(call); }
MODECHECK_KERNEL_FORMS(hardsigmoid, SecondDerivatives::No, hardsigmoid)

static void hardswish(KernelCall& call) { smooth<Hardswish>(call); }
MODECHECK_KERNEL_FORMS(hardswish, SecondDerivatives::No, hardswish)

static void mish(KernelCall& call) { smooth<Mish>(call); }
MODECHECK_KERNEL_FORMS(mish, SecondDerivatives::No, mish)

static void lgamma(KernelCall& call) { smooth<Lgamma>(call); }
MODECHECK_KERNEL_FORMS(lgamma, SecondDerivatives::No, lgamma)

static void digamma(KernelCall& call) { smooth<Digamma>(call); }
MODECHECK_KERNEL_FORMS(digamma, SecondDerivatives::No, digamma)

static void polygamma(KernelCall& call) {
  const auto order = static_cast<int>(call.arguments().integer(0));
  if (order == 0) return digamma(call);
  smooth(call, to_floating(call.in(0).dtype), Polygamma{order});
}
MODECHECK_KERNEL(polygamma, SecondDerivatives::No, polygamma)

static void softplus(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  smooth(call, call.in(0).dtype, Softplus{arguments.scalar(1).value, arguments.scalar(2).value});
}
MODECHECK_KERNEL(softplus, SecondDerivatives::No, softplus, softplus_out)

static void elu(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const Real scale = arguments.scalar(2).value;
  smooth(call, call.in(0).dtype, Elu{arguments.scalar(1).value * scale, scale, arguments.scalar(3).value});
}
MODECHECK_KERNEL_FORMS(elu, SecondDerivatives::No, elu)

static void celu(KernelCall& call) {
  const Real alpha = call.arguments().scalar(1).value;
  smooth(call, call.in(0).dtype, Elu{alpha, 1, 1 / alpha});
}
MODECHECK_KERNEL(celu, SecondDerivatives::No, celu, celu_)

// Some libraries treat NaN as near zero, and others return it.
static void softshrink(KernelCall& call) {
  const double least = call.arguments().scalar(1).value;
  stepwise(
      call, call.in(0).dtype, [=](double x) { return x > least    ? x - least
                                                     : x < -least ? x + least
                                                                  : 0.0; },
      [=](double x) { return x > least || x < -least ? 1.0 : 0.0; }, /*zeros_of_either_sign=*/true,
      /*open_for_nan=*/true);
}
MODECHECK_KERNEL(softshrink, SecondDerivatives::No, softshrink, softshrink_out)

static void threshold(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const ScalarValue limit = call.arguments().scalar(1);
  const ScalarValue value = call.arguments().scalar(2);
  if (!spec::is_floating(dtype)) {
    const std::int64_t low = integer_value(limit, dtype);
    const std::int64_t instead = integer_value(value, dtype);
    return of_integers(call, dtype, [=](std::int64_t x) { return x <= low ? instead : x; });
  }
  stepwise(
      call, dtype, [=](double x) { return x <= limit.value ? value.value : x; },
      [=](double x) { return x <= limit.value ? 0.0 : 1.0; });
}
MODECHECK_KERNEL_FORMS(threshold, SecondDerivatives::Yes, threshold)

static void logit(KernelCall& call) { smooth<Logit>(call); }
MODECHECK_KERNEL_FORMS(logit, SecondDerivatives::No, logit)

static void sign(KernelCall& call);

// For a real number this is its sign.
static void sgn(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  if (!spec::is_complex(dtype)) return sign(call);
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  double tolerance = 0;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const std::complex<double> z = x.number(i);
    const double size = std::abs(z);
    const std::complex<double> direction = size == 0 ? std::complex<double>(0) : z / size;
    result.set(i, direction);
    // The magnitude of very small or large numbers may leave the range.
    const bool known =
        std::isfinite(size) && (size == 0 ? x.tolerance == 0 : size > 4 * x.tolerance && size > 1e-9 && size < 1e9);
    const double off = known ? (size == 0 ? 0 : 4 * x.tolerance / size + kComplexUlps * ulp(dtype, 1)) : kUnbounded;
    tolerance = std::max(tolerance, off);
    if (!call.recorded()) continue;
    // Only a rotation changes the result: a step d moves it by i s Im(conj(s) d) / |z|. A zero gets no gradient.
    const double factor = size == 0 ? 0 : 1 / size;
    const double unsure = size == 0 ? 0 : known ? factor * (8 * off + kComplexUlps * ulp(dtype, 1)) : kUnbounded;
    const double re = direction.real();
    const double im = direction.imag();
    call.begin_node();
    call.edge(x.nodes[i], factor * im * im, unsure);
    call.edge(x.imag_nodes[i], -factor * re * im, unsure);
    call.begin_node();
    call.edge(x.nodes[i], -factor * re * im, unsure);
    call.edge(x.imag_nodes[i], factor * re * re, unsure);
  }
  result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL_FORMS(sgn, SecondDerivatives::No, sgn)

// The exponent is a number.
static void pow(KernelCall& call) {
  const ScalarValue exponent = call.arguments().scalar(1);
  ResultType type;
  type.add(call.in(0));
  type.add(exponent);
  if (spec::is_complex(type.dtype())) return smooth_complex(call, ComplexPow{exponent.value});
  if (spec::is_floating(type.dtype())) return smooth(call, type.dtype(), Pow(exponent.value));
  of_integers(call, type.dtype(), [&](std::int64_t x) {
    std::uint64_t out = 1;
    for (int i = 0; i < static_cast<int>(exponent.value); ++i) out *= static_cast<std::uint64_t>(x);
    return static_cast<std::int64_t>(out);
  });
}
MODECHECK_KERNEL(pow, SecondDerivatives::Yes, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out)

static void leaky_relu(KernelCall& call) {
  const double slope = call.arguments().scalar(1).value;
  const DType dtype = call.in(0).dtype;
  stepwise(
      call, dtype, [=](double x) { return x > 0 ? x : x * slope; }, [=](double x) { return x > 0 ? 1 : slope; });
}
MODECHECK_KERNEL_FORMS(leaky_relu, SecondDerivatives::Yes, leaky_relu)

static void sign(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  if (spec::is_floating(dtype))
    stepwise(
        call, dtype, [](double x) { return x > 0   ? 1.0
                                           : x < 0 ? -1.0
                                                   : 0.0; }, kFlat);
  else
    of_integers(call, dtype, [](std::int64_t x) { return std::int64_t{x > 0} - std::int64_t{x < 0}; });
}
MODECHECK_KERNEL_FORMS(sign, SecondDerivatives::No, sign)

static void floor(KernelCall& call) {
  whole_part(call, [](double x) { return std::floor(x); });
}
MODECHECK_KERNEL_FORMS(floor, SecondDerivatives::No, floor)

static void ceil(KernelCall& call) {
  whole_part(call, [](double x) { return std::ceil(x); });
}
MODECHECK_KERNEL_FORMS(ceil, SecondDerivatives::No, ceil)

static void trunc(KernelCall& call) {
  whole_part(call, [](double x) { return std::trunc(x); });
}
MODECHECK_KERNEL_FORMS(trunc, SecondDerivatives::No, trunc)

// Halves are rounded to the even neighbour.
static void round(KernelCall& call) {
  whole_part(call,
             [](double x) { return std::isfinite(x) ? std::copysign(std::abs(x - std::remainder(x, 1.0)), x) : x; });
}
MODECHECK_KERNEL_FORMS(round, SecondDerivatives::No, round)

static void frac(KernelCall& call) {
  stepwise(
      call, call.in(0).dtype, [](double x) { return x - std::trunc(x); }, kSteep);
}
MODECHECK_KERNEL_FORMS(frac, SecondDerivatives::No, frac)

static void hardtanh(KernelCall& call) {
  between(call, call.in(0).dtype, call.arguments().scalar(1), call.arguments().scalar(2));
}
MODECHECK_KERNEL_FORMS(hardtanh, SecondDerivatives::Yes, hardtanh)

static void clamp(KernelCall& call) {
  clamp_between(call, call.arguments().optional_scalar(1), call.arguments().optional_scalar(2));
}
MODECHECK_KERNEL_FORMS(clamp, SecondDerivatives::Yes, clamp)

static void clamp_min(KernelCall& call) { clamp_between(call, call.arguments().scalar(1), std::nullopt); }
MODECHECK_KERNEL_FORMS(clamp_min, SecondDerivatives::Yes, clamp_min)

static void clamp_max(KernelCall& call) { clamp_between(call, std::nullopt, call.arguments().scalar(1)); }
MODECHECK_KERNEL_FORMS(clamp_max, SecondDerivatives::Yes, clamp_max)

static void nan_to_num(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  if (!spec::is_floating(dtype)) return of_integers(call, dtype, kItself);
  const double most = greatest_of(dtype);
  const auto value = [=](double x) { return std::isnan(x) ? 0 : std::isinf(x) ? std::copysign(most, x) : x; };
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  for (std::size_t i = 0; i < count_of(result); ++i) result.real[i] = value(x.real[i]);
  if (call.recorded()) {
    for (std::size_t i = 0; i < count_of(result); ++i) {
      call.begin_node();
      call.edge(x.nodes[i], std::isfinite(x.real[i]) ? 1 : 0, is_bound(x.tolerance) ? 0 : kUnbounded);
    }
  }
  call.store();
}
MODECHECK_KERNEL_FORMS(nan_to_num, SecondDerivatives::No, nan_to_num)

static void isnan(KernelCall& call) {
  test(
      call, [](double x) { return std::isnan(x); }, false, false, std::logical_or<>{});
}
MODECHECK_KERNEL(isnan, SecondDerivatives::No, isnan)

static void isinf(KernelCall& call) {
  test(
      call, [](double x) { return std::isinf(x); }, false, false, std::logical_or<>{});
}
MODECHECK_KERNEL(isinf, SecondDerivatives::No, isinf)

static void logical_not(KernelCall& call) {
  test(
      call, [](double x) { return x == 0; }, true, false, std::logical_and<>{});
}
MODECHECK_KERNEL(logical_not, SecondDerivatives::No, logical_not, logical_not_, logical_not_out)

static void bitwise_not(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  of_integers(call, dtype, [=](std::int64_t x) { return dtype == DType::Bool ? std::int64_t{x == 0} : -1 - x; });
}
MODECHECK_KERNEL(bitwise_not, SecondDerivatives::No, bitwise_not, bitwise_not_, bitwise_not_out)

}  // namespace modecheck::reference
