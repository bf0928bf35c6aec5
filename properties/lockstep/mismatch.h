// A mismatch: the place where a subject first differs from the specification.
#pragma once

#include <string>
#include <vector>

#include "properties/lockstep/field.h"
#include "properties/lockstep/severity.h"
#include "properties/lockstep/signature.h"
#include "spec/interface/outcome.h"

namespace modecheck::properties {

// One field that differs.
struct Difference {
  Field field = Field::Outcome;
  int reg = -1;           // the register, if the field belongs to one
  std::string_view rule;  // the rule that is broken; may be empty
  Severity severity = Severity::WrongState;
  std::string expected;
  std::string observed;

  // Returns, for example, "r3.version".
  std::string where() const;
};

// The first step at which a subject differs. After it, the subject is not judged in that program.
struct Mismatch {
  static constexpr int at_start = -1;

  int subject = 0;  // its number in the lockstep
  int step = 0;     // the command; at_start: before the first one; the number of commands: after the program
  Signature signature;
  Severity severity = Severity::WrongState;
  std::vector<Difference> differences;  // all differences of the step, the most severe first
  spec::Outcome expected;               // the specification's outcome of the command
  spec::Outcome observed;               // the subject's outcome
  std::string message;                  // the subject's error message, if it raised

  // Whether the specification rejects the command.
  bool rejected() const { return expected.kind == spec::OutcomeKind::Error; }
  const Difference& main() const { return differences.front(); }
};

}  // namespace modecheck::properties
