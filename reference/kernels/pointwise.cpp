// Pointwise operators, with broadcasting and type promotion. Derivatives at kinks are libtorch 1.13.1's, as measured:
// relu'(0) = 0, relu'(NaN) = 1; abs'(0) = 0. At equal operands maximum and minimum give 1/2 to each, and so do fmax and
// fmin; if one is NaN, fmax and fmin give everything to the number.
#include "reference/kernels/pointwise.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>

#include "reference/kernels/kernel_row.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::ScalarValue;

constexpr double kExpUlps = 4;
constexpr double kSigmoidUlps = 8;
constexpr double kTanhUlps = 8;
constexpr double kRoundingUlps = 2;
constexpr double kSecondDerivativeUlps = 32;  // for second derivatives
// exp overflows between these two numbers; subjects may overflow earlier or later.
constexpr double kNearOverflow32 = 3.38e38;
constexpr double kOverflow32 = 3.41e38;

std::size_t count_of(const Result& result) { return static_cast<std::size_t>(result.count); }

using Complex = std::complex<double>;

bool is_finite(Complex value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); }
// Products and quotients of such numbers have no intermediate value outside the range of float32.
bool is_moderate(Complex value) {
  const double size = std::abs(value);
  return size == 0 || (size > 1e-15 && size < 1e15);
}

std::int64_t wrapping(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t raw(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// ---- one operand
// -----------------------------------------------------------------------------------------------------

// `derivative(x, y)` takes the operand x and the result y; `unsure(x)` bounds the error of a subject's derivative.
template <typename Value, typename Derivative, typename Unsure>
void unary(KernelCall& call, DType dtype, const Value& value, double gain, double ulps, const Derivative& derivative,
           const Unsure& unsure) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  for (std::size_t i = 0; i < count_of(result); ++i) result.real[i] = round_to(dtype, value(x.real[i]));
  if (ulps != 0) result.exact = false;
  if (ulps != 0 || x.tolerance != 0)
    result.tolerance = gain * x.tolerance + (ulps == 0 ? 0 : ulp(dtype, result.largest()) * ulps + flushed(dtype));
  if (!call.recorded()) return;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    call.begin_node();
    call.edge(x.nodes[i], derivative(x.real[i], result.real[i]), unsure(x.real[i], result.real[i]));
  }
}

// `unary` for a function whose derivative subjects compute from the result. `second_derivative(y)` is the derivative of
// the slope by y. The derivative of `second_derivative` must not exceed 2 in magnitude.
template <typename Value, typename Derivative, typename Unsure, typename SecondDerivative>
void unary(KernelCall& call, DType dtype, const Value& value, double gain, double ulps, const Derivative& derivative,
           const Unsure& unsure, const SecondDerivative& second_derivative) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  for (std::size_t i = 0; i < count_of(result); ++i) result.real[i] = round_to(dtype, value(x.real[i]));
  result.exact = false;
  result.tolerance = gain * x.tolerance + ulp(dtype, result.largest()) * ulps + flushed(dtype);
  if (!call.recorded()) return;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const NodeId node = call.begin_node();
    const double y = result.real[i];
    call.edge(x.nodes[i], derivative(x.real[i], y), unsure(x.real[i], y));
    const double off = unsure(x.real[i], y);
    call.second_derivative(x.nodes[i], node, second_derivative(y),
                           is_bound(off) ? 8 * off + kSecondDerivativeUlps * ulp(dtype, 1) : kUnbounded);
  }
}

// The form for complex functions. `error(x, y)` bounds a subject's error in y for an exact operand. For an inexact
// operand the result is unknown, unless the function preserves distances.
template <typename Value, typename Derivative, typename Error>
void unary_complex(KernelCall& call, DType dtype, const Value& value, const Derivative& derivative,
                   const Error& error) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  result.exact = false;
  result.tolerance = 0;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const Complex y = value(x.number(i));
    result.set(i, y);
    if (!is_finite(x.number(i)) || !is_finite(y)) result.tolerance = kUnbounded;
    result.tolerance = std::max(result.tolerance, error(x.number(i), y));
  }
  if (result.tolerance != 0 && x.tolerance != 0) result.tolerance = kUnbounded;
  result.tolerance = std::max(result.tolerance, x.tolerance);
  if (!call.recorded()) return;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const Complex y = value(x.number(i));
    const Complex partial = derivative(x.number(i), y);
    const double off = error(x.number(i), y) == 0 ? 0 : (2 + 4 * std::abs(y)) * result.tolerance;
    call.record([&] { call.flow(x, i, partial, off); });
  }
}

// The form for integers and bools.
template <typename Value>
void unary_integer(KernelCall& call, DType dtype, const Value& value) {
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  for (std::size_t i = 0; i < count_of(result); ++i) result.integer[i] = value(x.integer[i]);
}

// Error bound for complex functions, whose formulas differ between libraries.
constexpr double kComplexUlps = 32;

constexpr auto kSure = [](double, double) { return 0.0; };

// ---- two operands
// ----------------------------------------------------------------------------------------------------

DType common_dtype(const KernelCall& call, int first, int second) {
  ResultType type;
  type.add(call.in(first));
  type.add(call.in(second));
  return type.dtype();
}

DType common_dtype(const KernelCall& call, const ScalarValue& number) {
  ResultType type;
  type.add(call.in(0));
  type.add(number);
  return type.dtype();
}

struct Pair {
  const Operand& a;
  const Operand& b;
  Result& result;
};

Pair load_pair(KernelCall& call, DType dtype) {
  const Operand& a = call.load_broadcast(0, dtype);
  const Operand& b = call.load_broadcast(1, dtype);
  Result& result = call.start(dtype, a.count);
  call.inherit(a);
  call.inherit(b);
  return {a, b, result};
}

// Adds the rounding of an inexact result, after `tolerance` was set from the operands' bounds.
void add_rounding(Result& result) {
  if (result.tolerance != 0) result.tolerance += kRoundingUlps * ulp(result.dtype, result.largest());
}

// Libraries multiply by a real number as by a complex one with imaginary part zero, so signs of zeros and non-finite
// values are unspecified.
void doubt_complex(Result& result, const Operand& operand) {
  result.exact = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(operand.count); ++i)
    if (!is_finite(operand.number(i))) result.tolerance = kUnbounded;
}

// Operand `minuend` plus sign * alpha times the other operand.
void add_times(KernelCall& call, const ScalarValue& alpha, double sign, int minuend = 0) {
  const DType dtype = common_dtype(call, 0, 1);
  const Pair pair = load_pair(call, dtype);
  const Operand& a = minuend == 0 ? pair.a : pair.b;
  const Operand& b = minuend == 0 ? pair.b : pair.a;
  Result& result = pair.result;
  if (!spec::is_differentiable(dtype)) {
    const std::int64_t factor = integer_value(alpha, dtype);
    for (std::size_t i = 0; i < count_of(result); ++i) {
      if (dtype == DType::Bool)
        result.integer[i] = (a.integer[i] | (b.integer[i] & factor)) != 0;
      else
        result.integer[i] = wrapping(raw(a.integer[i]) + raw(sign < 0 ? -factor : factor) * raw(b.integer[i]));
    }
    call.store();
    return;
  }
  const double factor = sign * alpha.value;
  result.tolerance = a.tolerance + std::abs(factor) * b.tolerance;
  double unrounded = 0;  // the largest product that a fused multiply-add rounds differently
  const auto sum_of = [&](double first, double second) {
    if (factor == 1) return round_to(dtype, first + second);
    const double product = factor * second;
    const double rounded = round_to(dtype, product);
    // In double precision the product itself may be rounded here. This holds for products with many significant bits,
    // and for those too small to keep all their bits, which may become zero.
    const double smallest = std::numeric_limits<double>::min();
    const bool long_or_small = dtype == DType::Float64 && std::abs(factor) != 1 && factor != 0 && second != 0 &&
                               (!is_short(product) || std::abs(product) < smallest);
    if ((rounded != product || long_or_small) && std::isfinite(product))
      unrounded = std::max({unrounded, std::abs(product), std::numeric_limits<double>::denorm_min()});
    return round_to(dtype, first + rounded);
  };
  for (std::size_t i = 0; i < count_of(result); ++i) result.real[i] = sum_of(a.real[i], b.real[i]);
  if (spec::is_complex(dtype)) {
    for (std::size_t i = 0; i < count_of(result); ++i) result.imag[i] = sum_of(a.imag[i], b.imag[i]);
    doubt_complex(result, a);
    doubt_complex(result, b);
  }
  if (unrounded != 0) result.tolerance += ulp(dtype, unrounded);
  if (alpha.value == 0) result.exact = false;  // 0 * x may be -0 or 0
  add_rounding(result);
  if (call.recorded()) {
    for (std::size_t i = 0; i < count_of(result); ++i) {
      call.record([&] {
        call.flow(a, i, 1.0);
        call.flow(b, i, factor);
      });
    }
  }
  call.store();
}

template <typename Compare>
void compare(KernelCall& call, const Compare& holds) {
  const DType dtype = common_dtype(call, 0, 1);
  const Operand& a = call.load_broadcast(0, dtype);
  const Operand& b = call.load_broadcast(1, dtype);
  Result& result = call.start(DType::Bool, a.count);
  const double tolerance = a.tolerance + b.tolerance;
  bool certain = is_bound(tolerance);
  for (std::size_t i = 0; i < count_of(result); ++i) {
    if (spec::is_complex(dtype)) {
      // Complex numbers are compared only for equality.
      result.integer[i] = holds(0.0, a.number(i) == b.number(i) ? 0.0 : 1.0);
      if (tolerance != 0 && !(std::abs(a.number(i) - b.number(i)) > tolerance)) certain = false;
    } else if (spec::is_floating(dtype)) {
      result.integer[i] = holds(a.real[i], b.real[i]);
      if (tolerance != 0 && !(std::abs(a.real[i] - b.real[i]) > tolerance)) certain = false;
    } else {
      result.integer[i] = holds(a.integer[i], b.integer[i]);
    }
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.record_zero_derivatives();
  call.store();
}

}  // namespace

static void neg(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  if (spec::is_complex(dtype))
    unary_complex(
        call, dtype, [](Complex x) { return -x; }, [](Complex, Complex) { return Complex(-1); },
        [](Complex, Complex) { return 0.0; });
  else if (spec::is_floating(dtype))
    unary(
        call, dtype, [](double x) { return -x; }, 1, 0, [](double, double) { return -1.0; }, kSure);
  else
    unary_integer(call, dtype, [](std::int64_t x) { return wrapping(0 - raw(x)); });
  call.store();
}
MODECHECK_KERNEL_FORMS(neg, SecondDerivatives::Yes, neg)

namespace {

void abs_complex(KernelCall& call) {
  const Operand& x = call.load(0, call.in(0).dtype);
  const DType dtype = spec::part_of(call.in(0).dtype);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  result.exact = false;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    result.real[i] = round_to(dtype, std::abs(x.number(i)));
    if (!is_finite(x.number(i)) || !is_moderate(x.number(i))) result.tolerance = kUnbounded;
  }
  result.tolerance += kComplexUlps * ulp(dtype, result.largest());
  if (call.recorded()) {
    for (std::size_t i = 0; i < count_of(result); ++i) {
      const double size = std::abs(x.number(i));
      // The derivative is the direction, which is zero for a zero.
      const Complex direction = size == 0 ? 0 : x.number(i) / size;
      const double least = size - x.tolerance;
      const double off = x.tolerance == 0 ? 0 : least > 0 ? 2 * x.tolerance / least : kUnbounded;
      call.record([&] {
        call.flow(x, i, std::conj(direction),
                  is_moderate(x.number(i)) ? off + kComplexUlps * ulp(dtype, 1) : kUnbounded);
      });
    }
  }
  call.store();
}

}  // namespace

static void abs(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  if (spec::is_complex(dtype)) return abs_complex(call);
  if (spec::is_floating(dtype)) {
    const auto derivative = [](double x, double) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; };
    const double tolerance = call.load(0, dtype).tolerance;
    const auto unsure = [&](double x, double) {
      return std::isnan(x) || (tolerance != 0 && !(std::abs(x) > tolerance)) ? kUnbounded : 0;
    };
    unary(
        call, dtype, [](double x) { return std::abs(x); }, 1, 0, derivative, unsure);
  } else {
    unary_integer(call, dtype, [](std::int64_t x) { return x < 0 ? wrapping(0 - raw(x)) : x; });
  }
  call.store();
}
MODECHECK_KERNEL(abs, SecondDerivatives::Yes, abs, abs_, abs_out)

static void relu(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  if (spec::is_floating(dtype)) {
    const double tolerance = call.load(0, dtype).tolerance;
    const auto unsure = [&](double x, double) { return tolerance != 0 && !(std::abs(x) > tolerance) ? kUnbounded : 0; };
    unary(
        call, dtype, [](double x) { return x < 0 ? 0 : x; }, 1, 0, [](double x, double) { return x <= 0 ? 0.0 : 1.0; },
        unsure);
    // relu(-0) may be a zero of either sign.
    Result& result = call.result();
    for (std::size_t i = 0; i < count_of(result); ++i)
      if (result.real[i] == 0 && std::signbit(result.real[i])) result.exact = false;
  } else {
    unary_integer(call, dtype, [](std::int64_t x) { return std::max<std::int64_t>(x, 0); });
  }
  call.store();
}
MODECHECK_KERNEL(relu, SecondDerivatives::Yes, relu, relu_)

static void exp(KernelCall& call) {
  const DType dtype = to_floating(call.in(0).dtype);
  if (spec::is_complex(dtype)) {
    unary_complex(
        call, dtype, [](Complex x) { return std::exp(x); }, [](Complex, Complex y) { return y; },
        [&](Complex x, Complex y) {
          return std::abs(x) < 80 ? kComplexUlps * (1 + std::abs(x)) * ulp(dtype, std::abs(y)) + flushed(dtype)
                                  : kUnbounded;
        });
    return call.store();
  }
  const Operand& x = call.load(0, dtype);
  const double ulps = kExpUlps;
  // |exp(x + t) - exp(x)| <= exp(x) * (exp(t) - 1).
  double largest = 0;
  bool overflows = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
    const double y = std::exp(x.real[i]);
    if (dtype != DType::Float64 ? y > kNearOverflow32 && y < kOverflow32 : x.real[i] > 709.7 && x.real[i] < 709.8)
      overflows = true;
    if (std::isfinite(y)) largest = std::max(largest, y);
  }
  const double spread = x.tolerance == 0 ? 0 : largest * std::expm1(x.tolerance);
  const double tolerance_of_result = spread + ulps * ulp(dtype, largest);
  unary(
      call, dtype, [](double v) { return std::exp(v); }, 0, ulps, [](double, double y) { return y; },
      [&](double, double y) {
        return x.tolerance == 0 ? ulps * ulp(dtype, y) : y * std::expm1(x.tolerance) + ulps * ulp(dtype, y);
      },
      [](double) { return 1.0; });
  if (overflows)
    call.result().tolerance = kUnbounded;
  else if (x.tolerance != 0)
    call.result().tolerance = tolerance_of_result;
  call.store();
}
MODECHECK_KERNEL_FORMS(exp, SecondDerivatives::Yes, exp)

static void sigmoid(KernelCall& call) {
  const DType dtype = to_floating(call.in(0).dtype);
  if (spec::is_complex(dtype)) {
    // Near a pole, 1 + exp(-x) cancels.
    unary_complex(
        call, dtype, [](Complex x) { return 1.0 / (1.0 + std::exp(-x)); },
        [](Complex, Complex y) { return y * (1.0 - y); },
        [&](Complex x, Complex y) {
          return std::abs(x) < 40
                     ? kComplexUlps * (1 + std::abs(x)) * (2 + std::abs(y)) * ulp(dtype, std::abs(y)) + flushed(dtype)
                     : kUnbounded;
        });
    return call.store();
  }
  const double tolerance = call.load(0, dtype).tolerance;
  const double unsure = tolerance / 4 + kSigmoidUlps * ulp(dtype, 1);
  unary(
      call, dtype, [](double x) { return 1 / (1 + std::exp(-x)); }, 0.25, kSigmoidUlps,
      [](double, double y) { return y * (1 - y); }, [&](double, double) { return unsure; },
      [](double y) { return 1 - 2 * y; });
  call.store();
}
MODECHECK_KERNEL(sigmoid, SecondDerivatives::Yes, sigmoid, sigmoid_, sigmoid_out)

static void tanh(KernelCall& call) {
  const DType dtype = to_floating(call.in(0).dtype);
  if (spec::is_complex(dtype)) {
    unary_complex(
        call, dtype, [](Complex x) { return std::tanh(x); }, [](Complex, Complex y) { return 1.0 - y * y; },
        [&](Complex x, Complex y) {
          return std::abs(x) < 40 ? kComplexUlps * (1 + std::abs(x)) * ulp(dtype, 1 + std::norm(y)) + flushed(dtype)
                                  : kUnbounded;
        });
    return call.store();
  }
  const double tolerance = call.load(0, dtype).tolerance;
  const double unsure = 2 * (tolerance + kTanhUlps * ulp(dtype, 1)) + ulp(dtype, 1);
  unary(
      call, dtype, [](double x) { return std::tanh(x); }, 1, kTanhUlps, [](double, double y) { return 1 - y * y; },
      [&](double, double) { return unsure; }, [](double y) { return -2 * y; });
  call.store();
}
MODECHECK_KERNEL(tanh, SecondDerivatives::Yes, tanh, tanh_, tanh_out)

// self + alpha * other.
static void add(KernelCall& call) { add_times(call, call.arguments().scalar(2), 1); }
MODECHECK_KERNEL(add, SecondDerivatives::Yes, add_Tensor, add__Tensor, add_out)

static void sub(KernelCall& call) { add_times(call, call.arguments().scalar(2), -1); }
MODECHECK_KERNEL(sub, SecondDerivatives::Yes, sub_Tensor, sub__Tensor, sub_out)

// other - alpha * self.
static void rsub(KernelCall& call) { add_times(call, call.arguments().scalar(2), -1, 1); }
MODECHECK_KERNEL(rsub, SecondDerivatives::Yes, rsub_Tensor)

namespace {

// self + sign * alpha * other for a number `other`; with `reversed` the number is the minuend.
void sum_with_number(KernelCall& call, double sign, bool reversed) {
  const spec::Arguments arguments = call.arguments();
  const ScalarValue other = arguments.scalar(1);
  const ScalarValue alpha = arguments.scalar(2);
  const DType dtype = common_dtype(call, other);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start(dtype, a.count);
  call.inherit(a);
  if (spec::is_differentiable(dtype)) {
    const double factor = reversed ? sign * alpha.value : 1;
    const double added = reversed ? other.value : sign * other.value * alpha.value;
    for (std::size_t i = 0; i < count_of(result); ++i)
      result.real[i] = round_to(dtype, round_to(dtype, factor * a.real[i]) + added);
    if (spec::is_complex(dtype)) {
      for (std::size_t i = 0; i < count_of(result); ++i) result.imag[i] = round_to(dtype, factor * a.imag[i]);
      doubt_complex(result, a);
    }
    if (alpha.value == 0 || other.value == 0) result.exact = false;
    result.tolerance *= std::abs(factor);
    if (std::abs(factor) != 1) result.tolerance += 2 * ulp(dtype, std::abs(factor) * a.largest());
    if (a.tolerance != 0 && !is_bound(a.tolerance)) result.tolerance = kUnbounded;
    if (!(result.tolerance >= 0)) result.tolerance = kUnbounded;
    add_rounding(result);
    if (call.recorded()) {
      for (std::size_t i = 0; i < count_of(result); ++i) {
        call.record([&] { call.flow(a, i, factor); });
      }
    }
  } else {
    const std::int64_t number = integer_value(other, dtype);
    const std::int64_t factor = integer_value(alpha, dtype) * static_cast<std::int64_t>(sign);
    for (std::size_t i = 0; i < count_of(result); ++i) {
      const std::int64_t x = a.integer[i];
      const std::int64_t sum =
          reversed ? wrapping(raw(number) + raw(factor) * raw(x)) : wrapping(raw(x) + raw(factor) * raw(number));
      result.integer[i] = dtype == DType::Bool ? (x | (number & factor)) != 0 : sum;
    }
  }
  call.store();
}

}  // namespace

static void add_scalar(KernelCall& call) { sum_with_number(call, 1, false); }
MODECHECK_KERNEL(add_scalar, SecondDerivatives::Yes, add_Scalar, add__Scalar)

static void sub_scalar(KernelCall& call) { sum_with_number(call, -1, false); }
MODECHECK_KERNEL(sub_scalar, SecondDerivatives::Yes, sub_Scalar, sub__Scalar)

static void rsub_scalar(KernelCall& call) { sum_with_number(call, -1, true); }
MODECHECK_KERNEL(rsub_scalar, SecondDerivatives::Yes, rsub_Scalar)

namespace {

void mul_complex(KernelCall& call, DType dtype) {
  const Pair pair = load_pair(call, dtype);
  const Operand& a = pair.a;
  const Operand& b = pair.b;
  Result& result = pair.result;
  double tolerance = a.largest() * b.tolerance + b.largest() * a.tolerance + a.tolerance * b.tolerance;
  double rounded = 0;  // the largest number whose parts depend on the order of summation
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const Complex x = a.number(i);
    const Complex y = b.number(i);
    AnyOrderSum real;
    AnyOrderSum imag;
    real.add(x.real() * y.real());
    real.add(-x.imag() * y.imag());
    imag.add(x.real() * y.imag());
    imag.add(x.imag() * y.real());
    result.set(i, {real.value, imag.value});
    const bool narrow = is_short(x.real()) && is_short(x.imag()) && is_short(y.real()) && is_short(y.imag());
    if (!narrow || !real.exact(dtype) || !imag.exact(dtype)) rounded = std::max(rounded, std::abs(x) * std::abs(y));
  }
  if (rounded != 0 || tolerance != 0) tolerance += 4 * ulp(dtype, std::max(rounded, result.largest()));
  result.tolerance = tolerance;
  doubt_complex(result, a);
  doubt_complex(result, b);
  if (call.recorded()) {
    for (std::size_t i = 0; i < count_of(result); ++i)
      call.record([&] {
        call.flow(a, i, b.number(i), b.tolerance);
        call.flow(b, i, a.number(i), a.tolerance);
      });
  }
  call.store();
}

void div_complex(KernelCall& call, DType dtype) {
  const Pair pair = load_pair(call, dtype);
  const Operand& a = pair.a;
  const Operand& b = pair.b;
  Result& result = pair.result;
  const double least = b.smallest() - b.tolerance;
  bool wild = false;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const Complex y = b.number(i);
    result.set(i, a.number(i) / y);
    wild |= y == 0.0 || !is_moderate(y) || !is_moderate(a.number(i));
  }
  result.tolerance = a.tolerance == 0 && b.tolerance == 0
                         ? 0
                         : (least > 0 ? (a.tolerance + result.largest() * b.tolerance) / least : kUnbounded);
  result.tolerance += kComplexUlps * ulp(dtype, result.largest());
  if (wild) result.tolerance = kUnbounded;
  doubt_complex(result, a);
  doubt_complex(result, b);
  if (call.recorded()) {
    const double relative = kComplexUlps * format_of(dtype).epsilon + (b.tolerance == 0 ? 0
                                                                       : least > 0      ? 4 * b.tolerance / least
                                                                                        : kUnbounded);
    for (std::size_t i = 0; i < count_of(result); ++i) {
      const Complex inverse = 1.0 / b.number(i);
      const Complex quotient = a.number(i) * inverse;
      const double off = wild ? kUnbounded : std::abs(inverse) * relative;
      const double off_quotient =
          wild ? kUnbounded : std::abs(quotient * inverse) * relative + std::norm(inverse) * a.tolerance;
      call.record([&] {
        call.flow(a, i, inverse, off);
        call.flow(b, i, -quotient * inverse, off_quotient);
      });
    }
  }
  call.store();
}

}  // namespace

static void mul(KernelCall& call) {
  const DType dtype = common_dtype(call, 0, 1);
  if (spec::is_complex(dtype)) return mul_complex(call, dtype);
  const auto [a, b, result] = load_pair(call, dtype);
  if (spec::is_floating(dtype)) {
    for (std::size_t i = 0; i < count_of(result); ++i) result.real[i] = round_to(dtype, a.real[i] * b.real[i]);
    if (result.tolerance != 0) {
      result.tolerance = a.largest() * b.tolerance + b.largest() * a.tolerance + a.tolerance * b.tolerance;
      add_rounding(result);
    }
    if (call.recorded()) {
      for (std::size_t i = 0; i < count_of(result); ++i) {
        call.begin_node();
        call.edge(a.nodes[i], b.real[i], b.tolerance);
        call.edge(b.nodes[i], a.real[i], a.tolerance);
        call.second_derivative(a.nodes[i], b.nodes[i], 1);
        call.second_derivative(b.nodes[i], a.nodes[i], 1);
      }
    }
  } else {
    for (std::size_t i = 0; i < count_of(result); ++i)
      result.integer[i] = wrapping(raw(a.integer[i]) * raw(b.integer[i]));
  }
  call.store();
}
MODECHECK_KERNEL(mul, SecondDerivatives::Yes, mul_Tensor, mul__Tensor, mul_out)

static void mul_scalar(KernelCall& call) {
  const ScalarValue other = call.arguments().scalar(1);
  const DType dtype = common_dtype(call, other);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start(dtype, a.count);
  call.inherit(a);
  if (spec::is_differentiable(dtype)) {
    for (std::size_t i = 0; i < count_of(result); ++i) result.real[i] = round_to(dtype, a.real[i] * other.value);
    if (spec::is_complex(dtype)) {
      for (std::size_t i = 0; i < count_of(result); ++i) result.imag[i] = round_to(dtype, a.imag[i] * other.value);
      doubt_complex(result, a);
    }
    result.tolerance *= std::abs(other.value);
    add_rounding(result);
    if (a.tolerance != 0 && !is_bound(a.tolerance)) result.tolerance = kUnbounded;
    if (call.recorded()) {
      for (std::size_t i = 0; i < count_of(result); ++i) {
        call.record([&] { call.flow(a, i, other.value); });
      }
    }
  } else {
    const std::int64_t factor = integer_value(other, dtype);
    for (std::size_t i = 0; i < count_of(result); ++i) result.integer[i] = wrapping(raw(a.integer[i]) * raw(factor));
  }
  call.store();
}
MODECHECK_KERNEL(mul_scalar, SecondDerivatives::Yes, mul_Scalar, mul__Scalar)

namespace {

// Divides each part; libraries use formulas for two complex numbers.
void div_complex_scalar(KernelCall& call, DType dtype, double divisor) {
  const Operand& a = call.load(0, dtype);
  Result& result = call.start(dtype, a.count);
  call.inherit(a);
  bool wild = divisor == 0;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    result.set(i, a.number(i) / divisor);
    wild = wild || !is_moderate(a.number(i));
  }
  result.tolerance =
      wild ? kUnbounded : result.tolerance / std::abs(divisor) + kComplexUlps * ulp(dtype, result.largest());
  doubt_complex(result, a);
  if (call.recorded()) {
    const double partial = 1 / divisor;
    const double off = wild ? kUnbounded : kComplexUlps * ulp(dtype, std::abs(partial));
    for (std::size_t i = 0; i < count_of(result); ++i) call.record([&] { call.flow(a, i, partial, off); });
  }
  call.store();
}

}  // namespace

void div_scalar(KernelCall& call) {
  const ScalarValue other = call.arguments().scalar(1);
  const DType dtype = to_floating(common_dtype(call, other));
  if (spec::is_complex(dtype)) return div_complex_scalar(call, dtype, other.value);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start(dtype, a.count);
  call.inherit(a);
  for (std::size_t i = 0; i < count_of(result); ++i) result.real[i] = round_to(dtype, a.real[i] / other.value);
  if (result.tolerance != 0) {
    result.tolerance = other.value != 0 ? result.tolerance / std::abs(other.value) : kUnbounded;
    add_rounding(result);
  }
  if (call.recorded()) {
    const double partial = 1 / other.value;
    for (std::size_t i = 0; i < count_of(result); ++i) {
      call.begin_node();
      call.edge(a.nodes[i], partial, is_short(partial) ? 0 : ulp(dtype, std::abs(partial)));
    }
  }
  call.store();
}
MODECHECK_KERNEL(div_scalar, SecondDerivatives::Yes, div_Scalar, div__Scalar)

void div(KernelCall& call) {
  const DType dtype = to_floating(common_dtype(call, 0, 1));
  if (spec::is_complex(dtype)) return div_complex(call, dtype);
  const auto [a, b, result] = load_pair(call, dtype);
  bool zero_divisor = false;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    result.real[i] = round_to(dtype, a.real[i] / b.real[i]);
    zero_divisor |= b.real[i] == 0;
  }
  if (result.tolerance != 0) {
    const double least = b.smallest() - b.tolerance;
    result.tolerance =
        least > 0 ? (a.tolerance + result.largest() * b.tolerance) / least : std::numeric_limits<double>::infinity();
    add_rounding(result);
  }
  // x / 0 and x / -0 are different infinities.
  if (zero_divisor && !b.exact) result.tolerance = kUnbounded;
  if (call.recorded()) {
    for (std::size_t i = 0; i < count_of(result); ++i) {
      const double inverse = 1 / b.real[i];
      const double quotient = a.real[i] / b.real[i];
      double unsure = 0;
      if (a.tolerance != 0 || b.tolerance != 0) {
        const double least = std::abs(b.real[i]) - b.tolerance;
        const double of_inverse = least > 0 ? b.tolerance / (least * least) : kUnbounded;
        const double of_quotient = least > 0 ? (a.tolerance + std::abs(quotient) * b.tolerance) / least : kUnbounded;
        unsure = of_inverse + of_quotient / std::max(least, 1e-300) + std::abs(quotient) * of_inverse;
      } else if (!is_short(quotient, std::min(format_of(dtype).bits, 24))) {
        // A subject rounds intermediate values of -a / b^2.
        unsure = std::abs(quotient * inverse) * std::max(format_of(dtype).epsilon, kFormat32.epsilon);
      }
      call.begin_node();
      call.edge(a.nodes[i], inverse, unsure);
      call.edge(b.nodes[i], -quotient * inverse, unsure);
      const double square = inverse * inverse;
      // The relative error from the divisor's bound, for powers up to the third.
      const double least = std::abs(b.real[i]) - b.tolerance;
      const double relative = kSecondDerivativeUlps * format_of(dtype).epsilon + (b.tolerance == 0 ? 0
                                                                                  : least > std::abs(b.real[i]) / 2
                                                                                      ? 32 * b.tolerance / least
                                                                                      : kUnbounded);
      call.second_derivative(a.nodes[i], b.nodes[i], -square, square * relative);
      call.second_derivative(b.nodes[i], a.nodes[i], -square, square * relative);
      call.second_derivative(b.nodes[i], b.nodes[i], 2 * quotient * square,
                             2 * std::abs(quotient) * square * relative + 4 * a.tolerance * std::abs(inverse) * square);
    }
  }
  call.store();
}
MODECHECK_KERNEL(div, SecondDerivatives::Yes, div_Tensor, div__Tensor, div_out)

static void maximum(KernelCall& call) {
  const DType dtype = common_dtype(call, 0, 1);
  const auto [a, b, result] = load_pair(call, dtype);
  if (spec::is_floating(dtype)) {
    for (std::size_t i = 0; i < count_of(result); ++i) {
      const double x = a.real[i];
      const double y = b.real[i];
      result.real[i] = std::isnan(x) || x > y ? x : y;
      if (x == 0 && y == 0 && std::signbit(x) != std::signbit(y)) result.exact = false;
    }
    if (call.recorded()) {
      const double tolerance = a.tolerance + b.tolerance;
      for (std::size_t i = 0; i < count_of(result); ++i) {
        const double x = a.real[i];
        const double y = b.real[i];
        const bool unsure = std::isnan(x) || std::isnan(y) || (tolerance != 0 && !(std::abs(x - y) > tolerance));
        const double share = x == y ? 0.5 : x > y ? 1 : 0;
        call.begin_node();
        call.edge(a.nodes[i], share, unsure ? kUnbounded : 0);
        call.edge(b.nodes[i], 1 - share, unsure ? kUnbounded : 0);
      }
    }
  } else {
    for (std::size_t i = 0; i < count_of(result); ++i) result.integer[i] = std::max(a.integer[i], b.integer[i]);
  }
  call.store();
}
MODECHECK_KERNEL(maximum, SecondDerivatives::Yes, maximum, maximum_out)

static void minimum(KernelCall& call) {
  const DType dtype = common_dtype(call, 0, 1);
  const auto [a, b, result] = load_pair(call, dtype);
  const double tolerance = a.tolerance + b.tolerance;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    if (!spec::is_floating(dtype)) {
      result.integer[i] = std::min(a.integer[i], b.integer[i]);
      continue;
    }
    const double x = a.real[i];
    const double y = b.real[i];
    result.real[i] = std::isnan(x) || std::isnan(y) ? x + y : std::min(x, y);
    if (x == 0 && y == 0) result.exact = false;
    if (!call.recorded()) continue;
    const bool unsure = std::isnan(x) || std::isnan(y) || (tolerance != 0 && !(std::abs(x - y) > tolerance));
    const double share = x == y ? 0.5 : x < y ? 1 : 0;
    call.begin_node();
    call.edge(a.nodes[i], share, unsure ? kUnbounded : 0);
    call.edge(b.nodes[i], 1 - share, unsure ? kUnbounded : 0);
  }
  call.store();
}
MODECHECK_KERNEL(minimum, SecondDerivatives::Yes, minimum, minimum_out)

namespace {

// `beyond(x, bound)`: x is outside the bound. At the bound each gets half of the gradient (upstream #191142); for NaN
// the gradient is unspecified.
template <typename Beyond>
void clamp_by_tensor(KernelCall& call, const Beyond& beyond) {
  const DType dtype = common_dtype(call, 0, 1);
  const auto [a, b, result] = load_pair(call, dtype);
  const double tolerance = a.tolerance + b.tolerance;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    if (!spec::is_floating(dtype)) {
      result.integer[i] = beyond(a.integer[i], b.integer[i]) ? b.integer[i] : a.integer[i];
      continue;
    }
    const double x = a.real[i];
    const double bound = b.real[i];
    const bool numbers = !std::isnan(x) && !std::isnan(bound);
    const bool bounded = numbers && beyond(x, bound);
    result.real[i] = numbers ? (bounded ? bound : x) : x + bound;
    if (x == 0 && bound == 0) result.exact = false;  // a zero of either sign is right
    if (!call.recorded()) continue;
    const bool unsure = !numbers || (tolerance != 0 && !(std::abs(x - bound) > tolerance));
    const double share = x == bound ? 0.5 : bounded ? 0 : 1;
    call.begin_node();
    call.edge(a.nodes[i], share, unsure ? kUnbounded : 0);
    call.edge(b.nodes[i], 1 - share, unsure ? kUnbounded : 0);
  }
  call.store();
}

}  // namespace

static void clamp_min_by_tensor(KernelCall& call) { clamp_by_tensor(call, std::less<>{}); }
MODECHECK_KERNEL(clamp_min_by_tensor, SecondDerivatives::No, clamp_min_Tensor, clamp_min__Tensor, clamp_min_Tensor_out)

static void clamp_max_by_tensor(KernelCall& call) { clamp_by_tensor(call, std::greater<>{}); }
MODECHECK_KERNEL(clamp_max_by_tensor, SecondDerivatives::No, clamp_max_Tensor, clamp_max__Tensor, clamp_max_Tensor_out)

// Computes min(max(x, least), most), so `most` wins if the bounds are reversed. If x equals one of two distinct bounds,
// each gets half of the gradient (upstream #191142).
static void clamp_by_tensors(KernelCall& call) {
  const bool has_least = call.arguments().present(1);
  if (!has_least || !call.arguments().present(2))
    return has_least ? clamp_min_by_tensor(call) : clamp_max_by_tensor(call);
  ResultType type;
  for (int k = 0; k < 3; ++k) type.add(call.in(k));
  const DType dtype = type.dtype();
  const Operand& x = call.load_broadcast(0, dtype);
  const Operand& least = call.load_broadcast(1, dtype);
  const Operand& most = call.load_broadcast(2, dtype);
  Result& result = call.start(dtype, x.count);
  for (const Operand* operand : {&x, &least, &most}) call.inherit(*operand);
  const double tolerance = x.tolerance + least.tolerance + most.tolerance;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    if (!spec::is_floating(dtype)) {
      result.integer[i] = std::min(std::max(x.integer[i], least.integer[i]), most.integer[i]);
      continue;
    }
    const double a = x.real[i];
    const double low = least.real[i];
    const double high = most.real[i];
    const bool numbers = !std::isnan(a) && !std::isnan(low) && !std::isnan(high);
    const bool is_high = numbers && (a > high || low > high);
    const bool is_low = numbers && !is_high && a < low;
    const double of_low = is_low ? 1 : low < high && a == low ? 0.5 : 0;
    const double of_high = is_high ? 1 : low < high && a == high ? 0.5 : 0;
    result.real[i] = !numbers ? a + low + high : is_high ? high : is_low ? low : a;
    if ((a == 0) + (low == 0) + (high == 0) > 1) result.exact = false;  // a zero of either sign is right
    if (!call.recorded()) continue;
    const auto near = [&](double p, double q) { return !(std::abs(p - q) > tolerance); };
    // NaN has no derivative.
    const bool unsure = !numbers || (tolerance != 0 && (near(a, low) || near(a, high) || near(low, high)));
    call.begin_node();
    call.edge(x.nodes[i], 1 - of_low - of_high, unsure ? kUnbounded : 0);
    call.edge(least.nodes[i], of_low, unsure ? kUnbounded : 0);
    call.edge(most.nodes[i], of_high, unsure ? kUnbounded : 0);
  }
  call.store();
}
MODECHECK_KERNEL(clamp_by_tensors, SecondDerivatives::No, clamp_Tensor, clamp__Tensor, clamp_Tensor_out)

namespace {

// Prefers the operand that is not NaN; of two numbers the one that `wins(x, y)`, of two equal ones the first. Two equal
// numbers get half of the gradient each (upstream #191142).
template <typename Wins>
void number_of(KernelCall& call, const Wins& wins) {
  const DType dtype = common_dtype(call, 0, 1);
  const auto [a, b, result] = load_pair(call, dtype);
  const double tolerance = a.tolerance + b.tolerance;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    if (!spec::is_floating(dtype)) {
      result.integer[i] = wins(a.integer[i], b.integer[i]) ? a.integer[i] : b.integer[i];
      continue;
    }
    const double x = a.real[i];
    const double y = b.real[i];
    const bool first = std::isnan(y) || wins(x, y);
    result.real[i] = first ? x : y;
    if (x == 0 && y == 0) result.exact = false;
    if (!call.recorded()) continue;
    const bool unsure = tolerance != 0 && !(std::abs(x - y) > tolerance);
    const double share = x == y ? 0.5 : first ? 1 : 0;
    call.begin_node();
    call.edge(a.nodes[i], share, unsure ? kUnbounded : 0);
    call.edge(b.nodes[i], 1 - share, unsure ? kUnbounded : 0);
  }
  // C does not specify fmax and fmin for a signalling NaN.
  for (const int k : {0, 1})
    if (spec::is_floating(call.in(k).dtype) && call.has_signalling_nan(k)) result.tolerance = kUnbounded;
  call.store();
}

template <typename Combine>
void combine_truth(KernelCall& call, const Combine& combine) {
  const DType dtype = common_dtype(call, 0, 1);
  const Operand& a = call.load_broadcast(0, dtype);
  const Operand& b = call.load_broadcast(1, dtype);
  Result& result = call.start(DType::Bool, a.count);
  bool certain = is_bound(a.tolerance) && is_bound(b.tolerance);
  const auto truth = [&](const Operand& x, std::size_t i) {
    if (!spec::is_differentiable(dtype)) return x.integer[i] != 0;
    const double imag = x.complex ? x.imag[i] : 0;
    certain = certain && (x.tolerance == 0 || x.size_of(i) > x.tolerance);
    return x.real[i] != 0 || imag != 0;
  };
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const bool x = truth(a, i);
    const bool y = truth(b, i);
    result.integer[i] = combine(x, y);
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.record_zero_derivatives();
  call.store();
}

template <typename Combine>
void combine_bits(KernelCall& call, const Combine& combine) {
  const DType dtype = common_dtype(call, 0, 1);
  const auto [a, b, result] = load_pair(call, dtype);
  for (std::size_t i = 0; i < count_of(result); ++i) result.integer[i] = combine(a.integer[i], b.integer[i]);
  call.store();
}

template <typename Combine>
void combine_bits_with_number(KernelCall& call, const Combine& combine) {
  const ScalarValue other = call.arguments().scalar(1);
  const DType dtype = common_dtype(call, other);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start(dtype, a.count);
  call.inherit(a);
  const std::int64_t bits = integer_value(other, dtype);
  for (std::size_t i = 0; i < count_of(result); ++i) result.integer[i] = combine(a.integer[i], bits);
  call.store();
}

template <typename Compare>
void compare_number(KernelCall& call, const Compare& holds) {
  const ScalarValue other = call.arguments().scalar(1);
  const DType dtype = common_dtype(call, other);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start(DType::Bool, a.count);
  bool certain = is_bound(a.tolerance);
  for (std::size_t i = 0; i < count_of(result); ++i) {
    if (spec::is_complex(dtype)) {
      // Complex numbers are compared only for equality.
      const bool equal = a.number(i) == other.value;
      result.integer[i] = holds(0.0, equal ? 0.0 : 1.0);
      if (a.tolerance != 0 && !(std::abs(a.number(i) - other.value) > a.tolerance)) certain = false;
    } else if (spec::is_floating(dtype)) {
      result.integer[i] = holds(a.real[i], other.value);
      if (a.tolerance != 0 && !(std::abs(a.real[i] - other.value) > a.tolerance)) certain = false;
    } else {
      result.integer[i] = holds(a.integer[i], integer_value(other, dtype));
    }
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.record_zero_derivatives();
  call.store();
}

// Libraries square an operand in its own dtype, before it is widened to the dtype of the result.
double squared_error(DType own, DType wide, double value) {
  if (own == wide || !spec::is_floating(own)) return 0;
  const double square = value * value;
  return square < format_of(own).largest ? ulp(own, square) : kUnbounded;
}

}  // namespace

static void fmax(KernelCall& call) { number_of(call, std::greater_equal<>{}); }
MODECHECK_KERNEL(fmax, SecondDerivatives::Yes, fmax, fmax_out)

static void fmin(KernelCall& call) { number_of(call, std::less_equal<>{}); }
MODECHECK_KERNEL(fmin, SecondDerivatives::Yes, fmin, fmin_out)

static void atan2(KernelCall& call) {
  constexpr double kAtan2Ulps = 8;
  const DType dtype = to_floating(common_dtype(call, 0, 1));
  const auto [y, x, result] = load_pair(call, dtype);
  const double off = y.tolerance + x.tolerance;
  double tolerance = kAtan2Ulps * ulp(dtype, 4);
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const double a = y.real[i];
    const double b = x.real[i];
    result.real[i] = round_to(dtype, static_cast<double>(std::atan2(static_cast<long double>(a), b)));
    const double radius = std::hypot(a, b);
    const double nearest = radius - off;
    if (off != 0) tolerance = nearest > 0 ? std::max(tolerance, 2 * off / nearest) : kUnbounded;
    // The angle jumps where the first operand changes its sign, zeros included.
    if (!(std::abs(a) > y.tolerance) && !(y.exact && x.exact)) tolerance = kUnbounded;
    if (!call.recorded()) continue;
    const double square = a * a + b * b;
    double unsure = 16 * ulp(dtype, 1 / radius);
    if (off != 0) unsure += nearest > 0 ? 4 * off / (nearest * nearest) : kUnbounded;
    if (!(square > 1e-36 && square < 1e36)) unsure = kUnbounded;
    unsure +=
        (squared_error(call.in(0).dtype, dtype, a) + squared_error(call.in(1).dtype, dtype, b)) / (square * radius);
    call.begin_node();
    call.edge(y.nodes[i], b / square, unsure);
    call.edge(x.nodes[i], -a / square, unsure);
  }
  result.exact = false;
  result.tolerance = is_bound(off) ? tolerance + off : kUnbounded;
  call.store();
}
MODECHECK_KERNEL_FORMS(atan2, SecondDerivatives::No, atan2)

// The derivative is 1 where the signs agree, and -1 where they differ. It is zero for a zero magnitude.
static void copysign(KernelCall& call) {
  const DType dtype = to_floating(common_dtype(call, 0, 1));
  const auto [x, sign, result] = load_pair(call, dtype);
  double tolerance = x.tolerance;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const double a = x.real[i];
    const double b = sign.real[i];
    result.real[i] = std::copysign(a, b);
    const bool known = !std::isnan(b) && (b == 0 ? sign.exact : std::abs(b) > sign.tolerance);
    if (!known) tolerance = kUnbounded;
    if (!call.recorded()) continue;
    const bool near_zero = x.tolerance != 0 && !(std::abs(a) > x.tolerance);
    const double slope = a == 0 ? 0 : std::signbit(a) == std::signbit(b) ? 1 : -1;
    call.begin_node();
    call.edge(x.nodes[i], slope, !known || near_zero || !std::isfinite(a) ? kUnbounded : 2 * ulp(dtype, 1));
    call.edge(sign.nodes[i], 0);
  }
  result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL(copysign, SecondDerivatives::No, copysign_Tensor, copysign__Tensor, copysign_out)

static void xlogy(KernelCall& call) {
  constexpr double kLogUlps = 8;
  const DType dtype = to_floating(common_dtype(call, 0, 1));
  const auto [x, y, result] = load_pair(call, dtype);
  double tolerance = 0;
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const double a = x.real[i];
    const double b = y.real[i];
    const double logarithm = std::log(b);
    const double value = std::isnan(b) ? b : a == 0 ? 0 : a * logarithm;
    result.real[i] = round_to(dtype, value);
    const double nearest = b - y.tolerance;
    double error = kLogUlps * ulp(dtype, std::abs(value)) + x.tolerance * std::abs(logarithm);
    if (y.tolerance != 0) error += (std::abs(a) + x.tolerance) * 2 * y.tolerance / nearest;
    const bool inside = nearest > 0 && std::isfinite(b);
    if ((x.tolerance != 0 || y.tolerance != 0) && !inside) error = kUnbounded;
    if (a != 0 && std::abs(value) < flushed(dtype)) error += flushed(dtype);
    if (std::isfinite(error)) tolerance = std::max(tolerance, error);
    if (error == kUnbounded || !is_bound(x.tolerance) || !is_bound(y.tolerance)) tolerance = kUnbounded;
    if (!call.recorded()) continue;
    const bool smooth = inside && b > 1e-30 && std::isfinite(a);
    double of_x = kLogUlps * ulp(dtype, std::abs(logarithm));
    double of_y = kLogUlps * ulp(dtype, std::abs(a / b));
    if (y.tolerance != 0 || x.tolerance != 0) {
      of_x += 2 * y.tolerance / nearest;
      of_y += 2 * x.tolerance / nearest + 2 * (std::abs(a) + x.tolerance) * y.tolerance / (nearest * nearest);
    }
    call.begin_node();
    // An infinite slope times a zero gradient is NaN.
    call.edge(x.nodes[i], logarithm, smooth ? of_x : kUnbounded);
    call.edge(y.nodes[i], a / b, smooth ? of_y : kUnbounded);
  }
  result.exact = false;
  result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL(xlogy, SecondDerivatives::No, xlogy_Tensor, xlogy__Tensor, xlogy_OutTensor)

static void where(KernelCall& call) {
  const DType dtype = common_dtype(call, 1, 2);
  const Operand& condition = call.load_broadcast(0, DType::Bool);
  const Operand& a = call.load_broadcast(1, dtype);
  const Operand& b = call.load_broadcast(2, dtype);
  Result& result = call.start(dtype, condition.count);
  call.inherit(condition);
  call.inherit(a);
  call.inherit(b);
  for (std::size_t i = 0; i < count_of(result); ++i) {
    const bool first = condition.integer[i] != 0;
    if (spec::is_differentiable(dtype))
      result.real[i] = first ? a.real[i] : b.real[i];
    else
      result.integer[i] = first ? a.integer[i] : b.integer[i];
    if (spec::is_complex(dtype)) result.imag[i] = first ? a.imag[i] : b.imag[i];
    if (call.recorded()) {
      call.record([&] {
        call.flow(a, i, first ? 1.0 : 0.0, condition.tolerance);
        call.flow(b, i, first ? 0.0 : 1.0, condition.tolerance);
      });
    }
  }
  call.store();
}
MODECHECK_KERNEL(where, SecondDerivatives::Yes, where_self)

static void eq(KernelCall& call) { compare(call, std::equal_to<>{}); }
MODECHECK_KERNEL(eq, SecondDerivatives::No, eq_Tensor, eq__Tensor, eq_Tensor_out)

static void ne(KernelCall& call) { compare(call, std::not_equal_to<>{}); }
MODECHECK_KERNEL(ne, SecondDerivatives::No, ne_Tensor, ne__Tensor, ne_Tensor_out)

static void lt(KernelCall& call) { compare(call, std::less<>{}); }
MODECHECK_KERNEL(lt, SecondDerivatives::No, lt_Tensor, lt__Tensor, lt_Tensor_out)

static void le(KernelCall& call) { compare(call, std::less_equal<>{}); }
MODECHECK_KERNEL(le, SecondDerivatives::No, le_Tensor, le__Tensor, le_Tensor_out)

static void gt(KernelCall& call) { compare(call, std::greater<>{}); }
MODECHECK_KERNEL(gt, SecondDerivatives::No, gt_Tensor, gt__Tensor, gt_Tensor_out)

static void ge(KernelCall& call) { compare(call, std::greater_equal<>{}); }
MODECHECK_KERNEL(ge, SecondDerivatives::No, ge_Tensor, ge__Tensor, ge_Tensor_out)

static void eq_scalar(KernelCall& call) { compare_number(call, std::equal_to<>{}); }
MODECHECK_KERNEL(eq_scalar, SecondDerivatives::No, eq_Scalar, eq__Scalar, eq_Scalar_out)

static void ne_scalar(KernelCall& call) { compare_number(call, std::not_equal_to<>{}); }
MODECHECK_KERNEL(ne_scalar, SecondDerivatives::No, ne_Scalar, ne__Scalar, ne_Scalar_out)

static void lt_scalar(KernelCall& call) { compare_number(call, std::less<>{}); }
MODECHECK_KERNEL(lt_scalar, SecondDerivatives::No, lt_Scalar, lt__Scalar, lt_Scalar_out)

static void le_scalar(KernelCall& call) { compare_number(call, std::less_equal<>{}); }
MODECHECK_KERNEL(le_scalar, SecondDerivatives::No, le_Scalar, le__Scalar, le_Scalar_out)

static void gt_scalar(KernelCall& call) { compare_number(call, std::greater<>{}); }
MODECHECK_KERNEL(gt_scalar, SecondDerivatives::No, gt_Scalar, gt__Scalar, gt_Scalar_out)

static void ge_scalar(KernelCall& call) { compare_number(call, std::greater_equal<>{}); }
MODECHECK_KERNEL(ge_scalar, SecondDerivatives::No, ge_Scalar, ge__Scalar, ge_Scalar_out)

static void logical_and(KernelCall& call) {
  combine_truth(call, [](bool x, bool y) { return x && y; });
}
MODECHECK_KERNEL_FORMS(logical_and, SecondDerivatives::No, logical_and)

static void logical_or(KernelCall& call) {
  combine_truth(call, [](bool x, bool y) { return x || y; });
}
MODECHECK_KERNEL_FORMS(logical_or, SecondDerivatives::No, logical_or)

static void logical_xor(KernelCall& call) {
  combine_truth(call, [](bool x, bool y) { return x != y; });
}
MODECHECK_KERNEL_FORMS(logical_xor, SecondDerivatives::No, logical_xor)

static void bitwise_and(KernelCall& call) { combine_bits(call, std::bit_and<>{}); }
MODECHECK_KERNEL(bitwise_and, SecondDerivatives::No, bitwise_and_Tensor, bitwise_and__Tensor, bitwise_and_Tensor_out)

static void bitwise_or(KernelCall& call) { combine_bits(call, std::bit_or<>{}); }
MODECHECK_KERNEL(bitwise_or, SecondDerivatives::No, bitwise_or_Tensor, bitwise_or__Tensor, bitwise_or_Tensor_out)

static void bitwise_xor(KernelCall& call) { combine_bits(call, std::bit_xor<>{}); }
MODECHECK_KERNEL(bitwise_xor, SecondDerivatives::No, bitwise_xor_Tensor, bitwise_xor__Tensor, bitwise_xor_Tensor_out)

static void bitwise_and_scalar(KernelCall& call) { combine_bits_with_number(call, std::bit_and<>{}); }
MODECHECK_KERNEL(bitwise_and_scalar, SecondDerivatives::No, bitwise_and_Scalar, bitwise_and__Scalar)

static void bitwise_or_scalar(KernelCall& call) { combine_bits_with_number(call, std::bit_or<>{}); }
MODECHECK_KERNEL(bitwise_or_scalar, SecondDerivatives::No, bitwise_or_Scalar, bitwise_or__Scalar)

static void bitwise_xor_scalar(KernelCall& call) { combine_bits_with_number(call, std::bit_xor<>{}); }
MODECHECK_KERNEL(bitwise_xor_scalar, SecondDerivatives::No, bitwise_xor_Scalar, bitwise_xor__Scalar)

}  // namespace modecheck::reference
