// Says how a program's guards become scopes of an emitted file. This is computed before the first line is written.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::subjects {

struct Nesting {
  static constexpr int nobody = -1;
  std::vector<bool> runs;       // one entry for each command: true if it is neither dropped nor without effect
  std::vector<int> unwound_by;  // one entry for each guard: the leave_by_exception that ends with this guard; nobody if
                                // there is none
  std::vector<int> closes;      // one entry for each command that leaves guards: how many
  std::vector<int> destroys;    // one entry for each command: the guard that it destroys while the guard's scope stays
                                // open; nobody if there is none
  std::vector<bool> destroyed;  // one entry for each guard: true if a command destroys it while its scope stays open
};

Nesting nesting_of(const spec::Program& program, const std::vector<std::uint8_t>& dropped);

}  // namespace modecheck::subjects
