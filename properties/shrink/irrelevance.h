// What of a small failing program does not matter: the arguments and operators in whose place everything else that was
// tried fails in the same way. What is left over is where a reader should look.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::properties {

struct IndifferenceLimits {
  std::uint32_t max_checks = 400;  // calls of `fails`
  double max_seconds = 2;
};

// One line for a command that has such parts: "1: dim; any operand; t, unsqueeze or 4 others in place of alias". A part
// that the limits leave no time for is not named.
std::vector<std::string> what_does_not_matter(const spec::Program& program,
                                              const std::function<bool(const spec::Program&)>& fails,
                                              const IndifferenceLimits& limits = {});

}  // namespace modecheck::properties
