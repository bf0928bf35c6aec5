// A Mismatch is the step at which a subject first differs from the specification.
#pragma once

#include <string>
#include <vector>

#include "properties/lockstep/field.h"
#include "properties/lockstep/severity.h"
#include "properties/lockstep/signature.h"
#include "spec/interface/outcome.h"

namespace modecheck::properties {

// A Difference is one field in which a subject differs from the specification.
struct Difference {
  Field field = Field::Outcome;
  int reg = -1;           // the register that the field describes; -1 if it describes none
  std::string_view rule;  // the rule that the difference breaks; empty if no rule covers the field
  Severity severity = Severity::WrongState;
  std::string expected;
  std::string observed;

  // Returns the register and the field, for example "r3.version".
  std::string where() const;
};

// The first step at which a subject differs. After it, the subject is not judged in that program.
struct Mismatch {
  static constexpr int at_start = -1;

  int subject = 0;  // the number that the subject has in the lockstep
  // The number of the command at which the subject differs. Two values stand for no command: at_start is the time
  // before the first command, and the number of commands is the time after the last one.
  int step = 0;
  Signature signature;
  Severity severity = Severity::WrongState;
  std::vector<Difference> differences;  // all differences of the step, the most severe first
  spec::Outcome expected;               // the outcome that the specification gives the command
  spec::Outcome observed;               // the outcome that the command had in the subject
  std::string message;                  // the subject's error message, if the command raised an error

  // Whether the specification rejects the command at which the subject differs.
  bool rejected() const { return expected.kind == spec::OutcomeKind::Error; }
  const Difference& main() const { return differences.front(); }
};

}  // namespace modecheck::properties
