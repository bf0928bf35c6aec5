// Computes the logarithm of the gamma function and its derivatives, for real numbers. For large arguments all of them
// come from one asymptotic series in powers of x - 1/2. For smaller arguments, negative ones included, a recurrence
// leads to large arguments. Libraries instead reflect negative arguments and sum zeta functions, so this computation is
// independent of theirs.
#pragma once

namespace modecheck::reference {

// Returns log|gamma(x)|, which is infinite at zero and at the negative integers.
long double log_gamma(long double x);

// Returns the derivative of order `order` of digamma; order 0 is digamma itself. Digamma is NaN at the negative
// integers. At zero it is infinite, with the sign opposite to that of the zero. The derivatives are infinite at zero
// and at the negative integers.
long double polygamma_of(int order, long double x);

// For arguments below kLeastOfGamma the functions compute nothing, because the recurrence would take too many steps.
constexpr long double kLeastOfGamma = -1000;

}  // namespace modecheck::reference
