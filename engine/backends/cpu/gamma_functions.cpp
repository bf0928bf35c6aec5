// The logarithm of the gamma function and its derivatives, computed in double.
#include <cmath>
#include <limits>

#include "engine/backends/cpu/unary_forms.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace backends {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// B(2k) for k from 1 on.
constexpr double bernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};

// From 10 on the first terms of the asymptotic series are all that a double holds; the recurrence leads there.
double digamma_of(double x) {
  if (x == 0) return std::copysign(infinity, -x);
  if (x == -infinity) return std::numeric_limits<double>::quiet_NaN();
  if (x == infinity) return x;
  double out = 0;
  if (x < 0) {
    if (x == std::floor(x)) return std::numeric_limits<double>::quiet_NaN();
    // The tangent repeats: how far x is from the nearest integer decides it, and that difference is exact.
    out -= M_PI / std::tan(M_PI * (x - std::round(x)));
    x = 1 - x;
  }
  for (; x < 10; x += 1) out -= 1 / x;
  const double inverse_square = 1 / (x * x);
  double power = inverse_square;
  double series = 0;
  for (int k = 1; k <= 8; ++k, power *= inverse_square) series += bernoulli[k - 1] / (2 * k) * power;
  return out + std::log(x) - 0.5 / x - series;
}

// The sum of (q + k)^-s over all k from 0 on, by Euler and Maclaurin; s is an integer of at least 2.
double zeta_of(int s, double q) {
  if (q == infinity) return 0;
  if (q <= 0 && q == std::floor(q)) return infinity;
  double out = 0;
  int terms = 0;
  for (; terms < 10 || q < 10; ++terms, q += 1) {
    const double term = std::pow(q, -s);
    out += term;
    if (terms > 10000000) return std::numeric_limits<double>::quiet_NaN();
  }
  const double last = std::pow(q, -s);
  out += q * last / (s - 1) + 0.5 * last;
  // B(2k) / (2k)! * s (s+1) ... (s+2k-2) * q^-(s+2k-1)
  double factor = s * last / q;
  double factorial = 2;
  for (int k = 1; k <= 8; ++k) {
    out += bernoulli[k - 1] / factorial * factor;
    factor *= (s + 2.0 * k - 1) * (s + 2.0 * k) / (q * q);
    factorial *= (2.0 * k + 1) * (2.0 * k + 2);
  }
  return out;
}

// std::lgamma writes the sign into a variable that all threads share.
double log_gamma_of(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double polygamma_of(std::int64_t n, double x) {
  if (n == 0) return digamma_of(x);
  return (n % 2 == 1 ? 1 : -1) * std::exp(log_gamma_of(static_cast<double>(n) + 1)) *
         zeta_of(static_cast<int>(n) + 1, x);
}

// Integers are computed as the default dtype; complex numbers are rejected.
template <typename Function>
struct OfReals : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true, .cpu_scalars = false, .half = false};
  Function function;
  explicit OfReals(Function of_reals) : function(of_reals) {}
  template <typename T>
  auto element() const {
    return [f = function](T a) -> T { return convert<T>(f(static_cast<double>(a))); };
  }
};

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

MODECHECK_KERNEL_FORMS(lgamma, OfReals([](double x) { return log_gamma_of(x); }))
MODECHECK_KERNEL_FORMS(digamma, OfReals([](double x) { return digamma_of(x); }))

template <>
at::Tensor Kernel<operators::polygamma>::call(std::int64_t n, const at::Tensor& self) {
  MODECHECK_CHECK(n >= 0 && n <= 100, ErrorClass::Argument, "polygamma(n, x): only n of 0 to 100 is supported, not ",
                  n);
  const auto function = OfReals([n](double x) { return polygamma_of(n, x); });
  function.check("polygamma", self.scalar_type());
  return pointwise("polygamma", function, self);
}

}  // namespace modecheck::engine
