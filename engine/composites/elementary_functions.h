// Element-wise functions in at:: of one or two tensors that are built from operators of the catalogue. Integer inputs
// are converted to the default dtype if the result has a fraction.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// These functions convert between degrees and radians. They raise for complex numbers.
Tensor deg2rad(const Tensor& self);
Tensor& deg2rad_(const Tensor& self);
Tensor rad2deg(const Tensor& self);
Tensor& rad2deg_(const Tensor& self);

Tensor square(const Tensor& self);
Tensor& square_(const Tensor& self);
Tensor& square_out(Tensor& out, const Tensor& self);
Tensor& square_outf(const Tensor& self, Tensor& out);
// Returns the tensor itself. Raises for bools.
Tensor positive(const Tensor& self);

// These functions return tensors of bools. signbit, isposinf and isneginf raise for complex numbers.
Tensor signbit(const Tensor& self);
Tensor isposinf(const Tensor& self);
Tensor isneginf(const Tensor& self);
Tensor isreal(const Tensor& self);
Tensor isfinite(const Tensor& self);
// Returns whether each element is in `test_elements`. Raises for bools and complex numbers.
Tensor isin(const Tensor& elements, const Tensor& test_elements, bool assume_unique = false, bool invert = false);
Tensor isin(const Tensor& elements, const c10::Scalar& test_element, bool assume_unique = false, bool invert = false);
Tensor isin(const c10::Scalar& element, const Tensor& test_elements, bool assume_unique = false, bool invert = false);

// Returns 0 below zero, 1 above zero, and `values` at zero. Raises if the dtypes differ.
Tensor heaviside(const Tensor& self, const Tensor& values);
// gcd returns the greatest common divisor of two integers, and lcm their least common multiple.
Tensor gcd(const Tensor& self, const Tensor& other);
Tensor& gcd_(const Tensor& self, const Tensor& other);
Tensor lcm(const Tensor& self, const Tensor& other);
Tensor& lcm_(const Tensor& self, const Tensor& other);

// These functions return powers that are computed in double precision, whatever the dtype of the arguments.
Tensor float_power(const Tensor& self, const Tensor& exponent);
Tensor float_power(const c10::Scalar& self, const Tensor& exponent);
Tensor float_power(const Tensor& self, const c10::Scalar& exponent);
// Returns self * 2^other.
Tensor ldexp(const Tensor& self, const Tensor& other);
Tensor& ldexp_(const Tensor& self, const Tensor& other);
Tensor& ldexp_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& ldexp_outf(const Tensor& self, const Tensor& other, Tensor& out);
// Returns log(x / (1 - x)), where x is clamped to [eps, 1 - eps] if `eps` is given.
Tensor logit(const Tensor& self, c10::optional<double> eps = c10::nullopt);
Tensor& logit_(const Tensor& self, c10::optional<double> eps = c10::nullopt);
// Returns sin(pi x) / (pi x), and 1 at zero.
Tensor sinc(const Tensor& self);
Tensor& sinc_(const Tensor& self);
// Returns log2(2^self + 2^other) without intermediate overflow.
Tensor logaddexp2(const Tensor& self, const Tensor& other);
// Returns the logarithm of the multivariate gamma function of dimension `p`. Raises for bools and for p < 1.
Tensor mvlgamma(const Tensor& self, std::int64_t p);

// Functions of complex numbers. complex() takes real and imaginary parts, both float32 or both float64; polar() takes
// absolute values and angles. conj() and conj_physical() return the conjugates, and angle() returns the angles.
Tensor complex(const Tensor& real, const Tensor& imag);
Tensor polar(const Tensor& abs, const Tensor& angle);
Tensor conj(const Tensor& self);
Tensor conj_physical(const Tensor& self);
Tensor& conj_physical_(const Tensor& self);
Tensor angle(const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
