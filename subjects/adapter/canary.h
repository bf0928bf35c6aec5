// The canary: the engine's subject with one deliberate fault, which every campaign must find. If a campaign does not
// find the fault, the search is broken, not the engine.
//
// The fault concerns an in-place operator or an out variant that succeeds inside two or more guards of its thread. The
// subject does not report that the written tensor's version was bumped (rule V3). To show the fault, a program must
// nest two guards and write to a normal tensor inside them. The harness must then compare versions at that very step.
// So the fault is of medium difficulty.
#pragma once

#include <cstdint>

#include "spec/interface/trace.h"
#include "spec/program/operation.h"
#include "spec/program/record.h"
#include "spec/program/slots.h"

namespace modecheck::subjects {

#ifdef MODECHECK_CANARY
constexpr bool is_canary = true;
#else
constexpr bool is_canary = false;
#endif

inline void forget_version_bump(const spec::Record& command, int depth, spec::Step& step) {
  if (depth < 2 || step.outcome.kind != spec::OutcomeKind::Ok) return;
  const spec::operators::Schema& schema = spec::operation(command.operation).schema;
  for (std::size_t i = 0; i < schema.argument_count; ++i) {
    if (!schema.arguments[i].write) continue;
    const auto operand = static_cast<std::size_t>(spec::slots_of(command.operation).arguments[i].operand);
    std::int32_t& version = step.observation.registers[command.operands[operand]].tensor.version;
    if (version != spec::kNoVersion) --version;
  }
}

}  // namespace modecheck::subjects
