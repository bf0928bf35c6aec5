// A Situation is a state that a program can be in before it calls an operator: what the argument is, or which modes are
// on.
#pragma once

#include <string>
#include <vector>

#include "spec/program/record.h"

namespace modecheck::properties {

struct Situation {
  std::string name;                    // what holds in the situation: "a view of a leaf"
  std::vector<spec::Record> commands;  // the commands that lead to it
};

// Returns what an argument can be. The commands leave the argument in register r0.
const std::vector<Situation>& argument_situations();

// Returns the modes that a call can meet. The commands enter guards, and leave them open.
const std::vector<Situation>& mode_situations();

}  // namespace modecheck::properties
