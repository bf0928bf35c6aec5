// Computes the logarithm of the gamma function and its derivatives in double.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/backends/functions/of_reals.h"

namespace modecheck::engine::backends {

// The Bernoulli number B(2k) for k from 1 to 8. The array is inside the function, because a GPU thread cannot read the
// host's arrays.
MODECHECK_HOST_DEVICE inline double bernoulli_number(int k) {
  constexpr double numbers[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};
  return numbers[k - 1];
}

// digamma: for x of at least 10, eight terms of the asymptotic series give double precision. For smaller x, the
// recurrence digamma(x) = digamma(x + 1) - 1 / x is applied until x reaches 10.
MODECHECK_HOST_DEVICE inline double digamma_of(double x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (x == 0) return std::copysign(infinity, -x);
  if (x == -infinity) return std::numeric_limits<double>::quiet_NaN();
  if (x == infinity) return x;
  double out = 0;
  if (x < 0) {
    if (x == std::floor(x)) return std::numeric_limits<double>::quiet_NaN();
    // The tangent has period pi. Its argument may therefore use the distance of x from the nearest integer, which is
    // exact.
    out -= M_PI / std::tan(M_PI * (x - std::round(x)));
    x = 1 - x;
  }
  for (; x < 10; x += 1) out -= 1 / x;
  const double inverse_square = 1 / (x * x);
  double power = inverse_square;
  double series = 0;
  for (int k = 1; k <= 8; ++k, power *= inverse_square) series += bernoulli_number(k) / (2 * k) * power;
  return out + std::log(x) - 0.5 / x - series;
}

// The Hurwitz zeta function, the sum over k >= 0 of (q + k)^-s, by the Euler-Maclaurin formula. `s` must be at least 2.
MODECHECK_HOST_DEVICE inline double zeta_of(int s, double q) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (q == infinity) return 0;
  if (q <= 0 && q == std::floor(q)) return infinity;
  const double exponent = -s;
  double out = 0;
  int terms = 0;
  for (; terms < 10 || q < 10; ++terms, q += 1) {
    const double term = std::pow(q, exponent);
    out += term;
    if (terms > 10000000) return std::numeric_limits<double>::quiet_NaN();
  }
  const double last = std::pow(q, exponent);
  out += q * last / (s - 1) + 0.5 * last;
  // Adds the terms B(2k) / (2k)! * s (s+1) ... (s+2k-2) * q^-(s+2k-1).
  double factor = s * last / q;
  double factorial = 2;
  for (int k = 1; k <= 8; ++k) {
    out += bernoulli_number(k) / factorial * factor;
    factor *= (s + 2.0 * k - 1) * (s + 2.0 * k) / (q * q);
    factorial *= (2.0 * k + 1) * (2.0 * k + 2);
  }
  return out;
}

// log_gamma_of calls lgamma_r on the host: std::lgamma writes the sign to a global variable, which would be a data
// race.
MODECHECK_HOST_DEVICE inline double log_gamma_of(double x) {
#if defined(__CUDA_ARCH__)
  return ::lgamma(x);
#else
  int sign = 0;
  return ::lgamma_r(x, &sign);
#endif
}

MODECHECK_HOST_DEVICE inline double polygamma_of(std::int64_t n, double x) {
  if (n == 0) return digamma_of(x);
  return (n % 2 == 1 ? 1 : -1) * std::exp(log_gamma_of(static_cast<double>(n) + 1)) *
         zeta_of(static_cast<int>(n) + 1, x);
}

MODECHECK_OF_REALS(LogGamma, "lgamma", log_gamma_of)
MODECHECK_OF_REALS(Digamma, "digamma", digamma_of)

// The operator polygamma: the derivative of the function digamma, of the order `n` that the caller gives.
struct Polygamma : AnyDtype {
  static constexpr const char* key = "polygamma";
  static constexpr PointwiseRules rules = Digamma::rules;
  std::int64_t order;

  explicit Polygamma(std::int64_t n) : order(n) {}
  template <typename T>
  MODECHECK_HOST_DEVICE auto element() const {
    return [n = order](T a) -> T { return convert<T>(polygamma_of(n, static_cast<double>(a))); };
  }
};

}  // namespace modecheck::engine::backends
