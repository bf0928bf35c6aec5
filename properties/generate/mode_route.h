// Finds the guards that lead from the modes of a thread to other modes.
#pragma once

#include <optional>

#include "spec/model/modes.h"
#include "spec/program/operation.h"

namespace modecheck::properties {

// Returns the modes that the rules ask for as a number below kModeStates, with one bit for each: InferenceMode, grad
// mode, Autograd excluded and ADInplaceOrView excluded.
int mode_bits(const spec::ModeState& mode);
constexpr int kModeStates = 16;

// A guard to enter. `enabled` is its argument; NoGradGuard and the guards that exclude dispatch keys have none.
struct GuardToEnter {
  spec::BuiltinCommand guard = spec::BuiltinCommand::EnterNoGrad;
  bool enabled = false;
};

// Returns the guard to enter first in order to come from the modes `from` to the modes `to` with as few guards as
// possible, and without leaving one. Returns std::nullopt if guards alone do not lead there, or if `from` equals `to`.
std::optional<GuardToEnter> guard_towards(int from, int to);

}  // namespace modecheck::properties
