// Where a subject left the specification.
#pragma once

#include <string>
#include <vector>

#include "properties/lockstep/field.h"
#include "properties/lockstep/gravity.h"
#include "properties/lockstep/signature.h"
#include "spec/interface/outcome.h"

namespace modecheck::properties {

// One field that differs.
struct Difference {
  Field field = Field::Outcome;
  int reg = -1;           // the register, where the field has one
  std::string_view rule;  // may be empty
  Gravity gravity = Gravity::WrongState;
  std::string expected;
  std::string observed;

  // "r3.version".
  std::string where() const;
};

// The first step at which a subject differs. After it, the subject is not judged in that program.
struct Departure {
  static constexpr int at_start = -1;

  int subject = 0;  // its number in the lockstep
  int step = 0;     // the command; at_start: before the first one; the number of commands: after the program
  Signature signature;
  Gravity gravity = Gravity::WrongState;
  std::vector<Difference> differences;  // all of the step, the gravest first
  spec::Outcome expected;               // the specification's, of the command
  spec::Outcome observed;               // the subject's
  std::string message;                  // what the subject itself said, if it raised

  // The specification rejects the command.
  bool rejected() const { return expected.kind == spec::OutcomeKind::Error; }
  const Difference& main() const { return differences.front(); }
};

}  // namespace modecheck::properties
