// A command that is being foreseen, and the registers that it finds.
#pragma once

#include <array>
#include <cstddef>

#include "properties/generate/sketch/facts.h"
#include "properties/generate/sketch/sketch.h"
#include "spec/program/limits.h"
#include "spec/program/record.h"

namespace modecheck::properties {

struct SketchCall {
  const spec::Record& record;
  const OperationFacts& facts;
  const std::array<SketchTensor, spec::kRegisters>& registers;

  const SketchTensor& at(int reg) const { return registers[static_cast<std::size_t>(reg)]; }
  const SketchTensor& operand(std::size_t i) const { return at(record.operands[i]); }
  // Whether an operand that may be left out is.
  bool absent(int i) const;
};

}  // namespace modecheck::properties
