// The mutants of one file, and the number of those that were left out.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/mutants/mutant.h"

namespace modecheck::mutants {

struct Found {
  std::vector<Mutant> mutants;
  std::size_t constant = 0;  // left out: in constexpr code, which cannot choose at run time
  std::size_t texts = 0;     // left out: in functions that make text for people
};

}  // namespace modecheck::mutants
