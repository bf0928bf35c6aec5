// This file finds, for every operator of the catalogue, programs that end with a call of that operator. The programs
// are generated at random, so a new operator gets programs without a change.
#pragma once

#include <vector>

#include "spec/program/operation.h"
#include "spec/program/program.h"

namespace modecheck::parity {

struct OperatorPrograms {
  spec::OperationId operation = 0;
  std::vector<spec::Program> programs;  // The rules accept each program, and its last command is the call.
};

// Returns one entry per operator, in the catalogue's order. An entry has `examples` programs of up to `commands`
// commands, or fewer if not enough are found. The result is the same on every machine.
std::vector<OperatorPrograms> operator_programs(int examples, int commands);

}  // namespace modecheck::parity
