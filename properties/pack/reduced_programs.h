// Chooses drawn programs whose last command shows something that no program before did, and reduces them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/generate/generator.h"
#include "spec/model/rules.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct ReducedProgram {
  spec::Program program;
  spec::RuleSet rules;      // the rules that decide the last command
  std::uint64_t index = 0;  // the number of the drawn program
};

// Draws programs of the seed, as the options say, until `most` were chosen or `drawn` were looked at. A command is
// chosen if its operation has not had its outcome yet in its modes and on this kind, dtype and rank of a tensor, or if
// a rule has not decided a command with this outcome in these modes and on this kind of tensor. Its program ends with
// it, and loses the commands that it does not need to show the same. Each command of a chosen program is judged, and
// none is dropped.
std::vector<ReducedProgram> reduced_programs(const GeneratorOptions& options, std::uint64_t seed, std::uint64_t drawn,
                                             std::size_t most);

}  // namespace modecheck::properties
