// Functions of one or two tensors, element by element, that are made of the catalogue's, as functions in at::. Integers
// become numbers of the default dtype where the result has a fraction.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Angles. Raise for complex numbers.
Tensor deg2rad(const Tensor& self);
Tensor& deg2rad_(const Tensor& self);
Tensor rad2deg(const Tensor& self);
Tensor& rad2deg_(const Tensor& self);

Tensor square(const Tensor& self);
Tensor& square_(const Tensor& self);
Tensor& square_out(Tensor& out, const Tensor& self);
Tensor& square_outf(const Tensor& self, Tensor& out);
// The sign, or of a complex number its direction; zero of zero.
Tensor sgn(const Tensor& self);
Tensor& sgn_out(Tensor& out, const Tensor& self);
Tensor& sgn_outf(const Tensor& self, Tensor& out);
// The tensor itself. Raises for bools.
Tensor positive(const Tensor& self);

// Bools. signbit and the infinities raise for complex numbers.
Tensor signbit(const Tensor& self);
Tensor isposinf(const Tensor& self);
Tensor isneginf(const Tensor& self);
Tensor isreal(const Tensor& self);
Tensor isfinite(const Tensor& self);
// Whether an element is among `test_elements`. Raises for bools and complex numbers.
Tensor isin(const Tensor& elements, const Tensor& test_elements, bool assume_unique = false, bool invert = false);
Tensor isin(const Tensor& elements, const c10::Scalar& test_element, bool assume_unique = false, bool invert = false);
Tensor isin(const c10::Scalar& element, const Tensor& test_elements, bool assume_unique = false, bool invert = false);

// 0 below zero, 1 above, `values` at zero. Raises for two dtypes.
Tensor heaviside(const Tensor& self, const Tensor& values);
// Of integers.
Tensor gcd(const Tensor& self, const Tensor& other);
Tensor& gcd_(const Tensor& self, const Tensor& other);
Tensor lcm(const Tensor& self, const Tensor& other);
Tensor& lcm_(const Tensor& self, const Tensor& other);

// Powers in double precision.
Tensor float_power(const Tensor& self, const Tensor& exponent);
Tensor float_power(const c10::Scalar& self, const Tensor& exponent);
Tensor float_power(const Tensor& self, const c10::Scalar& exponent);
// self * 2^other.
Tensor ldexp(const Tensor& self, const Tensor& other);
Tensor& ldexp_(const Tensor& self, const Tensor& other);
// log(x / (1 - x)), of x in [eps, 1 - eps] if there is an eps.
Tensor logit(const Tensor& self, c10::optional<double> eps = c10::nullopt);
Tensor& logit_(const Tensor& self, c10::optional<double> eps = c10::nullopt);
Tensor& logit_out(Tensor& out, const Tensor& self, c10::optional<double> eps = c10::nullopt);
Tensor& logit_outf(const Tensor& self, c10::optional<double> eps, Tensor& out);
// sin(pi x) / (pi x), 1 at zero.
Tensor sinc(const Tensor& self);
Tensor& sinc_(const Tensor& self);
// log2(2^self + 2^other) without overflow on the way.
Tensor logaddexp2(const Tensor& self, const Tensor& other);
// The logarithm of the multivariate gamma function of dimension `p`. Raises for bools and for p < 1.
Tensor mvlgamma(const Tensor& self, std::int64_t p);

// Complex numbers of their parts, float32 or float64 of one dtype; of length and angle; conjugates; and the angle.
Tensor complex(const Tensor& real, const Tensor& imag);
Tensor polar(const Tensor& abs, const Tensor& angle);
Tensor conj(const Tensor& self);
Tensor conj_physical(const Tensor& self);
Tensor& conj_physical_(const Tensor& self);
Tensor angle(const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
