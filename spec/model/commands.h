// Runs commands that are not operators, and writes registers.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void run_command(ModelState& m, const Record& record);

void set_register(ModelState& m, int reg, TensorId id);
// Returns the register of the i-th result if the first result goes to `reg`.
inline int register_after(int reg, int i) { return reg < kRegisters ? (reg + i) % kRegisters : reg + i; }

void set_requires_grad(ModelState& m, TensorId id, bool value);

}  // namespace modecheck::spec
