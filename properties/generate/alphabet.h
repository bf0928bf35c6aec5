// A small set of commands, the alphabet: every guard and one command of each kind, on two tensors. r0 requires grad and
// r3 does not. The set is small enough to run all programs of a few commands over it.
#pragma once

#include <vector>

#include "spec/program/record.h"

namespace modecheck::properties {

// Returns the commands of the alphabet, at most kMostLetters.
const std::vector<spec::Record>& alphabet();
constexpr std::size_t kMostLetters = 255;

}  // namespace modecheck::properties
