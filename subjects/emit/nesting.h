// Says how a program's guards become scopes of an emitted file. This is computed before the first line is written.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::subjects {

struct Nesting {
  static constexpr int none = -1;
  std::vector<bool> runs;  // for each command: true if it is not dropped and has an effect
  // for each guard: the leave_by_exception command that leaves this guard as its outermost guard, or `none`
  std::vector<int> unwound_by;
  std::vector<int> closes;      // for each command: the number of guards that it leaves
  std::vector<int> destroys;    // for each command: the guard that it destroys in an open scope, or `none`
  std::vector<bool> destroyed;  // for each guard: true if a command destroys it while its scope is open
};

Nesting nesting_of(const spec::Program& program, const std::vector<std::uint8_t>& dropped);

}  // namespace modecheck::subjects
