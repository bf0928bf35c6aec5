// Reference kernels of pointwise operators, with broadcasting and type promotion. Derivatives at kinks are those
// measured in libtorch 1.13.1: relu'(0) = 0, relu'(NaN) = 1, abs'(0) = 0. At equal operands maximum, minimum, fmax and
// fmin give half of the gradient to each operand. If one operand is NaN, fmax and fmin give the whole gradient to the
// other operand.
#include "reference/kernels/pointwise.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {

using spec::DType;
using spec::ScalarValue;

Factor factor_of(const ScalarValue& number, DType dtype) {
  return {nullptr, number.value, spec::is_differentiable(dtype) ? 0 : integer_value(number, dtype)};
}

Pair two_tensors(KernelCall& call) {
  const DType dtype = common_dtype(call.in(0), call.in(1));
  return {dtype, {&call.load_broadcast(0, dtype)}, {&call.load_broadcast(1, dtype)}};
}

Pair tensor_and_number(KernelCall& call, int argument) {
  const ScalarValue number = call.arguments().scalar(argument);
  const DType dtype = common_dtype(call.in(0), number);
  return {dtype, {&call.load(0, dtype)}, factor_of(number, dtype)};
}

Result& start(KernelCall& call, const Pair& pair, DType dtype) {
  const Operand& first = *(pair.a.operand != nullptr ? pair.a.operand : pair.b.operand);
  return call.start_from(dtype, first, pair.b.operand != nullptr ? *pair.b.operand : first);
}

namespace {

constexpr double kExpUlps = 4;
constexpr double kSigmoidUlps = 8;
constexpr double kTanhUlps = 8;
constexpr double kRoundingUlps = 2;
constexpr double kSecondDerivativeUlps = 32;
// Error bound, in units in the last place, for functions of complex numbers, whose formulas differ between libraries.
constexpr double kComplexUlps = 32;
// In float32, a subject's exp may or may not overflow if the exact result lies between these two numbers.
constexpr double kNearOverflow32 = 3.38e38;
constexpr double kOverflow32 = 3.41e38;

using Complex = std::complex<double>;

bool is_finite(Complex value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); }
// Returns true if products and quotients of numbers of the size of `value` have no intermediate result outside the
// range of float32.
bool is_in_range(Complex value) {
  const double size = std::abs(value);
  return size == 0 || (size > 1e-15 && size < 1e15);
}

std::int64_t wrapping(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t raw(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// Returns whether the exact value of a number with this error bound may be zero or have the other sign.
bool is_near_zero(double value, double tolerance) { return tolerance != 0 && !(std::abs(value) > tolerance); }
double doubt(bool unsure) { return unsure ? kUnbounded : 0; }

// ---- operators of one operand

// Computes a function that is exact for real numbers and for integers. The error of the result is at most the error of
// the operand.
template <typename Value, typename OfInteger, typename Slope, typename Unsure>
void compute_exactly(KernelCall& call, const Value& value, const OfInteger& of_integer, const Slope& slope,
                     const Unsure& unsure) {
  const Operand& x = call.load(0);
  Result& result = call.start_from(call.dtype(), x);
  for (std::size_t i = 0; i < x.count; ++i)
    if (spec::is_floating(call.dtype()))
      result.real[i] = value(x.real[i]);
    else
      result.integer[i] = of_integer(x.integer[i]);
  call.record_each([&](std::size_t i) { call.flow(x, i, slope(x.real[i]), doubt(unsure(x.real[i], x.tolerance))); });
}

// Computes a function of real numbers. Subjects compute its slope from the result y. An error of the operand is
// multiplied by at most `gain`. `slope(y)` has the error bound `unsure(y)`. `second_derivative(y)` is the derivative of
// the slope by y, and its own derivative must not exceed 2.
template <typename Value, typename Slope, typename Unsure, typename SecondDerivative>
void compute_smoothly(KernelCall& call, const Operand& x, DType dtype, const Value& value, double gain, double ulps,
                      const Slope& slope, const Unsure& unsure, const SecondDerivative& second_derivative) {
  Result& result = call.start(dtype, x.count);
  for (std::size_t i = 0; i < x.count; ++i) result.real[i] = round_to(dtype, value(x.real[i]));
  result.exact = false;
  result.tolerance = gain * x.tolerance + ulp(dtype, result.largest()) * ulps + flushed(dtype);
  for (std::size_t i = 0; call.recorded() && i < x.count; ++i) {
    const NodeId node = call.begin_node();
    const double y = result.real[i];
    const double off = unsure(y);
    call.edge(x.nodes[i], slope(y), off);
    call.second_derivative(x.nodes[i], node, second_derivative(y),
                           is_bound(off) ? 8 * off + kSecondDerivativeUlps * ulp(dtype, 1) : kUnbounded);
  }
}

// Computes a function of complex numbers. `error(x, y)` bounds a subject's error in the result y if the operand x is
// exact. If the operand is inexact, the result is unknown, unless the function preserves distances.
template <typename Value, typename Derivative, typename Error>
void compute_complex(KernelCall& call, const Value& value, const Derivative& derivative, const Error& error) {
  const Operand& x = call.load(0);
  Result& result = call.start(call.dtype(), x.count);
  result.exact = false;
  for (std::size_t i = 0; i < x.count; ++i) {
    const Complex y = value(x.number(i));
    result.set(i, y);
    if (!is_finite(x.number(i)) || !is_finite(y)) result.tolerance = kUnbounded;
    result.tolerance = std::max(result.tolerance, error(x.number(i), y));
  }
  if (result.tolerance != 0 && x.tolerance != 0) result.tolerance = kUnbounded;
  result.tolerance = std::max(result.tolerance, x.tolerance);
  call.record_each([&](std::size_t i) {
    const Complex y = value(x.number(i));
    call.flow(x, i, derivative(x.number(i), y),
              error(x.number(i), y) == 0 ? 0 : (2 + 4 * std::abs(y)) * result.tolerance);
  });
  call.store();
}

// ---- operators of two operands

// Two operands that were loaded in the same dtype, and the result that was started for them.
struct Loaded {
  const Operand& a;
  const Operand& b;
  Result& result;
};

Loaded load_pair(KernelCall& call, DType dtype) {
  const Operand& a = call.load_broadcast(0, dtype);
  const Operand& b = call.load_broadcast(1, dtype);
  return {a, b, call.start_from(dtype, a, b)};
}

// Adds the rounding of a subject to `result.tolerance`, which holds the bound that comes from the operands. An exact
// result stays as it is.
void add_rounding(Result& result) {
  if (result.tolerance != 0) result.tolerance += kRoundingUlps * ulp(result.dtype, result.largest());
}

// A library may multiply by a real number as by a complex number with imaginary part zero. Then signs of zeros and
// non-finite values are unspecified.
void doubt_complex(Result& result, const Operand& operand) {
  result.exact = false;
  if (!operand.is_finite()) result.tolerance = kUnbounded;
}

// Returns a + factor * b, which wraps around on overflow. For bools the sum is `a or (factor and b)`.
std::int64_t sum_of_integers(DType dtype, std::int64_t a, std::int64_t b, std::int64_t factor) {
  return dtype == DType::Bool ? (a | (b & factor)) != 0 : wrapping(raw(a) + raw(factor) * raw(b));
}

// Computes one operand plus sign * alpha times the other operand. `minuend` is the number of the operand that alpha
// does not multiply.
void add_times(KernelCall& call, int sign, int minuend = 0) {
  const ScalarValue alpha = call.arguments().scalar(2);
  const DType dtype = common_dtype(call.in(0), call.in(1));
  const Loaded of = load_pair(call, dtype);
  const Operand& a = minuend == 0 ? of.a : of.b;
  const Operand& b = minuend == 0 ? of.b : of.a;
  Result& result = of.result;
  if (!spec::is_differentiable(dtype)) {
    for (std::size_t i = 0; i < result.count; ++i)
      result.integer[i] = sum_of_integers(dtype, a.integer[i], b.integer[i], sign * integer_value(alpha, dtype));
    return call.store();
  }
  const double factor = sign * alpha.value;
  result.tolerance = a.tolerance + std::abs(factor) * b.tolerance;
  double unrounded = 0;  // the largest product alpha * x that a fused multiply-add in a subject may leave unrounded
  const auto sum_of = [&](double first, double second) {
    if (factor == 1) return round_to(dtype, first + second);
    const double product = factor * second;
    const double rounded = round_to(dtype, product);
    // In double precision, the reference itself may have to round the product. It does so if the product has many
    // significant bits. It also does so if the product is too small to keep all its bits, or even becomes zero.
    const double smallest = std::numeric_limits<double>::min();
    const bool long_or_small = dtype == DType::Float64 && std::abs(factor) != 1 && factor != 0 && second != 0 &&
                               (!is_short(product) || std::abs(product) < smallest);
    if ((rounded != product || long_or_small) && std::isfinite(product))
      unrounded = std::max({unrounded, std::abs(product), std::numeric_limits<double>::denorm_min()});
    return round_to(dtype, first + rounded);
  };
  for (std::size_t i = 0; i < result.count; ++i) result.real[i] = sum_of(a.real[i], b.real[i]);
  if (spec::is_complex(dtype)) {
    for (std::size_t i = 0; i < result.count; ++i) result.imag[i] = sum_of(a.imag[i], b.imag[i]);
    doubt_complex(result, a);
    doubt_complex(result, b);
  }
  if (unrounded != 0) result.tolerance += ulp(dtype, unrounded);
  if (alpha.value == 0) result.exact = false;  // with alpha = 0 the product 0 * x may be -0 or 0
  add_rounding(result);
  call.record_each([&](std::size_t i) {
    call.flow(a, i, 1.0);
    call.flow(b, i, factor);
  });
  call.store();
}

template <typename Compare>
void compare(KernelCall& call, const Pair& of) {
  Result& result = start(call, of, DType::Bool);
  const double tolerance = of.a.tolerance() + of.b.tolerance();
  bool certain = is_bound(tolerance);
  for (std::size_t i = 0; i < result.count; ++i) {
    if (!spec::is_differentiable(of.dtype)) {
      result.integer[i] = Compare{}(of.a.integer_at(i), of.b.integer_at(i));
      continue;
    }
    // Only equality is defined for complex numbers.
    if (spec::is_complex(of.dtype))
      result.integer[i] = Compare{}(0.0, of.a.complex_at(i) == of.b.complex_at(i) ? 0.0 : 1.0);
    else
      result.integer[i] = Compare{}(of.a.real_at(i), of.b.real_at(i));
    if (tolerance != 0 && !(std::abs(of.a.complex_at(i) - of.b.complex_at(i)) > tolerance)) certain = false;
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.record_zero_derivatives();
  call.store();
}

template <typename Combine>
void combine_truth(KernelCall& call) {
  const Pair of = two_tensors(call);
  Result& result = start(call, of, DType::Bool);
  bool certain = is_bound(of.a.tolerance()) && is_bound(of.b.tolerance());
  const auto truth = [&](const Operand& x, std::size_t i) {
    if (!spec::is_differentiable(of.dtype)) return x.integer[i] != 0;
    certain = certain && (x.tolerance == 0 || x.size_of(i) > x.tolerance);
    return x.number(i) != 0.0;
  };
  for (std::size_t i = 0; i < result.count; ++i) {
    const bool first = truth(*of.a.operand, i);
    result.integer[i] = Combine{}(first, truth(*of.b.operand, i));
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.record_zero_derivatives();
  call.store();
}

template <typename Combine>
void combine_bits(KernelCall& call, const Pair& of) {
  Result& result = start(call, of, of.dtype);
  for (std::size_t i = 0; i < result.count; ++i) result.integer[i] = Combine{}(of.a.integer_at(i), of.b.integer_at(i));
  call.store();
}

// A shift to the left multiplies by a power of two; bits beyond the dtype are lost when the result is stored.
struct TimesPowerOfTwo {
  std::int64_t operator()(std::int64_t x, std::int64_t bits) const {
    return wrapping(raw(x) * (std::uint64_t{1} << (raw(bits) % 64)));
  }
};
// A shift to the right divides by a power of two and rounds down, so that the sign is kept.
struct OverPowerOfTwo {
  std::int64_t operator()(std::int64_t x, std::int64_t bits) const {
    if (bits < 0 || bits > 62) return x < 0 ? -1 : 0;
    const std::int64_t divisor = std::int64_t{1} << bits;
    return x / divisor - (x % divisor < 0 ? 1 : 0);
  }
};

}  // namespace

static void neg(KernelCall& call) {
  if (spec::is_complex(call.dtype()))
    return compute_complex(
        call, [](Complex x) { return -x; }, [](Complex, Complex) { return Complex(-1); },
        [](Complex, Complex) { return 0.0; });
  compute_exactly(
      call, [](double x) { return -x; }, [](std::int64_t x) { return wrapping(0 - raw(x)); },
      [](double) { return -1.0; }, [](double, double) { return false; });
  call.store();
}
MODECHECK_KERNEL_FORMS(neg, SecondDerivatives::Yes, neg)

// For a complex number z, the gradient of abs is z / |z|. For zero it is zero.
static void abs_complex(KernelCall& call) {
  const Operand& x = call.load(0);
  const DType dtype = spec::part_of(call.dtype());
  Result& result = call.start_from(dtype, x);
  result.exact = false;
  for (std::size_t i = 0; i < x.count; ++i) {
    result.real[i] = round_to(dtype, std::abs(x.number(i)));
    if (!is_finite(x.number(i)) || !is_in_range(x.number(i))) result.tolerance = kUnbounded;
  }
  result.tolerance += kComplexUlps * ulp(dtype, result.largest());
  call.record_each([&](std::size_t i) {
    const double size = std::abs(x.number(i));
    const Complex direction = size == 0 ? 0 : x.number(i) / size;
    const double least = size - x.tolerance;
    const double off = x.tolerance == 0 ? 0 : least > 0 ? 2 * x.tolerance / least : kUnbounded;
    call.flow(x, i, std::conj(direction), is_in_range(x.number(i)) ? off + kComplexUlps * ulp(dtype, 1) : kUnbounded);
  });
  call.store();
}

static void abs(KernelCall& call) {
  if (spec::is_complex(call.dtype())) return abs_complex(call);
  compute_exactly(
      call, [](double x) { return std::abs(x); }, [](std::int64_t x) { return x < 0 ? wrapping(0 - raw(x)) : x; },
      [](double x) { return x > 0   ? 1.0
                            : x < 0 ? -1.0
                                    : 0.0; },
      [](double x, double tolerance) { return std::isnan(x) || is_near_zero(x, tolerance); });
  call.store();
}
MODECHECK_KERNEL(abs, SecondDerivatives::Yes, abs, abs_, abs_out)

static void relu(KernelCall& call) {
  compute_exactly(
      call, [](double x) { return x < 0 ? 0 : x; }, [](std::int64_t x) { return std::max<std::int64_t>(x, 0); },
      [](double x) { return x <= 0 ? 0.0 : 1.0; }, is_near_zero);
  // For -0, relu may give a zero of either sign.
  Result& result = call.result();
  for (std::size_t i = 0; spec::is_floating(result.dtype) && i < result.count; ++i)
    if (result.real[i] == 0 && std::signbit(result.real[i])) result.exact = false;
  call.store();
}
MODECHECK_KERNEL(relu, SecondDerivatives::Yes, relu, relu_)

static void exp(KernelCall& call) {
  const DType dtype = to_floating(call.dtype());
  if (spec::is_complex(dtype))
    return compute_complex(
        call, [](Complex x) { return std::exp(x); }, [](Complex, Complex y) { return y; },
        [&](Complex x, Complex y) {
          return std::abs(x) < 80 ? kComplexUlps * (1 + std::abs(x)) * ulp(dtype, std::abs(y)) + flushed(dtype)
                                  : kUnbounded;
        });
  const Operand& x = call.load(0, dtype);
  // An error t of the operand changes the result by at most exp(x) * (exp(t) - 1).
  double largest = 0;
  bool overflows = false;
  for (std::size_t i = 0; i < x.count; ++i) {
    const double y = std::exp(x.real[i]);
    if (dtype != DType::Float64 ? y > kNearOverflow32 && y < kOverflow32 : x.real[i] > 709.7 && x.real[i] < 709.8)
      overflows = true;
    if (std::isfinite(y)) largest = std::max(largest, y);
  }
  const double spread = x.tolerance == 0 ? 0 : largest * std::expm1(x.tolerance);
  compute_smoothly(
      call, x, dtype, [](double v) { return std::exp(v); }, 0, kExpUlps, [](double y) { return y; },
      [&](double y) {
        const double rounding = kExpUlps * ulp(dtype, y);
        return x.tolerance == 0 ? rounding : y * std::expm1(x.tolerance) + rounding;
      },
      [](double) { return 1.0; });
  if (overflows)
    call.result().tolerance = kUnbounded;
  else if (x.tolerance != 0)
    call.result().tolerance = spread + kExpUlps * ulp(dtype, largest);
  call.store();
}
MODECHECK_KERNEL_FORMS(exp, SecondDerivatives::Yes, exp)

static void sigmoid(KernelCall& call) {
  const DType dtype = to_floating(call.dtype());
  if (spec::is_complex(dtype))
    // Near a pole of the complex sigmoid, the sum 1 + exp(-x) loses digits by cancellation.
    return compute_complex(
        call, [](Complex x) { return 1.0 / (1.0 + std::exp(-x)); }, [](Complex, Complex y) { return y * (1.0 - y); },
        [&](Complex x, Complex y) {
          return std::abs(x) < 40
                     ? kComplexUlps * (1 + std::abs(x)) * (2 + std::abs(y)) * ulp(dtype, std::abs(y)) + flushed(dtype)
                     : kUnbounded;
        });
  const Operand& x = call.load(0, dtype);
  const double unsure = x.tolerance / 4 + kSigmoidUlps * ulp(dtype, 1);
  compute_smoothly(
      call, x, dtype, [](double v) { return 1 / (1 + std::exp(-v)); }, 0.25, kSigmoidUlps,
      [](double y) { return y * (1 - y); }, [&](double) { return unsure; }, [](double y) { return 1 - 2 * y; });
  call.store();
}
MODECHECK_KERNEL(sigmoid, SecondDerivatives::Yes, sigmoid, sigmoid_, sigmoid_out)

static void tanh(KernelCall& call) {
  const DType dtype = to_floating(call.dtype());
  if (spec::is_complex(dtype))
    return compute_complex(
        call, [](Complex x) { return std::tanh(x); }, [](Complex, Complex y) { return 1.0 - y * y; },
        [&](Complex x, Complex y) {
          return std::abs(x) < 40 ? kComplexUlps * (1 + std::abs(x)) * ulp(dtype, 1 + std::norm(y)) + flushed(dtype)
                                  : kUnbounded;
        });
  const Operand& x = call.load(0, dtype);
  const double unsure = 2 * (x.tolerance + kTanhUlps * ulp(dtype, 1)) + ulp(dtype, 1);
  compute_smoothly(
      call, x, dtype, [](double v) { return std::tanh(v); }, 1, kTanhUlps, [](double y) { return 1 - y * y; },
      [&](double) { return unsure; }, [](double y) { return -2 * y; });
  call.store();
}
MODECHECK_KERNEL(tanh, SecondDerivatives::Yes, tanh, tanh_, tanh_out)

// These three rows compute self + alpha * other, self - alpha * other, and other - alpha * self.
MODECHECK_KERNEL_OF((add_Tensor, add__Tensor, add_out), SecondDerivatives::Yes, add_times(call, 1))
MODECHECK_KERNEL_OF((sub_Tensor, sub__Tensor, sub_out), SecondDerivatives::Yes, add_times(call, -1))
MODECHECK_KERNEL_OF((rsub_Tensor), SecondDerivatives::Yes, add_times(call, -1, 1))

// Computes self + sign * alpha * other, where `other` is a number. With `reversed`, computes
// other + sign * alpha * self.
static void sum_with_number(KernelCall& call, int sign, bool reversed) {
  const ScalarValue other = call.arguments().scalar(1);
  const ScalarValue alpha = call.arguments().scalar(2);
  const DType dtype = common_dtype(call.in(0), other);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start_from(dtype, a);
  if (!spec::is_differentiable(dtype)) {
    const std::int64_t number = integer_value(other, dtype);
    const std::int64_t factor = integer_value(alpha, dtype) * sign;
    for (std::size_t i = 0; i < a.count; ++i)
      result.integer[i] = reversed ? sum_of_integers(dtype, number, a.integer[i], factor)
                                   : sum_of_integers(dtype, a.integer[i], number, factor);
    return call.store();
  }
  const double factor = reversed ? sign * alpha.value : 1;
  const double added = reversed ? other.value : sign * other.value * alpha.value;
  for (std::size_t i = 0; i < a.count; ++i)
    result.real[i] = round_to(dtype, round_to(dtype, factor * a.real[i]) + added);
  if (spec::is_complex(dtype)) {
    for (std::size_t i = 0; i < a.count; ++i) result.imag[i] = round_to(dtype, factor * a.imag[i]);
    doubt_complex(result, a);
  }
  if (alpha.value == 0 || other.value == 0) result.exact = false;
  result.tolerance *= std::abs(factor);
  if (std::abs(factor) != 1) result.tolerance += 2 * ulp(dtype, std::abs(factor) * a.largest());
  if ((a.tolerance != 0 && !is_bound(a.tolerance)) || !(result.tolerance >= 0)) result.tolerance = kUnbounded;
  add_rounding(result);
  call.record_each([&](std::size_t i) { call.flow(a, i, factor); });
  call.store();
}
MODECHECK_KERNEL_OF((add_Scalar, add__Scalar), SecondDerivatives::Yes, sum_with_number(call, 1, false))
MODECHECK_KERNEL_OF((sub_Scalar, sub__Scalar), SecondDerivatives::Yes, sum_with_number(call, -1, false))
MODECHECK_KERNEL_OF((rsub_Scalar), SecondDerivatives::Yes, sum_with_number(call, -1, true))

static void mul_complex(KernelCall& call, DType dtype) {
  const Loaded of = load_pair(call, dtype);
  const Operand& a = of.a;
  const Operand& b = of.b;
  Result& result = of.result;
  double tolerance = a.largest() * b.tolerance + b.largest() * a.tolerance + a.tolerance * b.tolerance;
  double rounded = 0;  // largest magnitude of a product that some order of summation rounds
  for (std::size_t i = 0; i < result.count; ++i) {
    const Complex x = a.number(i);
    const Complex y = b.number(i);
    ComplexSum product;
    product.add_product(x, y);
    result.set(i, product.value());
    if (!is_short(x) || !is_short(y) || !product.exact(dtype)) rounded = std::max(rounded, std::abs(x) * std::abs(y));
  }
  if (rounded != 0 || tolerance != 0) tolerance += 4 * ulp(dtype, std::max(rounded, result.largest()));
  result.tolerance = tolerance;
  doubt_complex(result, a);
  doubt_complex(result, b);
  call.record_each([&](std::size_t i) {
    call.flow(a, i, b.number(i), b.tolerance);
    call.flow(b, i, a.number(i), a.tolerance);
  });
  call.store();
}

static void div_complex(KernelCall& call, DType dtype) {
  const Loaded of = load_pair(call, dtype);
  const Operand& a = of.a;
  const Operand& b = of.b;
  Result& result = of.result;
  const double least = b.smallest() - b.tolerance;
  bool wild = false;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Complex y = b.number(i);
    result.set(i, a.number(i) / y);
    wild |= y == 0.0 || !is_in_range(y) || !is_in_range(a.number(i));
  }
  result.tolerance = a.tolerance == 0 && b.tolerance == 0
                         ? 0
                         : (least > 0 ? (a.tolerance + result.largest() * b.tolerance) / least : kUnbounded);
  result.tolerance += kComplexUlps * ulp(dtype, result.largest());
  if (wild) result.tolerance = kUnbounded;
  doubt_complex(result, a);
  doubt_complex(result, b);
  const double moved = b.tolerance == 0 ? 0 : least > 0 ? 4 * b.tolerance / least : kUnbounded;
  const double relative = kComplexUlps * format_of(dtype).epsilon + moved;
  call.record_each([&](std::size_t i) {
    const Complex inverse = 1.0 / b.number(i);
    const Complex quotient = a.number(i) * inverse;
    call.flow(a, i, inverse, wild ? kUnbounded : std::abs(inverse) * relative);
    call.flow(b, i, -quotient * inverse,
              wild ? kUnbounded : std::abs(quotient * inverse) * relative + std::norm(inverse) * a.tolerance);
  });
  call.store();
}

static void mul(KernelCall& call) {
  const DType dtype = common_dtype(call.in(0), call.in(1));
  if (spec::is_complex(dtype)) return mul_complex(call, dtype);
  const auto [a, b, result] = load_pair(call, dtype);
  if (!spec::is_floating(dtype)) {
    for (std::size_t i = 0; i < result.count; ++i) result.integer[i] = wrapping(raw(a.integer[i]) * raw(b.integer[i]));
    return call.store();
  }
  for (std::size_t i = 0; i < result.count; ++i) result.real[i] = round_to(dtype, a.real[i] * b.real[i]);
  if (result.tolerance != 0) {
    result.tolerance = a.largest() * b.tolerance + b.largest() * a.tolerance + a.tolerance * b.tolerance;
    add_rounding(result);
  }
  for (std::size_t i = 0; call.recorded() && i < result.count; ++i) {
    call.begin_node();
    call.edge(a.nodes[i], b.real[i], b.tolerance);
    call.edge(b.nodes[i], a.real[i], a.tolerance);
    call.second_derivative(a.nodes[i], b.nodes[i], 1);
    call.second_derivative(b.nodes[i], a.nodes[i], 1);
  }
  call.store();
}
MODECHECK_KERNEL(mul, SecondDerivatives::Yes, mul_Tensor, mul__Tensor, mul_out)

static void mul_scalar(KernelCall& call) {
  const ScalarValue other = call.arguments().scalar(1);
  const DType dtype = common_dtype(call.in(0), other);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start_from(dtype, a);
  if (!spec::is_differentiable(dtype)) {
    for (std::size_t i = 0; i < a.count; ++i)
      result.integer[i] = wrapping(raw(a.integer[i]) * raw(integer_value(other, dtype)));
    return call.store();
  }
  for (std::size_t i = 0; i < a.count; ++i) result.real[i] = round_to(dtype, a.real[i] * other.value);
  if (spec::is_complex(dtype)) {
    for (std::size_t i = 0; i < a.count; ++i) result.imag[i] = round_to(dtype, a.imag[i] * other.value);
    doubt_complex(result, a);
  }
  result.tolerance *= std::abs(other.value);
  add_rounding(result);
  if (a.tolerance != 0 && !is_bound(a.tolerance)) result.tolerance = kUnbounded;
  call.record_each([&](std::size_t i) { call.flow(a, i, other.value); });
  call.store();
}
MODECHECK_KERNEL(mul_scalar, SecondDerivatives::Yes, mul_Scalar, mul__Scalar)

// Divides the real and the imaginary part by the number. Libraries instead use formulas for the quotient of two complex
// numbers.
static void div_complex_scalar(KernelCall& call, DType dtype, double divisor) {
  const Operand& a = call.load(0, dtype);
  Result& result = call.start_from(dtype, a);
  bool wild = divisor == 0;
  for (std::size_t i = 0; i < a.count; ++i) {
    result.set(i, a.number(i) / divisor);
    wild = wild || !is_in_range(a.number(i));
  }
  result.tolerance =
      wild ? kUnbounded : result.tolerance / std::abs(divisor) + kComplexUlps * ulp(dtype, result.largest());
  doubt_complex(result, a);
  const double partial = 1 / divisor;
  const double off = wild ? kUnbounded : kComplexUlps * ulp(dtype, std::abs(partial));
  call.record_each([&](std::size_t i) { call.flow(a, i, partial, off); });
  call.store();
}

void div_scalar(KernelCall& call) {
  const ScalarValue other = call.arguments().scalar(1);
  const DType dtype = to_floating(common_dtype(call.in(0), other));
  if (spec::is_complex(dtype)) return div_complex_scalar(call, dtype, other.value);
  const Operand& a = call.load(0, dtype);
  Result& result = call.start_from(dtype, a);
  for (std::size_t i = 0; i < a.count; ++i) result.real[i] = round_to(dtype, a.real[i] / other.value);
  if (result.tolerance != 0) {
    result.tolerance = other.value != 0 ? result.tolerance / std::abs(other.value) : kUnbounded;
    add_rounding(result);
  }
  const double partial = 1 / other.value;
  const double off = is_short(partial) ? 0 : ulp(dtype, std::abs(partial));
  call.record_each([&](std::size_t i) { call.flow(a, i, partial, off); });
  call.store();
}
MODECHECK_KERNEL(div_scalar, SecondDerivatives::Yes, div_Scalar, div__Scalar)

void div(KernelCall& call) {
  const DType dtype = to_floating(common_dtype(call.in(0), call.in(1)));
  if (spec::is_complex(dtype)) return div_complex(call, dtype);
  const auto [a, b, result] = load_pair(call, dtype);
  bool zero_divisor = false;
  for (std::size_t i = 0; i < result.count; ++i) {
    result.real[i] = round_to(dtype, a.real[i] / b.real[i]);
    zero_divisor |= b.real[i] == 0;
  }
  if (result.tolerance != 0) {
    const double least = b.smallest() - b.tolerance;
    result.tolerance = least > 0 ? (a.tolerance + result.largest() * b.tolerance) / least : kUnbounded;
    add_rounding(result);
  }
  // A division by 0 and a division by -0 give different infinities.
  if (zero_divisor && !b.exact) result.tolerance = kUnbounded;
  for (std::size_t i = 0; call.recorded() && i < result.count; ++i) {
    const double inverse = 1 / b.real[i];
    const double quotient = a.real[i] / b.real[i];
    const double least = std::abs(b.real[i]) - b.tolerance;
    double unsure = 0;
    if (a.tolerance != 0 || b.tolerance != 0) {
      const double of_inverse = least > 0 ? b.tolerance / (least * least) : kUnbounded;
      const double of_quotient = least > 0 ? (a.tolerance + std::abs(quotient) * b.tolerance) / least : kUnbounded;
      unsure = of_inverse + of_quotient / std::max(least, 1e-300) + std::abs(quotient) * of_inverse;
    } else if (!is_short(quotient, std::min(format_of(dtype).bits, 24))) {
      // In a subject, the intermediate values of the slope -a / b^2 are rounded.
      unsure = std::abs(quotient * inverse) * std::max(format_of(dtype).epsilon, kFormat32.epsilon);
    }
    call.begin_node();
    call.edge(a.nodes[i], inverse, unsure);
    call.edge(b.nodes[i], -quotient * inverse, unsure);
    const double square = inverse * inverse;
    // If the divisor has an error, its inverse powers 1/b, 1/b^2 and 1/b^3 have a relative error of at most `moved`.
    const bool far = least > std::abs(b.real[i]) / 2;
    const double moved = b.tolerance == 0 ? 0 : far ? 32 * b.tolerance / least : kUnbounded;
    const double relative = kSecondDerivativeUlps * format_of(dtype).epsilon + moved;
    call.second_derivative(a.nodes[i], b.nodes[i], -square, square * relative);
    call.second_derivative(b.nodes[i], a.nodes[i], -square, square * relative);
    call.second_derivative(b.nodes[i], b.nodes[i], 2 * quotient * square,
                           2 * std::abs(quotient) * square * relative + 4 * a.tolerance * std::abs(inverse) * square);
  }
  call.store();
}
MODECHECK_KERNEL(div, SecondDerivatives::Yes, div_Tensor, div__Tensor, div_out)

namespace {

// How an operator that chooses one of two elements, such as maximum or fmax, treats NaN and zeros.
struct ChoiceRules {
  bool nan_wins = true;            // if one element is NaN: whether NaN is the result; otherwise the number is
  bool zeros_keep_a_sign = false;  // whether two zeros of the same sign give a zero of that sign
};

// Takes each element from the first operand if `wins(x, y)`, and otherwise from the second. If both numbers are equal,
// each operand gets half of the gradient (upstream #191142). If the result is NaN, the gradient is unspecified.
template <typename Wins>
void choose(KernelCall& call, const Wins& wins, ChoiceRules rules) {
  const Loaded of = load_pair(call, common_dtype(call.in(0), call.in(1)));
  Result& result = of.result;
  const auto is_first = [&](double x, double y) { return (!rules.nan_wins && std::isnan(y)) || wins(x, y); };
  const auto is_nan = [&](double x, double y) { return rules.nan_wins && (std::isnan(x) || std::isnan(y)); };
  for (std::size_t i = 0; i < result.count; ++i) {
    if (!spec::is_floating(result.dtype)) {
      result.integer[i] = wins(of.a.integer[i], of.b.integer[i]) ? of.a.integer[i] : of.b.integer[i];
      continue;
    }
    const double x = of.a.real[i];
    const double y = of.b.real[i];
    result.real[i] = is_nan(x, y) ? x + y : is_first(x, y) ? x : y;
    if (x == 0 && y == 0 && !(rules.zeros_keep_a_sign && std::signbit(x) == std::signbit(y))) result.exact = false;
  }
  const double tolerance = of.a.tolerance + of.b.tolerance;
  call.record_each([&](std::size_t i) {
    const double x = of.a.real[i];
    const double y = of.b.real[i];
    const bool unsure = is_nan(x, y) || is_near_zero(x - y, tolerance);
    const double share = x == y ? 0.5 : is_first(x, y) ? 1 : 0;
    call.flow(of.a, i, share, doubt(unsure));
    call.flow(of.b, i, 1 - share, doubt(unsure));
  });
  // The C standard does not specify fmax and fmin for a signalling NaN.
  for (const int k : {0, 1})
    if (!rules.nan_wins && spec::is_floating(call.in(k).dtype) && call.has_signalling_nan(k))
      result.tolerance = kUnbounded;
  call.store();
}

// Chooses between two elements. If one of them is NaN, the other one is chosen. If both are equal, the first is chosen.
template <typename Wins>
void choose_number(KernelCall& call, const Wins& wins) {
  choose(call, wins, {.nan_wins = false});
}

void clamp_min_by_tensor(KernelCall& call) {
  choose(call, [](auto x, auto bound) { return !(x < bound); }, {});
}
void clamp_max_by_tensor(KernelCall& call) {
  choose(call, [](auto x, auto bound) { return !(x > bound); }, {});
}

}  // namespace

MODECHECK_KERNEL_OF((maximum, maximum_out), SecondDerivatives::Yes,
                    choose(call, std::greater<>{}, {.zeros_keep_a_sign = true}))
MODECHECK_KERNEL_OF((minimum, minimum_out), SecondDerivatives::Yes, choose(call, std::less_equal<>{}, {}))
MODECHECK_KERNEL_OF((fmax, fmax_out), SecondDerivatives::Yes, choose_number(call, std::greater_equal<>{}))
MODECHECK_KERNEL_OF((fmin, fmin_out), SecondDerivatives::Yes, choose_number(call, std::less_equal<>{}))
MODECHECK_KERNEL(clamp_min_by_tensor, SecondDerivatives::No, clamp_min_Tensor, clamp_min__Tensor, clamp_min_Tensor_out)
MODECHECK_KERNEL(clamp_max_by_tensor, SecondDerivatives::No, clamp_max_Tensor, clamp_max__Tensor, clamp_max_Tensor_out)

// Computes min(max(x, least), most), so the result is `most` if least > most. If x equals one of two different bounds,
// x and this bound get half of the gradient each (upstream #191142).
static void clamp_by_tensors(KernelCall& call) {
  const bool has_least = call.arguments().present(1);
  if (!has_least || !call.arguments().present(2))
    return has_least ? clamp_min_by_tensor(call) : clamp_max_by_tensor(call);
  const DType dtype = common_dtype(call.in(0), call.in(1), call.in(2));
  const Operand& x = call.load_broadcast(0, dtype);
  const Operand& least = call.load_broadcast(1, dtype);
  const Operand& most = call.load_broadcast(2, dtype);
  Result& result = call.start_from(dtype, x, least, most);
  const double tolerance = x.tolerance + least.tolerance + most.tolerance;
  for (std::size_t i = 0; i < result.count; ++i) {
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
    // if several of the three elements are zero, libraries differ in the sign of the result
    if ((a == 0) + (low == 0) + (high == 0) > 1) result.exact = false;
    // If one of the three elements is NaN, the gradient is unknown.
    const bool unsure = !numbers || is_near_zero(a - low, tolerance) || is_near_zero(a - high, tolerance) ||
                        is_near_zero(low - high, tolerance);
    call.record([&] {
      call.flow(x, i, 1 - of_low - of_high, doubt(unsure));
      call.flow(least, i, of_low, doubt(unsure));
      call.flow(most, i, of_high, doubt(unsure));
    });
  }
  call.store();
}
MODECHECK_KERNEL(clamp_by_tensors, SecondDerivatives::No, clamp_Tensor, clamp__Tensor, clamp_Tensor_out)

// A library squares an operand in the operand's own dtype, before it converts the square to the dtype of the result.
static double squared_error(DType own, DType wide, double value) {
  if (own == wide || !spec::is_floating(own)) return 0;
  const double square = value * value;
  return square < format_of(own).largest ? ulp(own, square) : kUnbounded;
}

static void atan2(KernelCall& call) {
  constexpr double kAtan2Ulps = 8;
  const DType dtype = to_floating(common_dtype(call.in(0), call.in(1)));
  const Loaded of = load_pair(call, dtype);
  const Operand& y = of.a;
  const Operand& x = of.b;
  Result& result = of.result;
  const double off = y.tolerance + x.tolerance;
  double tolerance = kAtan2Ulps * ulp(dtype, 4);
  for (std::size_t i = 0; i < result.count; ++i) {
    const double a = y.real[i];
    const double b = x.real[i];
    result.real[i] = round_to(dtype, static_cast<double>(std::atan2(static_cast<long double>(a), b)));
    const double radius = std::hypot(a, b);
    const double nearest = radius - off;
    if (off != 0) tolerance = nearest > 0 ? std::max(tolerance, 2 * off / nearest) : kUnbounded;
    // atan2 jumps where its first operand changes its sign. Even 0 and -0 give different angles.
    if (!(std::abs(a) > y.tolerance) && !(y.exact && x.exact)) tolerance = kUnbounded;
    const double square = a * a + b * b;
    double unsure = 16 * ulp(dtype, 1 / radius);
    if (off != 0) unsure += nearest > 0 ? 4 * off / (nearest * nearest) : kUnbounded;
    if (!(square > 1e-36 && square < 1e36)) unsure = kUnbounded;
    unsure +=
        (squared_error(call.in(0).dtype, dtype, a) + squared_error(call.in(1).dtype, dtype, b)) / (square * radius);
    call.record([&] {
      call.flow(y, i, b / square, unsure);
      call.flow(x, i, -a / square, unsure);
    });
  }
  result.exact = false;
  result.tolerance = is_bound(off) ? tolerance + off : kUnbounded;
  call.store();
}
MODECHECK_KERNEL_FORMS(atan2, SecondDerivatives::No, atan2)

// The derivative by the first operand is 1 where the signs of both operands agree, and -1 where they differ. At zero it
// is zero.
static void copysign(KernelCall& call) {
  const DType dtype = to_floating(common_dtype(call.in(0), call.in(1)));
  const Loaded of = load_pair(call, dtype);
  const Operand& sign = of.b;
  double tolerance = of.a.tolerance;
  for (std::size_t i = 0; i < of.result.count; ++i) {
    const double a = of.a.real[i];
    const double b = sign.real[i];
    of.result.real[i] = std::copysign(a, b);
    const bool known = !std::isnan(b) && (b == 0 ? sign.exact : std::abs(b) > sign.tolerance);
    if (!known) tolerance = kUnbounded;
    const bool unsure = !known || is_near_zero(a, of.a.tolerance) || !std::isfinite(a);
    call.record([&] {
      const double slope = a == 0 ? 0 : std::signbit(a) == std::signbit(b) ? 1 : -1;
      call.flow(of.a, i, slope, unsure ? kUnbounded : 2 * ulp(dtype, 1));
      call.flow(sign, i, 0.0);
    });
  }
  of.result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL(copysign, SecondDerivatives::No, copysign_Tensor, copysign__Tensor, copysign_out)

static void xlogy(KernelCall& call) {
  constexpr double kLogUlps = 8;
  const DType dtype = to_floating(common_dtype(call.in(0), call.in(1)));
  const Loaded of = load_pair(call, dtype);
  const Operand& x = of.a;
  const Operand& y = of.b;
  Result& result = of.result;
  const bool inexact = x.tolerance != 0 || y.tolerance != 0;
  double tolerance = 0;
  for (std::size_t i = 0; i < result.count; ++i) {
    const double a = x.real[i];
    const double b = y.real[i];
    const double logarithm = std::log(b);
    const double value = std::isnan(b) ? b : a == 0 ? 0 : a * logarithm;
    result.real[i] = round_to(dtype, value);
    const double nearest = b - y.tolerance;
    double error = kLogUlps * ulp(dtype, std::abs(value)) + x.tolerance * std::abs(logarithm);
    if (y.tolerance != 0) error += (std::abs(a) + x.tolerance) * 2 * y.tolerance / nearest;
    const bool inside = nearest > 0 && std::isfinite(b);
    if (inexact && !inside) error = kUnbounded;
    if (a != 0 && std::abs(value) < flushed(dtype)) error += flushed(dtype);
    if (std::isfinite(error)) tolerance = std::max(tolerance, error);
    if (error == kUnbounded || !is_bound(x.tolerance) || !is_bound(y.tolerance)) tolerance = kUnbounded;
    const bool smooth = inside && b > 1e-30 && std::isfinite(a);
    double of_x = kLogUlps * ulp(dtype, std::abs(logarithm));
    double of_y = kLogUlps * ulp(dtype, std::abs(a / b));
    if (inexact) {
      of_x += 2 * y.tolerance / nearest;
      of_y += 2 * x.tolerance / nearest + 2 * (std::abs(a) + x.tolerance) * y.tolerance / (nearest * nearest);
    }
    call.record([&] {
      // Where the slope is infinite, a subject multiplies it by a zero gradient and gets NaN.
      call.flow(x, i, logarithm, smooth ? of_x : kUnbounded);
      call.flow(y, i, a / b, smooth ? of_y : kUnbounded);
    });
  }
  result.exact = false;
  result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL(xlogy, SecondDerivatives::No, xlogy_Tensor, xlogy__Tensor, xlogy_OutTensor)

static void where(KernelCall& call) {
  const DType dtype = common_dtype(call.in(1), call.in(2));
  const Operand& condition = call.load_broadcast(0, DType::Bool);
  const Operand& a = call.load_broadcast(1, dtype);
  const Operand& b = call.load_broadcast(2, dtype);
  Result& result = call.start_from(dtype, condition, a, b);
  for (std::size_t i = 0; i < result.count; ++i) {
    const bool first = condition.integer[i] != 0;
    result.take(i, first ? a : b, i);
    call.record([&] {
      call.flow(a, i, first ? 1.0 : 0.0, condition.tolerance);
      call.flow(b, i, first ? 0.0 : 1.0, condition.tolerance);
    });
  }
  call.store();
}
MODECHECK_KERNEL(where, SecondDerivatives::Yes, where_self)

// Defines the kernel rows of a comparison operator: one compares with a tensor, the other with a number.
#define MODECHECK_COMPARISON(op, Compare)                                                  \
  MODECHECK_KERNEL_OF((op##_Tensor, op##__Tensor, op##_Tensor_out), SecondDerivatives::No, \
                      compare<Compare>(call, two_tensors(call)))                           \
  MODECHECK_KERNEL_OF((op##_Scalar, op##__Scalar, op##_Scalar_out), SecondDerivatives::No, \
                      compare<Compare>(call, tensor_and_number(call, 1)))
MODECHECK_COMPARISON(eq, std::equal_to<>)
MODECHECK_COMPARISON(ne, std::not_equal_to<>)
MODECHECK_COMPARISON(lt, std::less<>)
MODECHECK_COMPARISON(le, std::less_equal<>)
MODECHECK_COMPARISON(gt, std::greater<>)
MODECHECK_COMPARISON(ge, std::greater_equal<>)

MODECHECK_KERNEL_FORMS(combine_truth<std::logical_and<>>, SecondDerivatives::No, logical_and)
MODECHECK_KERNEL_FORMS(combine_truth<std::logical_or<>>, SecondDerivatives::No, logical_or)
MODECHECK_KERNEL_FORMS(combine_truth<std::not_equal_to<>>, SecondDerivatives::No, logical_xor)

// Defines the kernel rows of a bitwise operator: one takes a second tensor, the other a number.
#define MODECHECK_BITWISE(op, Combine)                                                     \
  MODECHECK_KERNEL_OF((op##_Tensor, op##__Tensor, op##_Tensor_out), SecondDerivatives::No, \
                      combine_bits<Combine>(call, two_tensors(call)))                      \
  MODECHECK_KERNEL_OF((op##_Scalar, op##__Scalar), SecondDerivatives::No,                  \
                      combine_bits<Combine>(call, tensor_and_number(call, 1)))
MODECHECK_BITWISE(bitwise_and, std::bit_and<>)
MODECHECK_BITWISE(bitwise_or, std::bit_or<>)
MODECHECK_BITWISE(bitwise_xor, std::bit_xor<>)

// Defines the kernel rows of a shift. The specification says nothing about a shift by fewer than 0 bits, or by as many
// bits as the dtype has, so such a shift has any value here.
#define MODECHECK_SHIFT(op, Shift)                                                         \
  MODECHECK_KERNEL_OF((op##_Tensor, op##__Tensor, op##_Tensor_out), SecondDerivatives::No, \
                      combine_bits<Shift>(call, two_tensors(call)))                        \
  MODECHECK_KERNEL_OF((op##_Tensor_Scalar, op##__Tensor_Scalar), SecondDerivatives::No,    \
                      combine_bits<Shift>(call, tensor_and_number(call, 1)))
MODECHECK_SHIFT(bitwise_left_shift, TimesPowerOfTwo)
MODECHECK_SHIFT(bitwise_right_shift, OverPowerOfTwo)

}  // namespace modecheck::reference
