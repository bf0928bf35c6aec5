// Judges one program and says in words what was found, as `modecheck replay` prints it.
#pragma once

#include <string>
#include <vector>

#include "cli/output/exit.h"
#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"
#include "properties/report/style.h"

namespace modecheck::cli {

struct ProgramReport {
  Exit exit = Exit::Clean;  // the exit status is Clean if every mismatch is known
  std::string text;
};

// Judges the program. `file` is the program's file, which the text names; it is empty if there is no file.
ProgramReport judge_program(const spec::Program& program, const std::string& file, properties::Lockstep& lockstep,
                            const std::vector<properties::KnownMismatch>& known, const properties::Style& style);

}  // namespace modecheck::cli
