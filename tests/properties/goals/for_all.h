// RapidCheck draws programs, our reducer shrinks them.
//
// RapidCheck prints its seed; RC_PARAMS="seed=..." runs the same again. The subject is the engine;
// MODECHECK_PROPERTY_SUBJECT names another one.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "properties/generate/generator.h"
#include "spec/interface/trace.h"
#include "spec/program/program.h"
#include "subjects/loading/in_process.h"

namespace modecheck::properties {

// What a property says of one program.
struct Judgement {
  bool premise = false;   // the property had something to say
  std::string complaint;  // empty: it holds
};

// The operations of these groups, named as on the command line.
OperationSet operations_of(const std::vector<std::string>& names);

// Checks thousands of programs. Fails if one breaks the property (shown shrunk), and if the premise holds in less than
// a tenth of them.
void for_all_programs(const GeneratorOptions& options, const std::function<Judgement(const spec::Program&)>& property);

// The subject under test in this process. Null if its plug-in is not there or it does not have the device.
std::unique_ptr<subjects::Runner> open_property_subject(spec::DeviceKind device = spec::DeviceKind::Cpu);

// Runs `program` with all its commands but those of dropped_of().
void run_on(subjects::Runner& subject, const spec::Program& program, spec::Trace& trace);

// The commands that the specification drops, and those that it does not judge, as flags.
std::array<std::uint8_t, spec::kMaxCommands> dropped_of(const spec::Program& program, spec::DeviceKind device);

}  // namespace modecheck::properties
