// Divides one expression by another.
#pragma once

#include "engine/fake/symbolic/expression.h"

namespace modecheck::engine::fake {

struct Division {
  Expression quotient;
  Expression remainder;
};

// Returns a quotient and a remainder for which dividend == quotient * divisor + remainder. `divisor` must not be zero.
// Every part of the dividend that the leading term of the divisor divides is in the quotient.
Division divided(const Expression& dividend, const Expression& divisor);

}  // namespace modecheck::engine::fake
