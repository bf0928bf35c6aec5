// Defines which programs the reducer considers simpler: a strict total order on programs without infinite descent. A
// reducer that only accepts simpler programs therefore always ends, in a local minimum. Two programs with one cause
// mostly end as the same one. They do not where the simpler program is several edits away at once: r1 = mul(r0, r0) and
// r0 = mul(r0, r1) cost the same.
#pragma once

#include <cstdint>
#include <vector>

#include "spec/program/program.h"

namespace modecheck::properties {

// A program is simpler if it has fewer commands; then if its commands cost less in total; then by the first difference
// between commands.
bool simpler(const spec::Program& a, const spec::Program& b);

// How far a command is from the simplest one: first its operation, then its thread, immediates and registers.
std::uint64_t cost_of(const spec::Record& record);

// Returns operations that may replace `id` in a simpler program, simplest first: those of the same kind and group, and
// a few others if `id` returns a tensor.
std::vector<spec::OperationId> plainer_operations(spec::OperationId id);

// Returns the simplest value of an immediate: the schema's default, or the most readable value if there is none.
std::int8_t simplest_immediate(spec::OperationId id, int immediate);

}  // namespace modecheck::properties
