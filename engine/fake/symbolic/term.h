// A term of a polynomial.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "engine/fake/symbolic/factor.h"

namespace modecheck::engine::fake {

// A coefficient times powers of atoms. The factors are in the order of their atoms, each atom once.
struct Term {
  std::vector<Factor> factors;
  std::int64_t coefficient = 0;

  friend auto operator<=>(const Term&, const Term&) = default;
};

}  // namespace modecheck::engine::fake
