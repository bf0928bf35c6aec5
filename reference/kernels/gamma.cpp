#include "reference/kernels/gamma.h"

#include <cmath>
#include <limits>

namespace modecheck::reference {
namespace {

using Real = long double;

constexpr Real kInfinite = std::numeric_limits<Real>::infinity();
// For arguments of at least this size, four terms of the asymptotic series give double precision.
constexpr Real kFarRight = 64;
constexpr Real kHalfLogOfTwoPi = 0.918938533204672741780329736405617640L;

bool is_whole(Real x) { return x == std::floor(x); }

Real power(Real x, int exponent) {
  Real out = 1;
  for (int i = 0; i < exponent; ++i) out *= x;
  return out;
}

// Returns the rising factorial a (a + 1) ... (a + count - 1).
Real rising(int a, int count) {
  Real out = 1;
  for (int i = 0; i < count; ++i) out *= static_cast<Real>(a + i);
  return out;
}

}  // namespace

Real log_gamma(Real x) {
  if (std::isnan(x) || x < kLeastOfGamma) return std::numeric_limits<Real>::quiet_NaN();
  Real out = 0;
  for (; x < kFarRight; x += 1) out -= std::log(std::abs(x));
  const Real u = x - 0.5L;
  out += u * (std::log(u) - 1) + kHalfLogOfTwoPi;
  if (std::isinf(u)) return u;
  return out - 1 / (24 * u) + 7 / (2880 * power(u, 3)) - 31 / (40320 * power(u, 5)) + 127 / (215040 * power(u, 7));
}

Real polygamma_of(int order, Real x) {
  if (std::isnan(x) || x < kLeastOfGamma) return std::numeric_limits<Real>::quiet_NaN();
  if (x == 0 && order == 0) return std::copysign(kInfinite, -x);
  if (x <= 0 && is_whole(x))
    return order == 0 ? std::numeric_limits<Real>::quiet_NaN() : order % 2 == 1 ? kInfinite : -kInfinite;
  const Real sign = order % 2 == 0 ? 1 : -1;
  if (std::isinf(x)) return order == 0 ? x : 0;
  Real out = 0;
  const Real factorial = rising(1, order);
  for (; x < kFarRight; x += 1) out -= sign * factorial / power(x, order + 1);
  const Real u = x - 0.5L;
  out += order == 0 ? std::log(u) : -sign * rising(1, order - 1) / power(u, order);
  constexpr Real kTerms[] = {1.0L / 24, -7.0L / 960, 31.0L / 8064, -127.0L / 30720};
  for (int k = 0; k < 4; ++k) {
    const int falls = 2 * (k + 1);
    out += sign * kTerms[k] * rising(falls, order) / power(u, falls + order);
  }
  return out;
}

}  // namespace modecheck::reference
