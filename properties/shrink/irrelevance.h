// Finds what does not matter in a small failing program: arguments and operators for which every alternative that was
// tried fails in the same way. A reader should look at the other arguments and operators.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::properties {

struct IrrelevanceLimits {
  std::uint32_t max_checks = 400;  // the largest number of programs that are tried, that is, of calls of `fails`
  double max_seconds = 2;
};

// Returns one line for each command in which something does not matter: "command 1: dim; any operand; that it is alias
// (t and 4 more too)". Leaves out what could not be tried within the limits.
std::vector<std::string> what_does_not_matter(const spec::Program& program,
                                              const std::function<bool(const spec::Program&)>& fails,
                                              const IrrelevanceLimits& limits = {});

}  // namespace modecheck::properties
