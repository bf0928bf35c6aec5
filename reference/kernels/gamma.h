// The logarithm of the gamma function, and its derivatives, for real numbers. For large arguments each is the
// derivative of one asymptotic series in powers of x - 1/2. The recurrence leads there from smaller arguments, negative
// ones included. Libraries instead reflect negative arguments and sum zeta functions, so this computation is
// independent of theirs.
#pragma once

namespace modecheck::reference {

// Infinite at zero and at the negative integers.
long double log_gamma(long double x);

// The derivative of digamma of order `order`; order 0 is digamma itself. At zero and at the negative integers the
// derivative is infinite, except digamma: NaN at the negative integers, and at zero an infinity of the sign opposite to
// the zero's.
long double polygamma_of(int order, long double x);

// Below this nothing is computed: the recurrence would take too many steps.
constexpr long double kLeastOfGamma = -1000;

}  // namespace modecheck::reference
