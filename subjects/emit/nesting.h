// How the guards of a program become scopes of a file, known before the first line is written.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::subjects {

struct Nesting {
  static constexpr int nobody = -1;
  std::vector<bool> runs;       // neither dropped, nor without meaning
  std::vector<int> unwound_by;  // of a guard: the leave_by_exception that ends with this guard, or nobody
  std::vector<int> closes;      // of a command that leaves: how many guards
  std::vector<int> destroys;    // of a command that destroys a guard whose scope stays open: which one, or nobody
  std::vector<bool> destroyed;  // of a guard: by such a command
};

Nesting nesting_of(const spec::Program& program, const std::vector<std::uint8_t>& dropped);

}  // namespace modecheck::subjects
