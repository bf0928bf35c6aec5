// Holds the result of the fixed campaign for one mutant.
#pragma once

#include <string>

namespace modecheck::mutants {

enum class Fate {
  Killed,         // a finding, a crash or a hang showed the mutant
  NeverExecuted,  // the whole campaign without mutants never runs the mutant's code
  Equivalent,     // the mutant is in the list of equivalents
  Unseen,         // the mutant's code ran, but nothing was found
};

struct Outcome {
  int number = 0;
  std::string area, file, line, kind, original, mutated, key;
  Fate fate = Fate::Unseen;
  bool executed = false;
  // how the mutant was killed: a finding's signature, `crash` or `hang`; for an equivalent, the reason
  std::string how;
  std::string program;    // the number of the program that killed the mutant, if one did
  std::string leg;        // the part of the campaign that killed the mutant
  std::string elsewhere;  // `tests` if the tests found the mutant and the campaign did not
  double seconds = 0.0;   // the processor time of everything that was run for the mutant
};

}  // namespace modecheck::mutants
