// Holds the mutants of one file, and the number of those that were left out.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/mutants/mutant.h"

namespace modecheck::mutants {

struct Found {
  std::vector<Mutant> mutants;
  std::size_t constant = 0;  // the number of mutants left out because constexpr code cannot choose at run time
  std::size_t texts = 0;     // the number of mutants left out because the function makes text for people
};

}  // namespace modecheck::mutants
