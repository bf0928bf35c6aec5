// Declares for_all_programs: RapidCheck draws random programs and tests a property on them. Our reducer shrinks the
// programs that break the property.
//
// RapidCheck prints its seed, and RC_PARAMS="seed=..." draws the same programs again. The engine is judged unless
// MODECHECK_PROPERTY_SUBJECT names another subject.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "properties/generate/generator.h"
#include "spec/interface/trace.h"
#include "spec/program/program.h"
#include "subjects/loading/in_process.h"

namespace modecheck::properties {

// Says whether one program keeps the property that is tested.
struct Judgement {
  bool premise = false;   // whether the property says anything about the program
  std::string complaint;  // how the program breaks the property; empty if it does not
};

// Returns the operations of the groups that have these names on the command line.
OperationSet operations_of(const std::vector<std::string>& names);

// Checks the property on thousands of programs. Fails if a program breaks the property, and shows the shrunk program.
// Also fails if the premise holds for less than a tenth of the programs.
void for_all_programs(const GeneratorOptions& options, const std::function<Judgement(const spec::Program&)>& property);

// Returns the subject under test, loaded into this process. Returns null if its plug-in is missing or does not have the
// device.
std::unique_ptr<subjects::Runner> open_property_subject(spec::DeviceKind device = spec::DeviceKind::Cpu);

// Runs the commands of `program` that dropped_of() does not mark.
void run_on(subjects::Runner& subject, const spec::Program& program, spec::Trace& trace);

// Returns a flag for each command that the specification drops or does not judge.
std::array<std::uint8_t, spec::kMaxCommands> dropped_of(const spec::Program& program, spec::DeviceKind device);

}  // namespace modecheck::properties
