// Reference kernels of powers, remainders, rounded quotients and operators of three tensors, element by element. Values
// are computed in long double and rounded to the dtype of the result.

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "reference/kernels/kernel_row.h"
#include "reference/kernels/pointwise.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::ScalarValue;
using Real = long double;

constexpr double kUlps = 8;
constexpr double kSlopeUlps = 32;
// Squares and products of numbers below kSmall or above kLarge may leave the range of float32.
constexpr double kSmall = 1e-17;
constexpr double kLarge = 1e17;

std::uint64_t raw(std::int64_t value) { return static_cast<std::uint64_t>(value); }

double rounded(DType dtype, Real value) { return round_to(dtype, static_cast<double>(value)); }
bool holds(DType dtype, Real value) { return static_cast<Real>(rounded(dtype, value)) == value; }
bool is_moderate(double value) { return value == 0 || (std::abs(value) > kSmall && std::abs(value) < kLarge); }

// ---- powers -----------------------------------------------------------------------------------------------

std::int64_t integer_power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  std::uint64_t out = 1;
  std::uint64_t square = raw(base);
  for (auto bits = raw(exponent); bits != 0; bits /= 2, square *= square)
    if (bits % 2 != 0) out *= square;
  return static_cast<std::int64_t>(out);
}

// Computes base^exponent of complex numbers as exp(exponent * log(base)). The result is unknown near zero and near the
// logarithm's branch cut. At the cut, the sign of a zero imaginary part chooses the result.
void complex_power(KernelCall& call, const Pair& pair) {
  using Complex = std::complex<Real>;
  const DType dtype = pair.dtype;
  Result& result = start(call, pair, dtype);
  const bool inexact = pair.a.tolerance() != 0 || pair.b.tolerance() != 0;
  double tolerance = inexact ? kUnbounded : flushed(dtype);
  for (std::size_t i = 0; i < result.count; ++i) {
    const Complex base = pair.a.complex_at(i);
    const Complex exponent = pair.b.complex_at(i);
    const Complex logarithm(std::log(std::abs(base)), std::arg(base));
    const Complex y = std::exp(exponent * logarithm);
    result.set(i, std::complex<double>(y));
    const Real size = std::abs(y);
    const bool cut = base.real() < 0 && std::abs(base.imag()) < 1e-3L * std::abs(base.real());
    const bool known =
        !inexact && !cut && std::abs(base) > 1e-3L && std::abs(base) < 1e6L && std::abs(exponent) < 100 && size < 1e30L;
    // The error bound grows with the size of the exponent and of the logarithm, whose product is rounded before the
    // exponential.
    const Real stretched = (std::abs(logarithm) + 2) * (std::abs(exponent) + 2);
    const auto unsure = [&](Real of) {
      return known ? static_cast<double>(kSlopeUlps * stretched * of * format_of(dtype).epsilon) + flushed(dtype)
                   : kUnbounded;
    };
    tolerance = std::max(tolerance, unsure(size));
    call.record([&] {
      const Complex of_base = exponent * std::exp((exponent - Real{1}) * logarithm);
      const Complex of_exponent = y * logarithm;
      pair.a.flow(call, i, std::complex<double>(of_base), unsure(std::abs(of_base)));
      pair.b.flow(call, i, std::complex<double>(of_exponent), unsure(std::abs(of_exponent)));
    });
  }
  result.exact = false;
  result.tolerance = tolerance;
  call.store();
}

void power(KernelCall& call, const Pair& pair) {
  const DType dtype = pair.dtype;
  const Factor& base = pair.a;
  const Factor& exponent = pair.b;
  if (spec::is_complex(dtype)) return complex_power(call, pair);
  Result& result = start(call, pair, dtype);
  if (!spec::is_floating(dtype)) {
    for (std::size_t i = 0; i < result.count; ++i)
      result.integer[i] = integer_power(base.integer_at(i), exponent.integer_at(i));
    return call.store();
  }
  bool known = base.tolerance() == 0 && exponent.tolerance() == 0;
  const Real end = std::min(3.3e38L, static_cast<Real>(greatest_of(dtype)) * 0.97L);
  const Real most = std::min(1e37L, static_cast<Real>(greatest_of(dtype)) / 8);
  for (std::size_t i = 0; i < result.count; ++i) {
    const Real y = std::pow(static_cast<Real>(base.real_at(i)), static_cast<Real>(exponent.real_at(i)));
    result.real[i] = rounded(dtype, y);
    // A zero base with a negative exponent gives +inf or -inf, depending on the sign of the zero.
    if (base.real_at(i) == 0 && exponent.real_at(i) < 0 && !base.exact()) known = false;
    // Close to the largest finite number, a subject's result may or may not overflow to infinity.
    if (std::abs(y) > end && std::isfinite(y)) known = false;
  }
  result.exact = false;
  result.tolerance = known ? kUlps * ulp(dtype, result.largest()) + flushed(dtype) : kUnbounded;
  call.record_each([&](std::size_t i) {
    const Real x = base.real_at(i);
    const Real to = exponent.real_at(i);
    const Real lower = std::pow(x, to - 1);
    const Real of_base = to == 0 ? 0 : to * lower;
    const Real of_exponent = x == 0 && to >= 0 ? 0 : std::pow(x, to) * std::log(x);
    // A subject rounds `exponent - 1`. The logarithm of the base multiplies this error.
    const Real stretched = x > 0 ? std::abs(std::log(x)) * (std::abs(to) + 1) : 1;
    const auto unsure = [&](Real partial) {
      if (!known || !std::isfinite(partial) || std::abs(partial) > most) return kUnbounded;
      // A subject's `exponent - 1` of a large exponent is rounded, perhaps to an even number. Then the sign is unknown.
      if (x < 0 && std::abs(to) * format_of(dtype).epsilon >= 0.5) return kUnbounded;
      return static_cast<double>(std::abs(partial) * format_of(dtype).epsilon * (kSlopeUlps + 2 * stretched)) +
             2 * flushed(dtype);
    };
    // In a subject x^(y-1) alone may overflow, although the product y * x^(y-1) does not. Then the derivative is
    // unknown.
    base.flow(call, i, static_cast<double>(of_base), to != 0 && std::abs(lower) > most ? kUnbounded : unsure(of_base));
    exponent.flow(call, i, static_cast<double>(of_exponent), unsure(of_exponent));
  });
  call.store();
}

// ---- division ---------------------------------------------------------------------------------------------

enum class Rest : std::uint8_t { OfDividend, OfDivisor };  // the sign that a nonzero remainder has

// The floored or truncated quotient of two numbers. `certain` says that a subject's rounding cannot change it.
struct Whole {
  Real count = 0;
  bool certain = false;
};
Whole whole_quotient(DType dtype, double a, double b, Rest rest) {
  const Real quotient = static_cast<Real>(a) / b;
  Whole out;
  out.count = rest == Rest::OfDivisor ? std::floor(quotient) : std::trunc(quotient);
  const Real nearest = std::nearbyint(quotient);
  const bool divides = nearest * b == static_cast<Real>(a);
  if (divides) out.count = nearest;
  out.certain = std::isfinite(quotient) && std::abs(quotient) < 1e6L &&
                (divides || std::abs(quotient - nearest) > 4 * static_cast<Real>(ulp(dtype, std::abs(a / b))));
  return out;
}

std::int64_t integer_rest(std::int64_t a, std::int64_t b, Rest rest) {
  if (b == 0 || b == -1) return 0;
  const std::int64_t left = a % b;
  return rest == Rest::OfDivisor && left != 0 && (left < 0) != (b < 0) ? left + b : left;
}

void rest_of(KernelCall& call, const Pair& pair, Rest rest) {
  const DType dtype = pair.dtype;
  const Factor& a = pair.a;
  const Factor& b = pair.b;
  Result& result = start(call, pair, dtype);
  bool known = a.tolerance() == 0 && b.tolerance() == 0;
  for (std::size_t i = 0; i < result.count; ++i) {
    if (!spec::is_floating(dtype)) {
      known = known && b.integer_at(i) != 0;
      result.integer[i] = integer_rest(a.integer_at(i), b.integer_at(i), rest);
      continue;
    }
    const double x = a.real_at(i);
    const double y = b.real_at(i);
    double left = std::fmod(x, y);
    if (rest == Rest::OfDivisor && left != 0 && std::signbit(left) != std::signbit(y)) left += y;
    result.real[i] = round_to(dtype, left);
    if (result.real[i] == 0) result.exact = false;
    if (!std::isfinite(x) || !std::isfinite(y)) known = known && std::isnan(left);
  }
  result.tolerance = known ? 0 : kUnbounded;
  call.record_each([&](std::size_t i) {
    const Whole whole = whole_quotient(dtype, a.real_at(i), b.real_at(i), rest);
    const double error = known && whole.certain ? 0 : kUnbounded;
    a.flow(call, i, 1.0, error);
    b.flow(call, i, static_cast<double>(-whole.count), error);
  });
  call.store();
}

void rounded_quotient(KernelCall& call, const Pair& pair, Rest rest) {
  const auto& [dtype, a, b] = pair;
  Result& result = start(call, pair, dtype);
  bool known = a.tolerance() == 0 && b.tolerance() == 0;
  double tolerance = 0;
  for (std::size_t i = 0; i < result.count; ++i) {
    if (!spec::is_floating(dtype)) {
      const std::int64_t x = a.integer_at(i);
      const std::int64_t y = b.integer_at(i);
      known = known && y != 0;
      // The quotient is (dividend - remainder) / divisor, which needs no rounding. For the divisor -1, negating the
      // smallest integer wraps around.
      result.integer[i] = y == 0    ? 0
                          : y == -1 ? static_cast<std::int64_t>(0 - raw(x))
                                    : (x - integer_rest(x, y, rest)) / y;
      continue;
    }
    const double x = a.real_at(i);
    const double y = b.real_at(i);
    const Whole whole = whole_quotient(dtype, x, y, rest);
    result.real[i] = round_to(dtype, y == 0 ? x / y : static_cast<double>(whole.count));
    if (result.real[i] == 0) result.exact = false;
    if (y == 0)
      known = known && (b.exact() || std::isnan(x) || x == 0);
    else if (!std::isfinite(x) || !std::isfinite(y))
      known = known && (std::isnan(x) || std::isnan(y));
    else if (!whole.certain && !std::isfinite(whole.count))
      known = false;
    else if (!whole.certain)
      tolerance = std::max(tolerance, 1 + 4 * ulp(dtype, std::abs(result.real[i])));
  }
  result.tolerance = known ? tolerance : kUnbounded;
  if (spec::is_floating(dtype)) call.record_zero_derivatives();
  call.store();
}

// ---- functions of two floating numbers --------------------------------------------------------------------

// The partial derivatives of a function f(a, b) by a and by b, and their error bound if an operand is inexact.
struct Partials {
  double of_a = 0;
  double of_b = 0;
  double error = 0;
};

// Computes a function of two numbers that never enlarges errors: the error of the result is at most the sum of the
// operands' errors. `partials` takes this sum as its argument `off`.
template <typename Value, typename PartialsOf>
void contraction(KernelCall& call, const Value& value, const PartialsOf& partials) {
  const Pair pair = two_tensors(call);
  const DType dtype = pair.dtype;
  Result& result = start(call, pair, dtype);
  const double off = pair.a.tolerance() + pair.b.tolerance();
  double largest = 0;
  bool known = is_bound(off);
  for (std::size_t i = 0; i < result.count; ++i) {
    const double x = pair.a.real_at(i);
    const double y = pair.b.real_at(i);
    result.real[i] = rounded(dtype, value(static_cast<Real>(x), static_cast<Real>(y)));
    if (std::isfinite(x) && std::isfinite(y)) largest = std::max({largest, std::abs(x), std::abs(y), 1.0});
    if (!std::isnan(x) && !std::isnan(y) && (!is_moderate(x) || !is_moderate(y))) known = false;
  }
  result.exact = false;
  result.tolerance = known ? off + kUlps * ulp(dtype, largest) + flushed(dtype) : kUnbounded;
  call.record_each([&](std::size_t i) {
    const Partials of = partials(pair.a.real_at(i), pair.b.real_at(i), off, dtype);
    const double unsure = known && std::isfinite(of.error) ? of.error : kUnbounded;
    pair.a.flow(call, i, of.of_a, unsure);
    pair.b.flow(call, i, of.of_b, unsure);
  });
  call.store();
}

// ---- operators of three tensors ---------------------------------------------------------------------------

// Runs a kernel on inputs 0 to 2. They are converted to the dtype to which they promote, and broadcast to the shape of
// the output.
using TripleKernel = void (*)(KernelCall& call, const Operand& self, const Operand& a, const Operand& b,
                              Result& result);
void with_three_tensors(KernelCall& call, TripleKernel kernel) {
  const DType dtype = common_dtype(call.in(0), call.in(1), call.in(2));
  const Operand& self = call.load_broadcast(0, dtype);
  const Operand& a = call.load_broadcast(1, dtype);
  const Operand& b = call.load_broadcast(2, dtype);
  kernel(call, self, a, b, call.start_from(dtype, self, a, b));
  call.store();
}

void interpolate_complex(KernelCall& call, const Operand& a, const Operand& b, const Factor& weight);

// Computes lerp: (1 - weight) * a + weight * b.
void interpolate(KernelCall& call, const Operand& a, const Operand& b, const Factor& weight) {
  const DType dtype = call.dtype();
  if (spec::is_complex(dtype)) return interpolate_complex(call, a, b, weight);
  Result& result = call.start_from(dtype, a, b);
  if (weight.operand != nullptr) call.inherit(*weight.operand);
  double tolerance = 0;
  bool known = is_bound(a.tolerance) && is_bound(b.tolerance) && is_bound(weight.tolerance());
  const bool inexact = a.tolerance != 0 || b.tolerance != 0 || weight.tolerance() != 0;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Real x = a.real[i];
    const Real y = b.real[i];
    const Real w = weight.real_at(i);
    const Real way = y - x;
    const Real sum = x + w * way;
    result.real[i] = rounded(dtype, sum);
    if (result.real[i] == 0) result.exact = false;
    known = known && is_moderate(a.real[i]) && is_moderate(b.real[i]) && is_moderate(weight.real_at(i));
    const bool same_by_every_formula = holds(dtype, way) && holds(dtype, w * way) && holds(dtype, 1 - w) &&
                                       holds(dtype, (1 - w) * way) && holds(dtype, sum);
    if (same_by_every_formula && !inexact) continue;
    const double size = static_cast<double>((1 + std::abs(w)) * (std::abs(x) + std::abs(y)));
    tolerance =
        std::max(tolerance, kUlps * ulp(dtype, size) + static_cast<double>(std::abs(1 - w)) * a.tolerance +
                                static_cast<double>(std::abs(w)) * b.tolerance +
                                weight.tolerance() * (static_cast<double>(std::abs(way)) + a.tolerance + b.tolerance));
  }
  result.tolerance = known ? tolerance : kUnbounded;
  call.record_each([&](std::size_t i) {
    const double w = weight.real_at(i);
    const double way = b.real[i] - a.real[i];
    const double of_weight =
        weight.tolerance() + (holds(dtype, 1 - static_cast<Real>(w)) ? 0 : 2 * ulp(dtype, 1 + std::abs(w)));
    const double of_way = a.tolerance + b.tolerance + (holds(dtype, way) ? 0 : 2 * ulp(dtype, std::abs(way)));
    call.flow(a, i, 1 - w, known ? of_weight : kUnbounded);
    call.flow(b, i, w, known ? of_weight : kUnbounded);
    weight.flow(call, i, way, known ? of_way : kUnbounded);
  });
  call.store();
}

// ---- operators of three complex tensors -------------------------------------------------------------------

using Complex = std::complex<double>;

bool is_moderate(Complex value) { return value == 0.0 || (std::abs(value) > kSmall && std::abs(value) < kLarge); }

// Error bound for the formula of a subject, in units in the last place of the result. It holds if no intermediate term
// is larger than the result.
constexpr double kComplexUlps = 32;

// A library may multiply a complex number by a real number as by a complex one with imaginary part zero. So the signs
// of zeros are unspecified.
void interpolate_complex(KernelCall& call, const Operand& a, const Operand& b, const Factor& weight) {
  const DType dtype = call.dtype();
  Result& result = call.start(dtype, a.count);
  bool known = is_bound(a.tolerance) && is_bound(b.tolerance) && is_bound(weight.tolerance());
  double tolerance = 0;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Complex w = weight.complex_at(i);
    const Complex way = b.number(i) - a.number(i);
    result.set(i, a.number(i) + w * way);
    known = known && is_moderate(a.number(i)) && is_moderate(b.number(i)) && is_moderate(w);
    const double size = (1 + std::abs(w)) * (std::abs(a.number(i)) + std::abs(b.number(i)));
    tolerance = std::max(tolerance, kComplexUlps * ulp(dtype, size) + std::abs(1.0 - w) * a.tolerance +
                                        std::abs(w) * b.tolerance +
                                        weight.tolerance() * (std::abs(way) + a.tolerance + b.tolerance));
  }
  result.exact = false;
  result.tolerance = known ? tolerance : kUnbounded;
  call.record_each([&](std::size_t i) {
    const Complex w = weight.complex_at(i);
    const double of_weight = weight.tolerance() + 2 * ulp(dtype, 1 + std::abs(w));
    const double of_way = a.tolerance + b.tolerance + 2 * ulp(dtype, std::abs(a.number(i)) + std::abs(b.number(i)));
    call.flow(a, i, 1.0 - w, known ? of_weight : kUnbounded);
    call.flow(b, i, w, known ? of_weight : kUnbounded);
    weight.flow(call, i, b.number(i) - a.number(i), known ? of_way : kUnbounded);
  });
  call.store();
}

// Computes addcmul or addcdiv of complex numbers: self + factor * a * b, or self + factor * a / b.
void add_complex_term(KernelCall& call, const Operand& self, const Operand& a, const Operand& b, Result& result,
                      double factor, bool divides) {
  const DType dtype = result.dtype;
  bool known = is_bound(self.tolerance) && is_bound(a.tolerance) && is_bound(b.tolerance);
  double tolerance = 0;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Complex x = a.number(i);
    const Complex y = b.number(i);
    const double least = std::abs(y) - b.tolerance;
    known = known && is_moderate(self.number(i)) && is_moderate(x) && is_moderate(y) && (!divides || least > 0);
    const Complex term = divides ? factor * x / y : factor * x * y;
    result.set(i, self.number(i) + term);
    const double moved =
        divides
            ? (std::abs(factor) * a.tolerance + std::abs(term) * b.tolerance) / least
            : std::abs(factor) * (std::abs(x) * b.tolerance + std::abs(y) * a.tolerance + a.tolerance * b.tolerance);
    tolerance = std::max(tolerance,
                         self.tolerance + moved + kComplexUlps * ulp(dtype, std::abs(self.number(i)) + std::abs(term)));
  }
  result.exact = false;
  result.tolerance = known ? tolerance : kUnbounded;
  call.record_each([&](std::size_t i) {
    const Complex x = a.number(i);
    const Complex y = b.number(i);
    const double least = std::abs(y) - b.tolerance;
    const Complex of_a = divides ? factor / y : factor * y;
    const Complex of_b = divides ? -factor * x / (y * y) : factor * x;
    const double moved_a = divides ? std::abs(of_a) * b.tolerance / least : std::abs(factor) * b.tolerance;
    const double moved_b = divides ? (std::abs(factor) * a.tolerance / least + 3 * std::abs(of_b) * b.tolerance) / least
                                   : std::abs(factor) * a.tolerance;
    const auto unsure = [&](Complex partial, double moved) {
      return known ? moved + kComplexUlps * ulp(dtype, std::abs(partial)) : kUnbounded;
    };
    call.flow(self, i, 1.0);
    call.flow(a, i, of_a, unsure(of_a, moved_a));
    call.flow(b, i, of_b, unsure(of_b, moved_b));
  });
}

}  // namespace

MODECHECK_KERNEL_OF((pow_Tensor_Tensor, pow_Tensor_Tensor_out, pow__Tensor), SecondDerivatives::No,
                    power(call, two_tensors(call)))

static void pow_of_number(KernelCall& call) {
  Pair pair = tensor_and_number(call, 0);
  std::swap(pair.a, pair.b);
  power(call, pair);
}
MODECHECK_KERNEL(pow_of_number, SecondDerivatives::No, pow_Scalar, pow_Scalar_out)

MODECHECK_KERNEL_OF((fmod_Tensor, fmod__Tensor, fmod_Tensor_out), SecondDerivatives::No,
                    rest_of(call, two_tensors(call), Rest::OfDividend))
MODECHECK_KERNEL_OF((fmod_Scalar, fmod__Scalar), SecondDerivatives::No,
                    rest_of(call, tensor_and_number(call, 1), Rest::OfDividend))
MODECHECK_KERNEL_OF((remainder_Tensor, remainder__Tensor, remainder_Tensor_out), SecondDerivatives::No,
                    rest_of(call, two_tensors(call), Rest::OfDivisor))
MODECHECK_KERNEL_OF((remainder_Scalar, remainder__Scalar), SecondDerivatives::No,
                    rest_of(call, tensor_and_number(call, 1), Rest::OfDivisor))

static void div_rounded(KernelCall& call) {
  const auto mode = call.arguments().optional_word(2);
  if (!mode) return div(call);
  rounded_quotient(call, two_tensors(call), *mode == "floor" ? Rest::OfDivisor : Rest::OfDividend);
}
MODECHECK_KERNEL(div_rounded, SecondDerivatives::No, div_Tensor_mode, div__Tensor_mode, div_out_mode)

static void div_rounded_by_number(KernelCall& call) {
  const auto mode = call.arguments().optional_word(2);
  if (!mode) return div_scalar(call);
  rounded_quotient(call, tensor_and_number(call, 1), *mode == "floor" ? Rest::OfDivisor : Rest::OfDividend);
}
MODECHECK_KERNEL(div_rounded_by_number, SecondDerivatives::No, div_Scalar_mode, div__Scalar_mode)

static void hypot(KernelCall& call) {
  contraction(
      call, [](Real x, Real y) { return std::sqrt(x * x + y * y); },
      [](double x, double y, double off, DType dtype) -> Partials {
        const double length = std::hypot(x, y);
        const double nearest = length - off;
        const double error = kSlopeUlps * ulp(dtype, 1) + (nearest > 0 ? 4 * off / nearest : kUnbounded);
        return {x / length, y / length, length > kSmall ? error : kUnbounded};
      });
}
MODECHECK_KERNEL_FORMS(hypot, SecondDerivatives::No, hypot)

static void logaddexp(KernelCall& call) {
  contraction(
      call,
      [](Real x, Real y) {
        const Real more = std::max(x, y);
        return std::isnan(x) || std::isnan(y) ? x + y : more + std::log(std::exp(x - more) + std::exp(y - more));
      },
      [](double x, double y, double off, DType dtype) -> Partials {
        const auto share = [](double difference) { return 1 / (1 + std::exp(difference)); };
        // logaddexp: a subject rounds the difference of the operands x and y before it takes the exponential. The error
        // of the slope includes this rounding.
        const double moved = off + kSlopeUlps * ulp(dtype, 1 + std::abs(x) + std::abs(y));
        return {share(y - x), share(x - y), moved + flushed(dtype)};
      });
}
MODECHECK_KERNEL(logaddexp, SecondDerivatives::No, logaddexp, logaddexp_out)

static void lerp(KernelCall& call) {
  const Operand& a = call.load_broadcast(0, call.dtype());
  const Operand& b = call.load_broadcast(1, call.dtype());
  interpolate(call, a, b, {&call.load_broadcast(2, call.dtype())});
}
MODECHECK_KERNEL(lerp, SecondDerivatives::No, lerp_Tensor, lerp__Tensor, lerp_Tensor_out)

static void lerp_by_number(KernelCall& call) {
  const Operand& a = call.load_broadcast(0, call.dtype());
  const Operand& b = call.load_broadcast(1, call.dtype());
  interpolate(call, a, b, factor_of(call.arguments().scalar(2), call.dtype()));
}
MODECHECK_KERNEL(lerp_by_number, SecondDerivatives::Yes, lerp_Scalar, lerp__Scalar, lerp_Scalar_out)

static void addcmul(KernelCall& call, const Operand& self, const Operand& a, const Operand& b, Result& result) {
  const DType dtype = result.dtype;
  const ScalarValue value = call.arguments().scalar(3);
  if (spec::is_complex(dtype)) return add_complex_term(call, self, a, b, result, value.value, /*divides=*/false);
  if (!spec::is_floating(dtype)) {
    const std::uint64_t factor = raw(integer_value(value, dtype));
    for (std::size_t i = 0; i < result.count; ++i)
      result.integer[i] =
          static_cast<std::int64_t>(raw(self.integer[i]) + factor * raw(a.integer[i]) * raw(b.integer[i]));
    return;
  }
  const double factor = value.value;
  const double off = self.tolerance + std::abs(factor) * (a.largest() * b.tolerance + b.largest() * a.tolerance +
                                                          a.tolerance * b.tolerance);
  const bool inexact = self.tolerance != 0 || a.tolerance != 0 || b.tolerance != 0;
  double rounding = 0;
  bool known = !inexact || is_bound(off);
  for (std::size_t i = 0; i < result.count; ++i) {
    const Real scaled = static_cast<Real>(factor) * a.real[i];
    const Real term = scaled * b.real[i];
    const Real sum = self.real[i] + term;
    result.real[i] = rounded(dtype, sum);
    if (result.real[i] == 0) result.exact = false;
    known = known && is_moderate(self.real[i]) && is_moderate(a.real[i]) && is_moderate(b.real[i]);
    if (holds(dtype, scaled) && holds(dtype, term) && holds(dtype, sum)) continue;
    rounding = std::max(rounding, 4 * ulp(dtype, std::abs(self.real[i]) + std::abs(static_cast<double>(term))));
  }
  result.tolerance = !known ? kUnbounded : inexact ? off + rounding + 2 * ulp(dtype, result.largest()) : rounding;
  call.record_each([&](std::size_t i) {
    call.flow(self, i, 1.0);
    call.flow(a, i, factor * b.real[i], known ? std::abs(factor) * b.tolerance : kUnbounded);
    call.flow(b, i, factor * a.real[i], known ? std::abs(factor) * a.tolerance : kUnbounded);
  });
}
MODECHECK_KERNEL_OF((addcmul, addcmul_, addcmul_out), SecondDerivatives::No, with_three_tensors(call, addcmul))

static void addcdiv(KernelCall& call, const Operand& self, const Operand& a, const Operand& b, Result& result) {
  const DType dtype = result.dtype;
  const double factor = call.arguments().scalar(3).value;
  if (spec::is_complex(dtype)) return add_complex_term(call, self, a, b, result, factor, /*divides=*/true);
  const bool inexact = self.tolerance != 0 || a.tolerance != 0 || b.tolerance != 0;
  bool known = is_bound(self.tolerance) && is_bound(a.tolerance) && is_bound(b.tolerance);
  double tolerance = 0;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Real scaled = static_cast<Real>(factor) * a.real[i];
    const Real term = scaled / b.real[i];
    const Real sum = self.real[i] + term;
    result.real[i] = rounded(dtype, sum);
    if (result.real[i] == 0) result.exact = false;
    known = known && is_moderate(self.real[i]) && is_moderate(a.real[i]) && is_moderate(b.real[i]);
    if (b.real[i] == 0) {  // a division by 0 and a division by -0 give different infinities
      known = known && b.exact && a.exact && b.tolerance == 0;
      continue;
    }
    const bool divides = term * b.real[i] == scaled && holds(dtype, term);
    if (!inexact && holds(dtype, scaled) && divides && holds(dtype, sum)) continue;
    const double least = std::abs(b.real[i]) - b.tolerance;
    if (!(least > 0)) known = false;
    const double size = std::abs(static_cast<double>(term));
    tolerance = std::max(tolerance, self.tolerance + (std::abs(factor) * a.tolerance + size * b.tolerance) / least +
                                        4 * ulp(dtype, std::abs(self.real[i]) + size));
  }
  result.tolerance = known ? tolerance : kUnbounded;
  call.record_each([&](std::size_t i) {
    const double divisor = b.real[i];
    const double of_a = factor / divisor;
    const double of_b = -factor * a.real[i] / (divisor * divisor);
    const double least = std::abs(divisor) - b.tolerance;
    const auto unsure = [&](double partial, double moved) {
      if (!known || !(least > 0) || !std::isfinite(partial)) return kUnbounded;
      return moved + kUlps * format_of(dtype).epsilon * std::abs(partial) + flushed(dtype);
    };
    call.flow(self, i, 1.0);
    call.flow(a, i, of_a, unsure(of_a, std::abs(of_a) * b.tolerance / least));
    call.flow(b, i, of_b,
              unsure(of_b, (std::abs(factor) * a.tolerance / least + 3 * std::abs(of_b) * b.tolerance) / least));
  });
}
MODECHECK_KERNEL_OF((addcdiv, addcdiv_, addcdiv_out), SecondDerivatives::No, with_three_tensors(call, addcdiv))

}  // namespace modecheck::reference
