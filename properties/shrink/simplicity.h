// Defines which programs the reducer considers simpler. The order is strict and total, and has no infinite descent. So
// a reducer that accepts only simpler programs always ends, in a local minimum. Two programs with one cause mostly end
// as the same program. They do not if the simpler program is several edits away at once: r1 = mul(r0, r0) and r0 =
// mul(r0, r1) cost the same.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::properties {

// Whether `a` is simpler than `b`. Fewer commands are simpler. Among programs of equal length, lower total costs of the
// commands are simpler; among equal costs, the first different command decides.
bool simpler(const spec::Program& a, const spec::Program& b);

// Returns how far a command is from the simplest command: first by its operation, then by its thread, immediates and
// registers.
std::uint64_t cost_of(const spec::Record& record);

// Returns operations that may replace `id` in a simpler program, the simplest first. They have the same kind and group
// as `id`. If `id` returns a tensor, a few other operations may replace it as well.
std::vector<spec::OperationId> plainer_operations(spec::OperationId id);

// Returns the simplest value of an immediate: the schema's default, or the most readable value if there is none.
std::int8_t simplest_immediate(spec::OperationId id, int immediate);

}  // namespace modecheck::properties
