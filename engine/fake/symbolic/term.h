// A term of a polynomial.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/fake/symbolic/factor.h"

namespace modecheck::engine::fake {

// A coefficient times powers of atoms. The factors are in the order of their atoms, each atom once.
struct Term {
  std::vector<Factor> factors;
  std::int64_t coefficient = 0;

  friend bool operator==(const Term& a, const Term& b) {
    return a.factors == b.factors && a.coefficient == b.coefficient;
  }
  friend bool operator!=(const Term& a, const Term& b) { return !(a == b); }
  friend bool operator<(const Term& a, const Term& b) {
    return a.factors != b.factors ? a.factors < b.factors : a.coefficient < b.coefficient;
  }
};

}  // namespace modecheck::engine::fake
