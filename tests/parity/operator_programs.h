// Programs that end with a call of an operator: for every operator of the catalogue, found by drawing, so that an
// operator that is added has its programs without anybody writing them down.
#pragma once

#include <vector>

#include "spec/program/operation.h"
#include "spec/program/program.h"

namespace modecheck::parity {

struct OperatorPrograms {
  spec::OperationId operation = 0;
  std::vector<spec::Program> programs;  // each accepted by the rules up to its last command, which is the call
};

// One entry for every operator, in the catalogue's order, with `examples` programs of up to `commands` commands, or
// fewer where so many are not found. The same on every machine.
std::vector<OperatorPrograms> operator_programs(int examples, int commands);

}  // namespace modecheck::parity
