// The gamma function's logarithm and the derivatives of that, of real numbers.
//
// Far to the right each is the derivative of one series, in powers of the number less a half; the recurrence leads
// there, from the left of zero too. Libraries reflect what is negative, and sum up zeta functions.
#pragma once

namespace modecheck::reference {

// Infinite at zero and at the negative whole numbers.
long double log_gamma(long double x);

// The derivative of that order of digamma, which is that of order 0. At zero and at the negative whole numbers it is
// infinite; digamma itself is no number there, and at zero of the other sign than the zero is.
long double polygamma_of(int order, long double x);

// From here on to the left nothing is computed: it takes too many steps.
constexpr long double kLeastOfGamma = -1000;

}  // namespace modecheck::reference
