// The mutants of one file, and how many there are that were left out.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/mutants/mutant.h"

namespace modecheck::mutants {

struct Found {
  std::vector<Mutant> mutants;
  std::size_t constant = 0;  // in constexpr code: a choice at run time has no place there
  std::size_t texts = 0;     // in functions that make texts for people
};

}  // namespace modecheck::mutants
