// How a program's guards become scopes of an emitted file. This is worked out before the first line is written.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::subjects {

struct Nesting {
  static constexpr int nobody = -1;
  std::vector<bool> runs;       // for each command: neither dropped nor without effect
  std::vector<int> unwound_by;  // for each guard: the leave_by_exception that ends with this guard, or nobody
  std::vector<int> closes;      // for each command that leaves: the number of guards
  std::vector<int> destroys;    // for each command that destroys a guard whose scope stays open: that guard, or nobody
  std::vector<bool> destroyed;  // for each guard: whether such a command destroys it
};

Nesting nesting_of(const spec::Program& program, const std::vector<std::uint8_t>& dropped);

}  // namespace modecheck::subjects
