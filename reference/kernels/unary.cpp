// Reference kernels of functions of one tensor, element by element. Smooth functions are computed in long double and
// rounded to the dtype of the result, where possible by other identities than a library uses. Derivatives at kinks are
// those measured in libtorch 1.13.1. elu'(0) is that of the curved side; clamp and hardtanh have slope zero at their
// bounds.

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

// Error bound for the value, in units in the last place. The unit is that of the result's largest element, or of
// `Function::magnitude` if terms cancel.
constexpr double kUlps = 8;
// Error bound for a subject's slope, in units in the last place. It covers a few roundings, and the effect of changing
// the argument by a few units.
constexpr double kSlopeUlps = 32;
constexpr double kArgumentUlps = 8;

// How a function behaves over its domain. A Falling function may rise across a pole. For Periodic and RisingBranches,
// values at two points tell nothing about those between, unless the points are close. The branches of RisingBranches
// end at poles. Poles stands for poles at zero and at the negative integers; the function is unknown across a pole.
enum class Course : std::uint8_t { Rising, Falling, Wavy, Periodic, RisingBranches, Poles };

bool near_the_end(DType dtype, Real value) {
  const Real size = std::abs(value) / static_cast<Real>(greatest_of(dtype));
  const Real slack = std::max(Real{4e-3L}, static_cast<Real>(8 * format_of(dtype).epsilon));
  return size > 1 - slack && size < 1 + slack;
}

// Bounds how far f(x) changes if x is off by at most `by`; `middle` is f(x). Only the values at x - by and x + by are
// computed. If there is an extremum in between, one of these values differs even more from `middle`.
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

// Adds the second derivative of the newest node, if the function defines it. If a subject computes the slope from the
// result y, the function has slope_by_result(y): the derivative of the slope by y. Otherwise it has
// slope_by_argument(x): the derivative of the slope by x. `by` bounds the error of x. `known` says whether the slope is
// known.
template <typename Function>
void add_second_derivative(KernelCall& call, const Function& function, double x, double by, NodeId of_x, NodeId of_y,
                           bool known) {
  constexpr bool kOfResult = requires { function.slope_by_result(Real{}); };
  if constexpr (kOfResult || requires { function.slope_by_argument(Real{}); }) {
    const auto second_derivative = [&](Real at) {
      if constexpr (kOfResult)
        return function.slope_by_result(function.value(at));
      else
        return function.slope_by_argument(at);
    };
    const DType dtype = call.result().dtype;
    const Real curvature = second_derivative(x);
    const double away = spread(second_derivative, curvature, x, by, Course::Wavy) +
                        kSlopeUlps * ulp(dtype, std::abs(static_cast<double>(curvature))) + flushed(dtype);
    call.second_derivative(of_x, kOfResult ? of_y : of_x, static_cast<double>(curvature), known ? away : kUnbounded);
  }
}

// Whether a subject computes the function and its slope without an infinite term. A term may overflow the dtype,
// although it is finite in long double.
template <typename Function>
bool has_finite_terms(const Function& function, Real x, DType dtype) {
  if constexpr (requires { function.intermediate(x); })
    return std::abs(function.intermediate(x)) < static_cast<Real>(greatest_of(dtype));
  else
    return true;
}

// Computes a smooth function. It has `value(x)` and `slope(x, y)`, where y is the result. `magnitude(x)` is the size of
// the terms that add up to the result.
template <typename Function>
void smooth(KernelCall& call, DType dtype, const Function& function) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start_from(dtype, x);
  result.exact = false;
  const auto value = [&](Real at) { return function.value(at); };
  double off = 0;
  double largest = 0;
  bool known = true;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Real y = value(x.real[i]);
    result.real[i] = round_to(dtype, static_cast<double>(y));
    known = known && !near_the_end(dtype, y);
    known = known && has_finite_terms(function, x.real[i], dtype);
    double by = x.tolerance;
    // A subject may round the argument, which can move the argument across a jump of the function.
    if constexpr (requires { Function::kJumps; }) by += kArgumentUlps * ulp(dtype, std::abs(x.real[i]));
    double away = spread(value, y, x.real[i], by, function.course);
    if constexpr (requires { function.error(x.real[i]); }) away += function.error(x.real[i]);
    off = std::max(off, away);
    const double size = std::max(std::abs(result.real[i]), static_cast<double>(function.magnitude(x.real[i])));
    if (std::isfinite(size)) largest = std::max(largest, size);
  }
  result.tolerance = known ? off + kUlps * ulp(dtype, largest) + flushed(dtype) : kUnbounded;
  const auto slope = [&](Real at) { return function.slope(at, value(at)); };
  const bool jumps_to_itself = function.course == Course::Periodic || function.course == Course::RisingBranches;
  const Course of_slope = jumps_to_itself                    ? Course::Periodic
                          : function.course == Course::Poles ? Course::Poles
                                                             : Course::Wavy;
  for (std::size_t i = 0; call.recorded() && i < x.count; ++i) {
    const double at = x.real[i];
    const Real partial = function.slope(static_cast<Real>(at), static_cast<Real>(result.real[i]));
    const double by = x.tolerance + kArgumentUlps * ulp(dtype, std::abs(at));
    double unsure = spread(slope, slope(at), at, by, of_slope);
    if constexpr (requires { function.slope_error(at); }) unsure += function.slope_error(at);
    // The slope formula gives finite numbers even outside the domain (logarithm) and beyond a pole (reciprocal). So if
    // the value has no error bound, the slope gets none.
    if (x.tolerance != 0 && !is_bound(spread(value, value(at), at, by, function.course))) unsure = kUnbounded;
    unsure += kSlopeUlps * ulp(dtype, std::abs(static_cast<double>(partial))) + flushed(dtype);
    // If large terms cancel in the result, large terms also cancel in the slope, which then loses digits.
    if (function.magnitude(at) > 0) unsure += kSlopeUlps * ulp(dtype, 1 + std::abs(at));
    if (!has_finite_terms(function, at, dtype)) unsure = kUnbounded;
    // In a subject the slope may overflow the dtype, although it is finite in long double.
    if (!std::isfinite(unsure) || std::abs(partial) > greatest_of(dtype) / 8) unsure = kUnbounded;
    const NodeId node = call.begin_node();
    call.edge(x.nodes[i], static_cast<double>(partial), unsure);
    add_second_derivative(call, function, at, by, x.nodes[i], node, unsure != kUnbounded);
  }
  call.store();
}

// ---- functions of complex numbers -----------------------------------------------------------------------------

using Complex = std::complex<Real>;

constexpr double kComplexUlps = 32;
// For arguments of a larger magnitude, formulas that subtract large numbers lose all digits.
constexpr Real kFar = 60;
const Complex kI(0, 1);

bool is_finite(Complex z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); }

// Bounds how far f(z) changes if z is off by at most `by`. Returns kUnbounded if f changes by much more than
// `steepness` allows, as it does across a branch cut.
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

// Computes a function of complex numbers. It has `value(z)` and `slope(z, y)`, where y is the result. Formulas differ
// between libraries, and some lose digits in proportion to the square of the argument.
template <typename Function>
void smooth_complex(KernelCall& call, const Function& function) {
  const DType dtype = call.dtype();
  const Operand& x = call.load(0);
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  const auto value = [&](Complex at) { return function.value(at); };
  const auto slope = [&](Complex at) { return function.slope(at, function.value(at)); };
  for (std::size_t i = 0; i < result.count; ++i) {
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
    result.tolerance = std::max(result.tolerance, std::isnan(off) ? kUnbounded : off);
    if (!call.recorded()) continue;
    double unsure = kUnbounded;
    if (is_bound(off)) {
      // Computes about twice the second derivative, as a difference quotient of the slope.
      const Real second_derivative = std::abs(slope(z + static_cast<Real>(1e-6)) - partial) * 2e6L;
      unsure = spread(slope, z, by, second_derivative) +
               lost * ulp(dtype, static_cast<double>(1 + std::abs(partial) + std::norm(y))) + flushed(dtype);
    }
    call.record([&] { call.flow(x, i, std::complex<double>(partial), std::isnan(unsure) ? kUnbounded : unsure); });
  }
  call.store();
}

// Computes a function of real numbers. Complex numbers are accepted if the function has a `value` for them.
template <typename Function>
void smooth(KernelCall& call) {
  if constexpr (requires { Function::value(Complex{}); })
    if (spec::is_complex(call.dtype())) return smooth_complex(call, Function{});
  smooth(call, to_floating(call.dtype()), Function{});
}

// Returns the principal logarithm of z, from its modulus and argument. Other functions use `logarithm` and `root`, too.
Complex logarithm(Complex z) { return {std::log(std::abs(z)), std::arg(z)}; }
Complex root(Complex z) { return std::polar(std::sqrt(std::abs(z)), std::arg(z) / 2); }

// Base class of the functions whose Course is `c`. It says that no terms of the function cancel; a function whose terms
// cancel defines its own `magnitude`.
template <Course c>
struct Of {
  static constexpr Course course = c;
  static Real magnitude(Real) { return 0; }
};

struct Log : Of<Course::Rising> {
  static Real value(Real x) { return std::log(x); }
  static auto slope(auto x, auto) { return Real{1} / x; }
  static Real slope_by_argument(Real x) { return -1 / (x * x); }
  static Complex value(Complex z) { return logarithm(z); }
};
struct Log2 : Of<Course::Rising> {
  static Real value(Real x) { return std::log(x) / kLn2; }
  static auto slope(auto x, auto) { return Real{1} / (x * kLn2); }
  static Real slope_by_argument(Real x) { return -1 / (x * x * kLn2); }
  static Complex value(Complex z) { return logarithm(z) / kLn2; }
};
struct Log10 : Of<Course::Rising> {
  static Real value(Real x) { return std::log2(x) * 0.301029995663981195213738894724493027L; }
  static auto slope(auto x, auto) { return 0.434294481903251827651128918916605082L / x; }
  static Real slope_by_argument(Real x) { return -0.434294481903251827651128918916605082L / (x * x); }
  static Complex value(Complex z) { return logarithm(z) * 0.434294481903251827651128918916605082L; }
};
struct Log1p : Of<Course::Rising> {
  static Real value(Real x) { return std::abs(x) < 1e-4L ? std::log1p(x) : std::log(1 + x); }
  static Real slope(Real x, Real) { return 1 / (1 + x); }
  // libtorch computes log1p with a vector library that multiplies the argument first. The product overflows for
  // arguments above about a third of the largest number.
  static Real intermediate(Real x) { return 4 * x; }
  static Real slope_by_argument(Real x) { return -1 / ((1 + x) * (1 + x)); }
};
struct Exp2 : Of<Course::Rising> {
  static Real value(Real x) { return std::exp2(x); }
  static Real slope(Real, Real y) { return y * kLn2; }
  static Real slope_by_result(Real) { return kLn2; }
};
struct Expm1 : Of<Course::Rising> {
  static Real value(Real x) { return std::abs(x) < 1e-4L ? std::expm1(x) : std::exp(x) - 1; }
  static Real slope(Real, Real y) { return y + 1; }
  static Real slope_by_result(Real) { return 1; }
};
struct Sqrt : Of<Course::Rising> {
  static Real value(Real x) { return std::sqrt(x); }
  static auto slope(auto, auto y) { return Real{1} / (Real{2} * y); }
  static Real slope_by_result(Real y) { return -1 / (2 * y * y); }
  static Complex value(Complex z) { return root(z); }
};
struct Rsqrt : Of<Course::Falling> {
  static Real value(Real x) { return 1 / std::sqrt(x); }
  static auto slope(auto, auto y) { return -y * y * y / Real{2}; }
  static Real slope_by_result(Real y) { return -3 * y * y / 2; }
  static Complex value(Complex z) { return Real{1} / root(z); }
};
struct Sin : Of<Course::Periodic> {
  static Real value(Real x) { return std::sin(x); }
  static Real slope(Real x, Real) { return std::cos(x); }
  static Real slope_by_argument(Real x) { return -std::sin(x); }
  static Complex value(Complex z) {
    return {std::sin(z.real()) * std::cosh(z.imag()), std::cos(z.real()) * std::sinh(z.imag())};
  }
  static Complex slope(Complex z, Complex);
};
struct Cos : Of<Course::Periodic> {
  static Real value(Real x) { return std::cos(x); }
  static Real slope(Real x, Real) { return -std::sin(x); }
  static Real slope_by_argument(Real x) { return -std::cos(x); }
  static Complex value(Complex z) {
    return {std::cos(z.real()) * std::cosh(z.imag()), -std::sin(z.real()) * std::sinh(z.imag())};
  }
  static Complex slope(Complex z, Complex) { return -Sin::value(z); }
};
Complex Sin::slope(Complex z, Complex) { return Cos::value(z); }
struct Tan : Of<Course::RisingBranches> {
  static Real value(Real x) { return std::sin(x) / std::cos(x); }
  static auto slope(auto, auto y) { return Real{1} + y * y; }
  static Real slope_by_result(Real y) { return 2 * y; }
  static Complex value(Complex z) { return Sin::value(z) / Cos::value(z); }
};
struct Asin : Of<Course::Rising> {
  static Real value(Real x) { return std::asin(x); }
  static Real slope(Real x, Real) { return 1 / std::sqrt((1 - x) * (1 + x)); }
  static Complex value(Complex z) { return -kI * logarithm(kI * z + root(Real{1} - z * z)); }
  static Complex slope(Complex z, Complex) { return Real{1} / root(Real{1} - z * z); }
};
struct Acos : Of<Course::Falling> {
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::acos(x); }
  static Real slope(Real x, Real) { return -1 / std::sqrt((1 - x) * (1 + x)); }
  static Complex value(Complex z) { return kPi / 2 - Asin::value(z); }
  static Complex slope(Complex z, Complex y) { return -Asin::slope(z, y); }
};
struct Atan : Of<Course::Rising> {
  static Real value(Real x) { return std::atan(x); }
  static auto slope(auto x, auto) { return Real{1} / (Real{1} + x * x); }
  static Real slope_by_argument(Real x) { return -2 * x / ((1 + x * x) * (1 + x * x)); }
  static Complex value(Complex z) { return kI / Real{2} * (logarithm(Real{1} - kI * z) - logarithm(Real{1} + kI * z)); }
};
struct Sinh : Of<Course::Rising> {
  static Real value(Real x) { return std::abs(x) < 1e-2L ? std::sinh(x) : (std::exp(x) - std::exp(-x)) / 2; }
  static Real slope(Real x, Real) { return std::cosh(x); }
  static Real slope_by_argument(Real x) { return std::sinh(x); }
  static Complex value(Complex z) { return -kI * Sin::value(kI * z); }
  static Complex slope(Complex z, Complex) { return Cos::value(kI * z); }
};
struct Cosh : Of<Course::Wavy> {
  static Real value(Real x) { return (std::exp(x) + std::exp(-x)) / 2; }
  static Real slope(Real x, Real) { return std::sinh(x); }
  static Real slope_by_argument(Real x) { return std::cosh(x); }
  static Complex value(Complex z) { return Cos::value(kI * z); }
  static Complex slope(Complex z, Complex) { return Sinh::value(z); }
};
struct Asinh : Of<Course::Rising> {
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::asinh(x); }
  static Real slope(Real x, Real) { return 1 / std::sqrt(x * x + 1); }
  static Complex value(Complex z) { return -kI * Asin::value(kI * z); }
  static Complex slope(Complex z, Complex) { return Real{1} / root(z * z + Real{1}); }
};
struct Acosh : Of<Course::Rising> {
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::acosh(x); }
  static Real slope(Real x, Real) { return 1 / std::sqrt(x * x - 1); }
  static Complex value(Complex z) { return logarithm(z + root(z + Real{1}) * root(z - Real{1})); }
  static Complex slope(Complex z, Complex) { return Real{1} / (root(z + Real{1}) * root(z - Real{1})); }
};
struct Atanh : Of<Course::Rising> {
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return std::atanh(x); }
  static Real slope(Real x, Real) { return 1 / ((1 - x) * (1 + x)); }
  static Complex value(Complex z) { return (logarithm(Real{1} + z) - logarithm(Real{1} - z)) / Real{2}; }
  static Complex slope(Complex z, Complex) { return Real{1} / (Real{1} - z * z); }
};
struct Erf : Of<Course::Rising> {
  static Real value(Real x) { return std::erf(x); }
  static Real slope(Real x, Real) { return 2 / std::sqrt(kPi) * std::exp(-x * x); }
};
struct Erfc : Of<Course::Falling> {
  static Real value(Real x) { return std::erfc(x); }
  static Real slope(Real x, Real) { return -2 / std::sqrt(kPi) * std::exp(-x * x); }
};
struct Reciprocal : Of<Course::Falling> {
  static Real value(Real x) { return 1 / x; }
  static auto slope(auto, auto y) { return -y * y; }
  static Real slope_by_result(Real y) { return -2 * y; }
  static Complex value(Complex z) { return std::conj(z) / std::norm(z); }
};
struct Silu : Of<Course::Wavy> {
  static Real value(Real x) { return x / (1 + std::exp(-x)); }
  static Real slope(Real x, Real) {
    const Real share = 1 / (1 + std::exp(-x));
    return share + x * share * (1 - share);
  }
  static Complex value(Complex z) { return z / (Real{1} + std::exp(-z)); }
  static Complex slope(Complex z, Complex) {
    const Complex share = Real{1} / (Real{1} + std::exp(-z));
    return share * (Real{1} + z * (Real{1} - share));
  }
};
// Libraries compute gelu with 1 + erf, whose terms cancel for large negative arguments.
struct Gelu : Of<Course::Wavy> {
  static Real magnitude(Real x) { return std::abs(x); }
  static Real value(Real x) { return x / 2 * (1 + std::erf(x / std::sqrt(Real{2}))); }
  static Real slope(Real x, Real) {
    return (1 + std::erf(x / std::sqrt(Real{2}))) / 2 + x * std::exp(-x * x / 2) / std::sqrt(2 * kPi);
  }
};

// hardsigmoid is constant on the left and on the right, with a straight line in between.
struct Hardsigmoid : Of<Course::Rising> {
  static Real magnitude(Real) { return 1; }
  static Real value(Real x) { return x <= -3 ? 0 : x >= 3 ? 1 : x / 6 + 0.5L; }
  static Real slope(Real x, Real) { return x > -3 && x < 3 ? 1 / Real{6} : 0; }
};
// hardswish is zero on the left, the identity on the right, and a parabola in between. For large negative arguments a
// subject may compute 0 * inf.
struct Hardswish : Of<Course::Wavy> {
  static Real magnitude(Real x) { return std::abs(x) < 4 ? 4 : 0; }
  static Real value(Real x) { return x * Hardsigmoid::value(x); }
  static Real slope(Real x, Real) { return x < -3 ? 0 : x <= 3 ? (2 * x + 3) / 6 : 1; }
};
// With e = exp(x), mish uses tanh(log(1 + e)) = (e^2 + 2 e) / (e^2 + 2 e + 2).
struct Mish : Of<Course::Wavy> {
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

// Returns the error of libtorch's trigamma, which takes six steps of a recurrence and then only three terms of a
// series.
double trigamma_error(Real x) {
  const Real right = std::max(x, 1 - x);
  return static_cast<double>(std::pow(right + 6, Real{-9}) / 20);
}

struct Lgamma : Of<Course::Poles> {
  static Real magnitude(Real x) { return 1 + std::abs(x); }
  static Real value(Real x) { return log_gamma(x); }
  static Real slope(Real x, Real) { return polygamma_of(0, x); }
  static Real intermediate(Real x) { return x < kLeastOfGamma ? std::numeric_limits<Real>::infinity() : 0; }
};
struct Digamma : Of<Course::Poles> {
  static Real magnitude(Real) { return 8; }
  static Real value(Real x) { return polygamma_of(0, x); }
  static Real slope(Real x, Real) { return polygamma_of(1, x); }
  static Real intermediate(Real x) { return Lgamma::intermediate(x); }
  static double slope_error(Real x) { return trigamma_error(x); }
};
struct Polygamma {
  static constexpr Course course = Course::Poles;
  int order;
  // polygamma of order 1: a subject may reflect the argument, and then rounds the argument of the sine. For higher
  // orders a subject adds terms, which may have both signs.
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
  // polygamma: returns infinity where libtorch deviates, so that the result counts as unknown. At a pole libtorch's
  // first derivative of digamma is large but finite. At infinity its higher derivatives are NaN.
  Real intermediate(Real x) const {
    const bool at_pole = x < 0 && x == std::floor(x);
    const bool open = x < kLeastOfGamma || (order == 1 ? at_pole : std::isinf(x));
    return open ? std::numeric_limits<Real>::infinity() : 0;
  }
};

// logit is NaN outside [0, 1], and infinite at 0 and 1.
struct Logit : Of<Course::Rising> {
  static Real magnitude(Real x) { return std::abs(x) < 1 ? 1 + std::abs(std::log(std::abs(x))) : 1; }
  static Real value(Real x) { return std::log(x) - std::log(1 - x); }
  static Real slope(Real x, Real) {
    return x < 0 || x > 1 ? std::numeric_limits<Real>::quiet_NaN() : 1 / x + 1 / (1 - x);
  }
};

// Libraries compute powers with the exponents 1/2 and -1/2 by square roots. For -0 and infinity the square root differs
// from C's `pow`.
struct Pow {
  static Real magnitude(Real) { return 0; }
  Course course;
  Real exponent;
  explicit Pow(Real to) : course(to < 0 ? Course::Falling : Course::Wavy), exponent(to) {}
  static Real power(Real x, Real to) {
    if (to < 0) return 1 / power(x, -to);
    return to == 0.5L ? std::sqrt(x) : std::pow(x, to);
  }
  Real value(Real x) const { return power(x, exponent); }
  Real slope(Real x, Real) const { return exponent == 0 ? 0 : exponent * power(x, exponent - 1); }
  Real slope_by_argument(Real x) const {
    return exponent == 0 || exponent == 1 ? 0 : exponent * (exponent - 1) * power(x, exponent - 2);
  }
  // Powers with a whole exponent are products of z. Unlike exp(to * log(z)), they have no jump at the logarithm's
  // branch cut.
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

// ---- functions with jumps and kinks ----------------------------------------------------------------------------

// Computes a function without rounding errors. If the argument has an error, the result may jump to the function's next
// value. The slope is at most 4 in magnitude.
template <typename Value, typename Slope>
void stepwise(KernelCall& call, DType dtype, const Value& value, const Slope& slope, bool zeros_of_either_sign = false,
              bool open_for_nan = false) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start_from(dtype, x);
  bool certain = is_bound(x.tolerance);
  for (std::size_t i = 0; i < x.count; ++i) {
    const double at = x.real[i];
    result.real[i] = round_to(dtype, value(at));
    if (zeros_of_either_sign && result.real[i] == 0) result.exact = false;
    if (open_for_nan && std::isnan(at)) certain = false;
    if (x.tolerance == 0) continue;
    const double step = std::abs(value(at + x.tolerance) - value(at - x.tolerance));
    if (!(step <= 16 * x.tolerance)) certain = false;
  }
  result.tolerance = !certain ? kUnbounded : x.tolerance == 0 ? 0 : 16 * x.tolerance + 2 * ulp(dtype, result.largest());
  call.record_each([&](std::size_t i) {
    const double at = x.real[i];
    const double partial = slope(at);
    const bool turns = x.tolerance != 0 && (slope(at - x.tolerance) != partial || slope(at + x.tolerance) != partial);
    call.flow(x, i, partial, std::isnan(at) || !is_bound(x.tolerance) || turns ? kUnbounded : 0);
  });
  call.store();
}

template <typename Value>
void of_integers(KernelCall& call, DType dtype, const Value& value) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start_from(dtype, x);
  for (std::size_t i = 0; i < x.count; ++i) result.integer[i] = value(x.integer[i]);
  call.store();
}

constexpr auto kFlat = [](double) { return 0.0; };

// Computes a function of real numbers whose graph has steps, such as floor. Integers are returned unchanged.
template <typename Value, typename Slope>
void stepwise_or_same(KernelCall& call, const Value& value, const Slope& slope) {
  if (!spec::is_floating(call.dtype())) return of_integers(call, call.dtype(), [](std::int64_t x) { return x; });
  stepwise(call, call.dtype(), value, slope);
}

// Clamps between two bounds; either may be absent. At a bound the slope is zero, the subgradient of least norm
// (upstream #184574). Integers are compared by value, even if a bound does not fit in their dtype (upstream #107702).
void between(KernelCall& call, DType dtype, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  if (!spec::is_floating(dtype))
    return of_integers(call, dtype, [&](std::int64_t x) {
      if (least) x = std::max(x, static_cast<std::int64_t>(least->value));
      return most ? std::min(x, static_cast<std::int64_t>(most->value)) : x;
    });
  const auto value = [&](double x) {
    if (std::isnan(x)) return x;
    if (least && x < least->value) x = least->value;
    if (most && x > most->value) x = most->value;
    return x;
  };
  const auto slope = [&](double x) { return (least && x <= least->value) || (most && x >= most->value) ? 0.0 : 1.0; };
  stepwise(call, dtype, value, slope, /*zeros_of_either_sign=*/true);
}

// Clamps in the dtype to which the input and the bounds promote.
void clamp_between(KernelCall& call, std::optional<ScalarValue> least, std::optional<ScalarValue> most) {
  ResultType type;
  type.add(call.in(0));
  if (least) type.add(*least);
  if (most) type.add(*most);
  between(call, type.dtype(), least, most);
}

// Computes a bool for each element by `holds`. For a complex number, `join` combines the two bools of its real and
// imaginary part.
template <typename Holds, typename Join>
void test(KernelCall& call, const Holds& holds, bool of_integer_zero, const Join& join) {
  const DType dtype = call.dtype();
  const Operand& x = call.load(0);
  Result& result = call.start(DType::Bool, x.count);
  bool certain = is_bound(x.tolerance);
  for (std::size_t i = 0; i < x.count; ++i) {
    if (!spec::is_differentiable(dtype)) {
      result.integer[i] = x.integer[i] == 0 && of_integer_zero;
      continue;
    }
    result.integer[i] = x.complex ? join(holds(x.real[i]), holds(x.imag[i])) : holds(x.real[i]);
    if (x.tolerance == 0) continue;
    if (!(x.size_of(i) > x.tolerance)) certain = false;
    if (!x.complex && holds(x.real[i] - x.tolerance) != holds(x.real[i] + x.tolerance)) certain = false;
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.record_zero_derivatives();
  call.store();
}

}  // namespace

MODECHECK_KERNEL_OF((log, log_, log_out), SecondDerivatives::Yes, smooth<Log>(call))
MODECHECK_KERNEL_OF((log2, log2_, log2_out), SecondDerivatives::Yes, smooth<Log2>(call))
MODECHECK_KERNEL_OF((log10, log10_, log10_out), SecondDerivatives::Yes, smooth<Log10>(call))
MODECHECK_KERNEL_OF((log1p, log1p_, log1p_out), SecondDerivatives::Yes, smooth<Log1p>(call))
MODECHECK_KERNEL_OF((exp2, exp2_, exp2_out), SecondDerivatives::Yes, smooth<Exp2>(call))
MODECHECK_KERNEL_OF((expm1, expm1_, expm1_out), SecondDerivatives::Yes, smooth<Expm1>(call))
MODECHECK_KERNEL_OF((sqrt, sqrt_, sqrt_out), SecondDerivatives::Yes, smooth<Sqrt>(call))
MODECHECK_KERNEL_OF((rsqrt, rsqrt_, rsqrt_out), SecondDerivatives::Yes, smooth<Rsqrt>(call))
MODECHECK_KERNEL_OF((sin, sin_, sin_out), SecondDerivatives::Yes, smooth<Sin>(call))
MODECHECK_KERNEL_OF((cos, cos_, cos_out), SecondDerivatives::Yes, smooth<Cos>(call))
MODECHECK_KERNEL_OF((tan, tan_, tan_out), SecondDerivatives::Yes, smooth<Tan>(call))
MODECHECK_KERNEL_OF((asin, asin_, asin_out), SecondDerivatives::No, smooth<Asin>(call))
MODECHECK_KERNEL_OF((acos, acos_, acos_out), SecondDerivatives::No, smooth<Acos>(call))
MODECHECK_KERNEL_OF((atan, atan_, atan_out), SecondDerivatives::Yes, smooth<Atan>(call))
MODECHECK_KERNEL_OF((sinh, sinh_, sinh_out), SecondDerivatives::Yes, smooth<Sinh>(call))
MODECHECK_KERNEL_OF((cosh, cosh_, cosh_out), SecondDerivatives::Yes, smooth<Cosh>(call))
MODECHECK_KERNEL_OF((asinh, asinh_, asinh_out), SecondDerivatives::No, smooth<Asinh>(call))
MODECHECK_KERNEL_OF((acosh, acosh_, acosh_out), SecondDerivatives::No, smooth<Acosh>(call))
MODECHECK_KERNEL_OF((atanh, atanh_, atanh_out), SecondDerivatives::No, smooth<Atanh>(call))
MODECHECK_KERNEL_OF((erf, erf_, erf_out), SecondDerivatives::No, smooth<Erf>(call))
MODECHECK_KERNEL_OF((erfc, erfc_, erfc_out), SecondDerivatives::No, smooth<Erfc>(call))
MODECHECK_KERNEL_OF((reciprocal, reciprocal_, reciprocal_out), SecondDerivatives::Yes, smooth<Reciprocal>(call))
MODECHECK_KERNEL_OF((silu, silu_, silu_out), SecondDerivatives::No, smooth<Silu>(call))
MODECHECK_KERNEL_OF((gelu, gelu_, gelu_out), SecondDerivatives::No, smooth<Gelu>(call))
MODECHECK_KERNEL_OF((hardsigmoid, hardsigmoid_, hardsigmoid_out), SecondDerivatives::No, smooth<Hardsigmoid>(call))
MODECHECK_KERNEL_OF((hardswish, hardswish_, hardswish_out), SecondDerivatives::No, smooth<Hardswish>(call))
MODECHECK_KERNEL_OF((mish, mish_, mish_out), SecondDerivatives::No, smooth<Mish>(call))
MODECHECK_KERNEL_OF((lgamma, lgamma_, lgamma_out), SecondDerivatives::No, smooth<Lgamma>(call))
MODECHECK_KERNEL_OF((digamma, digamma_, digamma_out), SecondDerivatives::No, smooth<Digamma>(call))
MODECHECK_KERNEL_OF((logit, logit_, logit_out), SecondDerivatives::No, smooth<Logit>(call))

static void polygamma(KernelCall& call) {
  const auto order = static_cast<int>(call.arguments().integer(0));
  if (order == 0) return smooth<Digamma>(call);
  smooth(call, to_floating(call.dtype()), Polygamma{order});
}
MODECHECK_KERNEL(polygamma, SecondDerivatives::No, polygamma)

static void softplus(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  smooth(call, call.dtype(), Softplus{arguments.scalar(1).value, arguments.scalar(2).value});
}
MODECHECK_KERNEL(softplus, SecondDerivatives::No, softplus, softplus_out)

static void elu(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const Real scale = arguments.scalar(2).value;
  smooth(call, call.dtype(), Elu{arguments.scalar(1).value * scale, scale, arguments.scalar(3).value});
}
MODECHECK_KERNEL_FORMS(elu, SecondDerivatives::No, elu)

static void celu(KernelCall& call) {
  const Real alpha = call.arguments().scalar(1).value;
  smooth(call, call.dtype(), Elu{alpha, 1, 1 / alpha});
}
MODECHECK_KERNEL(celu, SecondDerivatives::No, celu, celu_)

// For a NaN, some libraries return zero, as for elements near zero, and others return the NaN.
static void softshrink(KernelCall& call) {
  const double least = call.arguments().scalar(1).value;
  const auto value = [=](double x) { return x > least ? x - least : x < -least ? x + least : 0.0; };
  const auto slope = [=](double x) { return x > least || x < -least ? 1.0 : 0.0; };
  stepwise(call, call.dtype(), value, slope, /*zeros_of_either_sign=*/true, /*open_for_nan=*/true);
}
MODECHECK_KERNEL(softshrink, SecondDerivatives::No, softshrink, softshrink_out)

static void threshold(KernelCall& call) {
  const DType dtype = call.dtype();
  const ScalarValue limit = call.arguments().scalar(1);
  const ScalarValue value = call.arguments().scalar(2);
  if (!spec::is_floating(dtype))
    return of_integers(call, dtype, [=](std::int64_t x) {
      return x <= integer_value(limit, dtype) ? integer_value(value, dtype) : x;
    });
  stepwise(
      call, dtype, [=](double x) { return x <= limit.value ? value.value : x; },
      [=](double x) { return x <= limit.value ? 0.0 : 1.0; });
}
MODECHECK_KERNEL_FORMS(threshold, SecondDerivatives::Yes, threshold)

static void sign(KernelCall& call) {
  if (!spec::is_floating(call.dtype()))
    return of_integers(call, call.dtype(), [](std::int64_t x) { return std::int64_t{x > 0} - std::int64_t{x < 0}; });
  stepwise(
      call, call.dtype(), [](double x) { return x > 0   ? 1.0
                                                : x < 0 ? -1.0
                                                        : 0.0; }, kFlat);
}
MODECHECK_KERNEL_FORMS(sign, SecondDerivatives::No, sign)

// Computes sgn: z / |z| for complex numbers, and the sign for real numbers.
static void sgn(KernelCall& call) {
  const DType dtype = call.dtype();
  if (!spec::is_complex(dtype)) return sign(call);
  const Operand& x = call.load(0);
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  for (std::size_t i = 0; i < x.count; ++i) {
    const std::complex<double> z = x.number(i);
    const double size = std::abs(z);
    const std::complex<double> direction = size == 0 ? std::complex<double>(0) : z / size;
    result.set(i, direction);
    // If z is very small or very large, |z| may leave the finite range in a subject. Then the result is unknown.
    const bool known =
        std::isfinite(size) && (size == 0 ? x.tolerance == 0 : size > 4 * x.tolerance && size > 1e-9 && size < 1e9);
    const double off = known ? (size == 0 ? 0 : 4 * x.tolerance / size + kComplexUlps * ulp(dtype, 1)) : kUnbounded;
    result.tolerance = std::max(result.tolerance, off);
    if (!call.recorded()) continue;
    // The result s = z / |z| changes only if z is rotated. Changing z by d changes s by i s Im(conj(s) d) / |z|. A zero
    // gets no gradient.
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
  call.store();
}
MODECHECK_KERNEL_FORMS(sgn, SecondDerivatives::No, sgn)

// Computes pow with a number as exponent.
static void pow(KernelCall& call) {
  const ScalarValue exponent = call.arguments().scalar(1);
  const DType dtype = common_dtype(call.in(0), exponent);
  if (spec::is_complex(dtype)) return smooth_complex(call, Pow(exponent.value));
  if (spec::is_floating(dtype)) return smooth(call, dtype, Pow(exponent.value));
  of_integers(call, dtype, [&](std::int64_t x) {
    std::uint64_t out = 1;
    for (int i = 0; i < static_cast<int>(exponent.value); ++i) out *= static_cast<std::uint64_t>(x);
    return static_cast<std::int64_t>(out);
  });
}
MODECHECK_KERNEL(pow, SecondDerivatives::Yes, pow_Tensor_Scalar, pow__Scalar, pow_Tensor_Scalar_out)

static void leaky_relu(KernelCall& call) {
  const double slope = call.arguments().scalar(1).value;
  stepwise(
      call, call.dtype(), [=](double x) { return x > 0 ? x : x * slope; }, [=](double x) { return x > 0 ? 1 : slope; });
}
MODECHECK_KERNEL_FORMS(leaky_relu, SecondDerivatives::Yes, leaky_relu)

// Rounds to the nearest integer; a number halfway between two integers goes to the even one.
static double rounded(double x) {
  return std::isfinite(x) ? std::copysign(std::abs(x - std::remainder(x, 1.0)), x) : x;
}

#define MODECHECK_WHOLE_PART(op, value) \
  MODECHECK_KERNEL_OF((op, op##_, op##_out), SecondDerivatives::No, stepwise_or_same(call, value, kFlat))
MODECHECK_WHOLE_PART(floor, [](double x) { return std::floor(x); })
MODECHECK_WHOLE_PART(ceil, [](double x) { return std::ceil(x); })
MODECHECK_WHOLE_PART(trunc, [](double x) { return std::trunc(x); })
MODECHECK_WHOLE_PART(round, rounded)

static void frac(KernelCall& call) {
  stepwise(
      call, call.dtype(), [](double x) { return x - std::trunc(x); }, [](double) { return 1.0; });
}
MODECHECK_KERNEL_FORMS(frac, SecondDerivatives::No, frac)

MODECHECK_KERNEL_OF((hardtanh, hardtanh_, hardtanh_out), SecondDerivatives::Yes,
                    between(call, call.dtype(), call.arguments().scalar(1), call.arguments().scalar(2)))
MODECHECK_KERNEL_OF((clamp, clamp_, clamp_out), SecondDerivatives::Yes,
                    clamp_between(call, call.arguments().optional_scalar(1), call.arguments().optional_scalar(2)))
MODECHECK_KERNEL_OF((clamp_min, clamp_min_, clamp_min_out), SecondDerivatives::Yes,
                    clamp_between(call, call.arguments().scalar(1), std::nullopt))
MODECHECK_KERNEL_OF((clamp_max, clamp_max_, clamp_max_out), SecondDerivatives::Yes,
                    clamp_between(call, std::nullopt, call.arguments().scalar(1)))

static void nan_to_num(KernelCall& call) {
  const DType dtype = call.dtype();
  const Operand& x = call.load(0);
  Result& result = call.start_from(dtype, x);
  for (std::size_t i = 0; i < x.count; ++i) {
    result.take(i, x, i);
    if (!spec::is_floating(dtype) || std::isfinite(x.real[i])) continue;
    result.real[i] = std::isnan(x.real[i]) ? 0 : std::copysign(greatest_of(dtype), x.real[i]);
  }
  call.record_each([&](std::size_t i) {
    call.flow(x, i, std::isfinite(x.real[i]) ? 1.0 : 0.0, is_bound(x.tolerance) ? 0 : kUnbounded);
  });
  call.store();
}
MODECHECK_KERNEL_FORMS(nan_to_num, SecondDerivatives::No, nan_to_num)

MODECHECK_KERNEL_OF((isnan), SecondDerivatives::No,
                    test(
                        call, [](double x) { return std::isnan(x); }, false, std::logical_or<>{}))
MODECHECK_KERNEL_OF((isinf), SecondDerivatives::No,
                    test(
                        call, [](double x) { return std::isinf(x); }, false, std::logical_or<>{}))
MODECHECK_KERNEL_OF((logical_not, logical_not_, logical_not_out), SecondDerivatives::No,
                    test(
                        call, [](double x) { return x == 0; }, true, std::logical_and<>{}))

static void bitwise_not(KernelCall& call) {
  const DType dtype = call.dtype();
  of_integers(call, dtype, [=](std::int64_t x) { return dtype == DType::Bool ? std::int64_t{x == 0} : -1 - x; });
}
MODECHECK_KERNEL(bitwise_not, SecondDerivatives::No, bitwise_not, bitwise_not_, bitwise_not_out)

}  // namespace modecheck::reference
