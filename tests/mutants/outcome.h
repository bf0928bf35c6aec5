// What the fixed campaign had to say of one mutant.
#pragma once

#include <string>

namespace modecheck::mutants {

enum class Fate {
  Killed,         // a departure, a crash or a hang
  NeverExecuted,  // its place is not run by the whole campaign without mutants
  Equivalent,     // in the list of equivalents
  Unseen,         // run, and nothing was found
};

struct Outcome {
  int number = 0;
  std::string area, file, line, kind, original, mutated, key;
  Fate fate = Fate::Unseen;
  bool executed = false;
  std::string how;        // the signature of the finding, `crash` or `hang`; the reason of an equivalent
  std::string program;    // the number of the program that killed it, if one did
  std::string leg;        // of the campaign: what of it killed it
  std::string elsewhere;  // `tests`: what found it where the campaign did not
  double seconds = 0.0;   // of one processor, in all that was run for it
};

}  // namespace modecheck::mutants
