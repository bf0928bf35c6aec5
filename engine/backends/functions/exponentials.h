// The element functions of logarithms, exponentials, roots and the error function.
#pragma once

#include <cmath>

#include "engine/backends/functions/of_reals.h"
#include "engine/backends/functions/wide_complex.h"

namespace modecheck::engine::backends {

MODECHECK_HOST_DEVICE inline double rsqrt_of(double x) { return 1.0 / std::sqrt(x); }
#if defined(__clang__)
__attribute__((no_sanitize("float-divide-by-zero")))
#endif
MODECHECK_HOST_DEVICE inline double
reciprocal_of(double x) {
  return 1.0 / x;
}
// The function logit: log(x / (1 - x)). It is infinite at 0 and 1, and NaN outside of [0, 1].
#if defined(__clang__)
__attribute__((no_sanitize("float-divide-by-zero")))
#endif
MODECHECK_HOST_DEVICE inline double
logit_of(double x) {
  return std::log(x / (1.0 - x));
}
MODECHECK_HOST_DEVICE inline ComplexDouble complex_log2_of(const ComplexDouble& z) { return log(z) / std::log(2.0); }
MODECHECK_HOST_DEVICE inline ComplexDouble complex_rsqrt_of(const ComplexDouble& z) { return 1.0 / sqrt(z); }
MODECHECK_HOST_DEVICE inline ComplexDouble complex_reciprocal_of(const ComplexDouble& z) { return 1.0 / z; }

MODECHECK_OF_ALL_NUMBERS(Log, log)
MODECHECK_OF_REALS(Log2, "log2", std::log2, complex_log2_of)
MODECHECK_OF_ALL_NUMBERS(Log10, log10)
MODECHECK_OF_REALS(Log1p, "log1p", std::log1p)
MODECHECK_OF_REALS(Exp2, "exp2", std::exp2, nullptr, true)
MODECHECK_OF_REALS(Logit, "logit", logit_of)
MODECHECK_OF_REALS(Expm1, "expm1", std::expm1)
MODECHECK_OF_ALL_NUMBERS(Sqrt, sqrt)
MODECHECK_OF_REALS(Rsqrt, "rsqrt", rsqrt_of, complex_rsqrt_of)
MODECHECK_OF_REALS(Erf, "erf", std::erf)
MODECHECK_OF_REALS(Erfc, "erfc", std::erfc)
MODECHECK_OF_REALS(Reciprocal, "reciprocal", reciprocal_of, complex_reciprocal_of, true)

}  // namespace modecheck::engine::backends
