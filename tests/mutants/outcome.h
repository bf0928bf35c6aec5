// The result of the fixed campaign for one mutant.
#pragma once

#include <string>

namespace modecheck::mutants {

enum class Fate {
  Killed,         // by a finding, a crash or a hang
  NeverExecuted,  // the whole campaign without mutants never runs its code
  Equivalent,     // is in the list of equivalents
  Unseen,         // ran, but nothing was found
};

struct Outcome {
  int number = 0;
  std::string area, file, line, kind, original, mutated, key;
  Fate fate = Fate::Unseen;
  bool executed = false;
  std::string how;        // signature of the finding, `crash` or `hang`; the reason for an equivalent
  std::string program;    // number of the program that killed it, if one did
  std::string leg;        // the part of the campaign that killed it
  std::string elsewhere;  // `tests`: what found it if the campaign did not
  double seconds = 0.0;   // processor time of everything that was run for it
};

}  // namespace modecheck::mutants
