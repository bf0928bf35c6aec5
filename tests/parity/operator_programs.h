// Finds programs that end with a call of an operator, for every operator of the catalogue. They are found by random
// generation, so a new operator gets its programs without a change.
#pragma once

#include <vector>

#include "spec/program/operation.h"
#include "spec/program/program.h"

namespace modecheck::parity {

struct OperatorPrograms {
  spec::OperationId operation = 0;
  std::vector<spec::Program> programs;  // the rules accept each program; the last command is the call
};

// Returns one entry per operator, in the catalogue's order. An entry has `examples` programs of up to `commands`
// commands, or fewer if not enough are found. The result is the same on every machine.
std::vector<OperatorPrograms> operator_programs(int examples, int commands);

}  // namespace modecheck::parity
