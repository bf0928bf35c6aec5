// The logarithm of the gamma function and its derivatives. Integers are converted to the default dtype; float16 and
// complex numbers are rejected.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Returns log(|gamma(self)|).
Tensor lgamma(const Tensor& self);
Tensor& lgamma_out(Tensor& out, const Tensor& self);
Tensor& lgamma_outf(const Tensor& self, Tensor& out);
// The derivative of lgamma; NaN at the negative integers.
Tensor digamma(const Tensor& self);
Tensor& digamma_out(Tensor& out, const Tensor& self);
Tensor& digamma_outf(const Tensor& self, Tensor& out);
// The n-th derivative of digamma. Raises if n is negative or above 100.
Tensor polygamma(std::int64_t n, const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
