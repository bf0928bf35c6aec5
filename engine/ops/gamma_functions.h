// The logarithm of the gamma function and its derivatives. Integers are computed as the default dtype; float16 and
// complex numbers are rejected.
#pragma once

#include "engine/core/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// log(|gamma(self)|).
Tensor lgamma(const Tensor& self);
// Its derivative; NaN at the negative integers.
Tensor digamma(const Tensor& self);
// The n-th derivative of digamma. Raises for n that are negative or above 100.
Tensor polygamma(std::int64_t n, const Tensor& self);

}  // namespace modecheck_v1
}  // namespace at
