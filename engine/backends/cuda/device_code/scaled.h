// Defines Scaled, a running product whose factors may be multiplied in any grouping. Another grouping may make a
// partial product overflow where factor-by-factor multiplication does not. Scaled therefore stores the exponent
// separately.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "engine/core/types/complex.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

MODECHECK_HOST_DEVICE inline bool is_finite_and_not_zero(double x) { return std::isfinite(x) && x != 0; }
MODECHECK_HOST_DEVICE inline bool is_finite_and_not_zero(const c10::complex<double>& x) {
  return std::isfinite(x.real()) && std::isfinite(x.imag()) && (x.real() != 0 || x.imag() != 0);
}
MODECHECK_HOST_DEVICE inline double largest_part(double x) { return x; }
MODECHECK_HOST_DEVICE inline double largest_part(const c10::complex<double>& x) {
  return std::fmax(std::fabs(x.real()), std::fabs(x.imag()));
}
MODECHECK_HOST_DEVICE inline double modulus(double x) { return std::fabs(x); }
MODECHECK_HOST_DEVICE inline double modulus(const c10::complex<double>& x) { return std::hypot(x.real(), x.imag()); }
MODECHECK_HOST_DEVICE inline double times_power_of_two(double x, int exponent) { return std::ldexp(x, exponent); }
MODECHECK_HOST_DEVICE inline c10::complex<double> times_power_of_two(const c10::complex<double>& x, int exponent) {
  return {std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent)};
}
MODECHECK_HOST_DEVICE inline double times_real(double x, double by) { return x * by; }
MODECHECK_HOST_DEVICE inline c10::complex<double> times_real(const c10::complex<double>& x, double by) {
  return {x.real() * by, x.imag() * by};
}

// The number mantissa * 2^exponent. The mantissa is about one, or zero, infinite or NaN.
//
// `highest` and `lowest` are log2 of the greatest and the least modulus of all products from the first factor on. If
// such a product overflowed or underflowed, the result is infinite or zero, as it would be in double precision. If both
// happened, the order is not known, and the result is infinite.
//
// Factor-by-factor multiplication of complex numbers makes the real and the imaginary part infinite one after the
// other, and one of the parts then becomes NaN. In the result of Scaled, the other part may be NaN instead.
template <typename Number>
struct Scaled {
  Number mantissa;
  std::int64_t exponent;
  double highest;
  double lowest;

  MODECHECK_HOST_DEVICE static Scaled one() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {Number(1), 0, -infinity, infinity};
  }
  MODECHECK_HOST_DEVICE static Scaled of(const Number& value) {
    Scaled out = one();
    out.mantissa = value;
    out.normalise();
    if (is_finite_and_not_zero(out.mantissa)) out.highest = out.lowest = out.logarithm();
    return out;
  }

  // Returns the product of this object and `later`, whose factors come after the factors of this product.
  MODECHECK_HOST_DEVICE Scaled times(const Scaled& later) const {
    Scaled out{Number(mantissa * later.mantissa), exponent + later.exponent, highest, lowest};
    out.normalise();
    if (is_finite_and_not_zero(mantissa)) {
      const double own = logarithm();
      out.highest = std::fmax(highest, own + later.highest);
      out.lowest = std::fmin(lowest, own + later.lowest);
    }
    return out;
  }

  // Returns the value that a double would have after multiplying factor after factor.
  MODECHECK_HOST_DEVICE Number value() const {
    using Limits = std::numeric_limits<double>;
    // A complex number whose modulus is above 2^most has an infinite real or imaginary part.
    constexpr double most = Limits::max_exponent + (std::is_same_v<Number, double> ? 0.0 : 0.5);
    constexpr double least = Limits::min_exponent - Limits::digits - 1;
    if (highest > most) return times_real(mantissa, Limits::infinity());
    if (lowest <= least) return times_real(mantissa, 0.0);
    if (!is_finite_and_not_zero(mantissa)) return mantissa;
    return times_power_of_two(mantissa, static_cast<int>(exponent));
  }

 private:
  MODECHECK_HOST_DEVICE double logarithm() const {
    return static_cast<double>(exponent) + std::log2(modulus(mantissa));
  }
  MODECHECK_HOST_DEVICE void normalise() {
    if (!is_finite_and_not_zero(mantissa)) {
      exponent = 0;
      return;
    }
    int by = 0;
    static_cast<void>(std::frexp(largest_part(mantissa), &by));
    mantissa = times_power_of_two(mantissa, -by);
    exponent += by;
  }
};

}  // namespace modecheck::engine::cuda
